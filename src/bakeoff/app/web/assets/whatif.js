"use strict";
// What if a dataset were not there: datasets go and come, and the numbers of one pair move.
const whatIf = function (state, { ask, run, soon }) {
  const { $, make } = page;
  const pairOf = (view) => view.moving[Number($("p-pair").value || 0)]; // of the table that the choice was made of
  const firstPair = (view) => { // the one that the figures are of
    const [a, b] = view.figures.find((f) => f.pair)?.pair ?? [];
    return Math.max(0, view.moving.findIndex((m) => m.a === a && m.b === b));
  };
  const datasets = (view) => {
    const { choices } = view;
    $("p-datasets").hidden = !choices;
    if (!choices) return;
    const of = state.whole ?? view, pairs = of.moving.map((m) => `${m.b} over ${m.a}`);
    $("p-pair-label").hidden = pairs.length < 2;
    const before = pairs.indexOf($("p-pair").selectedOptions[0]?.textContent);
    $("p-pair").replaceChildren(...pairs.map((text, i) => make("option", { value: String(i), textContent: text })));
    $("p-pair").value = String(before < 0 ? firstPair(of) : before);
    boxes(view);
    moves();
    $("p-back").disabled = !state.without.length;
    $("p-warn").hidden = !state.without.length;
    offer(view.suggestions);
  };
  // Sets of datasets that turn a verdict, found by the comparison or by the audit: { without, a, b }, where it is known of which pair.
  const offer = (found) => {
    const buttons = state.without.length ? [] : found.slice(0, 2).map(({ without, a, b }) => {
      const names = without.length > 3 ? `${without.length} datasets` : without.join(" and "), pair = `${b} over ${a}`;
      const button = make("button", { type: "button", textContent: `Try without ${names}${b ? `: ${pair}` : ""}` });
      button.addEventListener("click", () => {
        state.without = without;
        const option = Array.from($("p-pair").options).find((o) => o.textContent === pair);
        if (option) option.selected = true;
        boxes(state.view);
        moves();
        $("p-back").disabled = false;
        $("p-back").focus();
        run();
      });
      return button;
    });
    $("p-try").replaceChildren(...buttons);
  };
  const boxes = (view) => {
    const { choices } = view, box = $("p-boxes"), gone = new Set(state.without);
    const moving = pairOf(state.whole ?? view), places = view.classifiers;
    const a = places.indexOf(moving?.a), b = places.indexOf(moving?.b);
    const advantage = (i) => {
      const row = choices.scores?.[i];
      if (!row || a < 0 || b < 0 || row[a] === null || row[b] === null) return null;
      return Number(((row[b] - row[a]) * (view.higher_is_better ? 1 : -1)).toPrecision(10));
    };
    if (box.dataset.of === JSON.stringify(choices.datasets)) {
      Array.from(box.querySelectorAll("input")).forEach((input, i) => paint(input, gone.has(choices.datasets[i]), advantage(i)));
      return;
    }
    box.dataset.of = JSON.stringify(choices.datasets);
    box.replaceChildren(...choices.datasets.map((name, i) => {
      const input = make("input", { type: "checkbox" });
      input.addEventListener("change", () => {
        state.without = input.checked ? state.without.filter((n) => n !== name) : [...state.without, name];
        input.closest("label").classList.toggle("out", !input.checked);
        $("p-back").disabled = !state.without.length;
        soon();
      });
      const label = make("label", {}, input, make("span", { textContent: name }), make("span", { className: "adv" }));
      paint(input, gone.has(name), advantage(i));
      return label;
    }));
  };
  const paint = (input, out, advantage) => {
    const label = input.closest("label"), told = label.querySelector(".adv");
    input.checked = !out;
    label.classList.toggle("out", out);
    told.textContent = advantage === null ? "" : advantage > 0 ? `+${advantage}` : String(advantage).replace("-", "−");
    told.className = `adv ${advantage > 0 ? "up" : advantage < 0 ? "down" : ""}`;
  };
  const moves = () => {
    const { view } = state, base = state.wholeKey === JSON.stringify(state.options) ? state.whole : null;
    const pair = pairOf(state.whole ?? view);
    const at = (v) => v?.moving.find((m) => m.a === pair?.a && m.b === pair?.b);
    const now = at(view), before = at(base);
    const rows = [
      [now && now.b.length < 25 ? `verdict on ${now.b}` : "verdict on b", (m) => m.verdict], [`advantage`, (m) => m.advantage], ["interval", (m) => m.interval],
      [now?.test ?? "test", (m) => m.strength], ["paired t", (m) => m.t?.statistic ?? "–"], ["p of t", (m) => m.t?.p ?? "–"],
      ["wins/draws/losses", (m) => m.tally],
    ];
    $("p-all").textContent = base ? `all ${base.units}` : "all";
    $("p-some").textContent = `now ${view.units}`;
    $("p-moves").tBodies[0].replaceChildren(...rows.map(([name, of]) => {
      const [old, new_] = [before ? of(before) : "…", now ? of(now) : "–"];
      return make("tr", {}, make("th", { scope: "row", textContent: name }), make("td", { textContent: old }),
        make("td", { textContent: new_, className: before && old !== new_ ? "moved" : "" }));
    }));
    if (!base && state.without.length) whole();
  };
  const whole = async () => {
    const key = JSON.stringify(state.options);
    try {
      const answer = await (await ask("/api/view", { all: true })).json();
      if (key === JSON.stringify(state.options)) { state.whole = answer.view; state.wholeKey = key; moves(); }
    } catch { /* the numbers of all datasets stay open */ }
  };
  $("p-pair").addEventListener("change", () => { boxes(state.view); moves(); });
  $("p-back").addEventListener("click", () => { state.without = []; $("p-boxes").querySelector("input").focus({ preventScroll: true }); run(); });
  return { datasets, offer };
};
