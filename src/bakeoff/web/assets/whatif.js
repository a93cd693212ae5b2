// What if a dataset were not there: datasets go and come, and the numbers of one pair move.
import { ask } from "./asking.js";
import { $, make } from "./dom.js";
import { act, change, state } from "./state.js";
import { decimalsOf, signed } from "./words.js";

export const whatIf = () => {
  let decimals = 0; // that all advantages share
  const nameOf = (m) => `${m.b} over ${m.a}`;
  const chosen = (view) => view.moving.find((m) => nameOf(m) === $("p-pair").value);
  const firstPair = (view) => { // the one that the figures are of
    const [a, b] = view.figures.find((f) => f.pair)?.pair ?? [];
    return view.moving.find((m) => m.a === a && m.b === b) ?? view.moving[0];
  };
  const datasets = (view) => {
    const { choices } = view;
    $("p-datasets").hidden = !choices;
    if (!choices) return;
    const before = chosen(view) ?? firstPair(view);
    $("p-pair-label").hidden = view.moving.length < 2;
    $("p-pair").replaceChildren(...view.moving.map((m) => make("option", { value: nameOf(m), textContent: nameOf(m) })));
    if (before) $("p-pair").value = nameOf(before);
    const more = view.pairs - view.moving.length;
    if (more > 0) $("p-pair").append(make("option", { disabled: true, textContent: `and ${more} more, under Pairs` }));
    boxes(view);
    moves();
    $("p-back").disabled = !state.without.length;
    $("p-warn").hidden = !state.without.length;
    offer(view.suggestions);
  };
  // Sets of datasets that turn a verdict, found by the comparison or by the audit: { without, a, b }, where it is known of which pair.
  const offer = (found) => {
    const buttons = state.without.length ? [] : found.slice(0, 2).map(({ without, a, b }) => {
      const names = without.length > 3 ? `${without.length} datasets` : without.join(" and "), pair = nameOf({ a, b });
      const button = make("button", { type: "button", textContent: `Try without ${names}${b ? `: ${pair}` : ""}` });
      button.addEventListener("click", () => {
        if (!state.view) return; // another table is being read
        const option = Array.from($("p-pair").options).find((o) => o.value === pair);
        if (option) option.selected = true;
        change({ without });
        boxes(state.view);
        moves();
        $("p-back").disabled = false;
        $("p-back").focus();
      });
      return button;
    });
    $("p-try").replaceChildren(...buttons);
  };
  const boxes = (view) => {
    const { choices } = view, box = $("p-boxes"), gone = new Set(state.without);
    const moving = chosen(view), places = view.classifiers;
    const a = places.indexOf(moving?.a), b = places.indexOf(moving?.b);
    const advantage = (i) => {
      const row = choices.scores?.[i];
      if (!row || a < 0 || b < 0 || row[a] === null || row[b] === null) return null;
      return Number(((row[b] - row[a]) * (view.higher_is_better ? 1 : -1)).toPrecision(10)); // 0.3 - 0.1 is 0.2
    };
    decimals = decimalsOf(choices.datasets.map((_, i) => advantage(i)));
    if (box.dataset.of === JSON.stringify(choices.datasets)) {
      Array.from(box.querySelectorAll("input")).forEach((input, i) => paint(input, gone.has(choices.datasets[i]), advantage(i)));
      return;
    }
    box.dataset.of = JSON.stringify(choices.datasets);
    box.replaceChildren(...choices.datasets.map((name, i) => {
      const input = make("input", { type: "checkbox" });
      input.addEventListener("change", () => {
        if (!state.view) { input.checked = !input.checked; return; } // another table is being read
        change({ without: input.checked ? state.without.filter((n) => n !== name) : [...state.without, name] }, { run: act.soon });
        input.closest("label").classList.toggle("out", !input.checked);
        $("p-back").disabled = !state.without.length;
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
    told.textContent = advantage === null ? "" : signed(advantage, decimals);
    told.className = `adv ${advantage > 0 ? "up" : advantage < 0 ? "down" : ""}`;
  };
  const moves = () => {
    const { view } = state, base = state.wholeKey === JSON.stringify(state.options) ? state.whole : null;
    const now = chosen(view), before = base ? chosen(base) : undefined;
    const rows = [
      [now ? `verdict on ${now.b}` : "verdict", (m) => m.verdict], [`advantage`, (m) => m.advantage], ["interval", (m) => m.interval],
      [now?.test ?? "test", (m) => m.strength], ["paired t", (m) => m.t?.statistic ?? "–"], ["p of t", (m) => m.t?.p ?? "–"],
      ["wins/draws/losses", (m) => m.tally],
    ];
    $("p-all").textContent = base ? `all ${base.units}` : "all";
    $("p-some").textContent = `now ${view.units}`;
    $("p-moves").tBodies[0].replaceChildren(...rows.map(([name, of]) => {
      const [old, new_] = [before ? of(before) : base ? "–" : "…", now ? of(now) : "–"];
      return make("tr", {}, make("th", { scope: "row", textContent: name }), make("td", { textContent: old }),
        make("td", { textContent: new_, className: before && old !== new_ ? "moved" : "" }));
    }));
    if (!base && state.without.length) whole();
  };
  let asked = {}; // of what the numbers of all datasets are on their way
  const whole = async () => {
    const key = JSON.stringify(state.options), { source } = state;
    if (asked.source === source && asked.key === key) return;
    asked = { source, key };
    try {
      const answer = await (await ask("/api/view", { all: true })).json();
      if (source !== state.source || key !== JSON.stringify(state.options)) return; // of another table, or of other settings
      state.whole = answer.view;
      state.wholeKey = key;
      if (state.view) moves();
    } catch { asked = {}; /* the numbers of all datasets stay open */ }
  };
  $("p-pair").addEventListener("change", () => { if (state.view) { boxes(state.view); moves(); } });
  $("p-back").addEventListener("click", () => {
    if (!state.view) return; // another table is being read
    change({ without: [] });
    boxes(state.view);
    $("p-boxes").querySelector("input").focus({ preventScroll: true });
  });
  return { datasets, offer };
};
