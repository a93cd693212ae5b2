"use strict";
(function () {
  const { $, make, say, post, get, problem, later, pack, unpack } = page;
  const MOST_IN_ADDRESS = 12_000; // letters; longer addresses are cut by some programs
  const MOST_AT_ONCE = 2; // drawings

  // source: { text, name } | { files } | { example } | { store } | { evidence }
  const state = { source: null, digest: null, options: {}, without: [], view: null, whole: null, wholeKey: "", turn: 0, shown: 0 };

  // Requests: by digest where the server has the table already, with the table itself where it has not.
  const bodyOf = (more, by) => {
    const asked = { ...more, options: { ...state.options, ...(more.options ?? {}), ...(state.without.length && !more.all ? { without: state.without } : {}) } };
    delete asked.all;
    if (by) return { ...asked, evidence: by };
    const { source } = state;
    if (!source.files) return { ...asked, ...source };
    const form = new FormData();
    for (const file of source.files) form.append("file", file, file.name);
    form.append("asked", JSON.stringify(asked));
    return form;
  };
  const ask = async (path, more = {}, signal = undefined) => {
    if (state.digest && !state.source.store) {
      try { return await post(path, bodyOf(more, state.digest), signal); } catch (error) {
        if (error.said?.code !== "BO506" || state.source.evidence) throw error;
        state.digest = null;
      }
    }
    return post(path, bodyOf(more, null), signal);
  };

  // The answer.
  let running = null;
  const answered = ["p-answer", "p-report"];
  const run = async ({ fresh = false, recalled = false } = {}) => {
    if (!state.source) return;
    const turn = ++state.turn;
    running?.abort();
    running = new AbortController();
    for (const id of answered) $(id).classList.add("waiting");
    ahead(turn, fresh, running.signal);
    try {
      const answer = await (await ask("/api/view", {}, running.signal)).json();
      if (turn !== state.turn) return;
      state.digest = answer.digest;
      remember(fresh && !recalled);
      await show(answer.view, fresh, turn);
      problem(null);
    } catch (error) {
      if (error.name === "AbortError" || turn !== state.turn) return;
      problem(error);
      say(error.message);
      $("p-intro").hidden = true;
      if (fresh) empty();
      $("p-problem").scrollIntoView({ block: "nearest" });
    } finally {
      if (turn === state.turn) for (const id of answered) $(id).classList.remove("waiting");
    }
  };
  // The verdict on a table of scores comes ahead of the rest, and is never painted over what came after it.
  const ahead = async (turn, fresh, signal) => {
    try {
      const found = fresh ? await (await ask("/api/recognise")).json() : null;
      if (turn !== state.turn) return;
      const kind = fresh ? found.evidence?.kind : state.view?.kind;
      const verdict = kind === "scores" ? ask("/api/verdict", {}, signal) : null;
      if (fresh) recognised(found);
      const told = await (await verdict)?.json();
      if (told && turn === state.turn && turn !== state.shown) tell(told, fresh);
    } catch { /* the comparison says what is wrong */ }
  };
  const empty = () => {
    for (const id of answered) $(id).replaceChildren();
    for (const id of ["p-jump", "p-audit", "p-datasets", "p-downloads"]) $(id).hidden = true;
  };
  const soon = later(120, run);

  // The verdict is painted before anything else is laid out; in a hidden tab nothing is painted, and nobody waits.
  const painted = () => new Promise((done) => {
    setTimeout(done, 100);
    requestAnimationFrame(() => setTimeout(done));
  });
  const tell = ({ html, headline }, fresh) => {
    const at = document.activeElement?.closest("#p-answer, #p-report")?.id;
    const made = make("template");
    made.innerHTML = html; // made by the report's own templates, which escape every name
    $("p-answer").replaceChildren(made.content.querySelector("#answer"));
    if (at) $("answer").focus({ preventScroll: true }); // what had the focus is gone
    $("p-intro").hidden = true;
    $("p-give").open = fresh ? false : $("p-give").open;
    $("p-answer").classList.remove("waiting");
    document.title = headline;
    if ($("p-status").textContent !== headline) say(headline); // not twice
    return made.content;
  };
  const show = async (view, fresh, turn) => {
    state.view = view;
    if (!state.without.length) { state.whole = view; state.wholeKey = JSON.stringify(state.options); }
    const box = $("p-report");
    const old = new Map(Array.from(box.querySelectorAll("figure"), (f) => [f.dataset.file, f.querySelector(".drawing").innerHTML]));
    const open = box.querySelector("#calculation")?.open;
    const rest = tell(view, fresh);
    state.shown = turn;
    await painted();
    if (turn !== state.turn) return;
    box.replaceChildren(rest);
    report.enliven(JSON.parse(view.data), box);
    if (open) box.querySelector("#calculation").open = true;
    jump();
    facts(view);
    fill(view);
    datasets(view);
    $("p-downloads").hidden = false;
    draw(view, fresh ? new Map() : old);
    audit();
  };

  // The parts of the answer. The address holds the state, so that a link inside the page scrolls and leaves it alone.
  const PARTS = { "p-datasets": "What if", figures: "Figures", pairs: "Pairs", scores: "Scores", tests: "Tests", findings: "Findings",
    computed: "Calculation", "p-audit": "Audit", "p-recognised": "Settings", "p-downloads": "Downloads" };
  const jump = () => {
    const there = Object.entries(PARTS).filter(([id]) => $(id) && (id !== "p-datasets" || state.view.choices));
    $("p-jump").replaceChildren(...there.map(([id, textContent]) => make("a", { href: `#${id}`, textContent })));
    $("p-jump").hidden = false;
  };
  document.addEventListener("click", (event) => {
    const target = $(event.target.closest?.("a[href^='#']")?.hash.slice(1) ?? "");
    if (!target) return;
    event.preventDefault();
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  });

  const draw = async (view, old) => {
    const turn = state.turn;
    const figures = Array.from($("p-report").querySelectorAll("figure"));
    figures.forEach((figure, i) => {
      if (old.has(figure.dataset.file)) { figure.querySelector(".drawing").innerHTML = old.get(figure.dataset.file); figure.classList.add("waiting"); }
      const pdf = make("button", { type: "button", textContent: "PDF" });
      pdf.setAttribute("aria-label", `Download figure ${i + 1} as PDF`);
      pdf.addEventListener("click", () => take("/api/figure", { ...figureOf(view, i), form: "pdf" }));
      figure.querySelector(".tools")?.append(" ", pdf);
    });
    const queue = figures.map((figure, i) => [figure, i + 1]);
    const work = async () => {
      while (queue.length && turn === state.turn) {
        const [figure, number] = queue.shift();
        try {
          const { svg } = await (await ask("/api/drawing", { number })).json();
          if (turn !== state.turn) return;
          figure.querySelector(".drawing").innerHTML = svg;
          figure.classList.remove("waiting");
          report.enlivenDrawing(figure);
        } catch (error) {
          if (turn === state.turn) figure.querySelector(".drawing").textContent = `This figure could not be drawn: ${error.message}`;
          figure.classList.remove("waiting");
        }
      }
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, work));
  };
  const figureOf = (view, i) => {
    const { kind, pair } = view.figures[i];
    return pair ? { kind, pair } : { kind };
  };

  const audit = async () => {
    const turn = state.turn, box = $("p-audited");
    $("p-audit").hidden = false;
    try {
      const made = await (await ask("/api/audit")).json();
      if (turn !== state.turn) return;
      const known = new Set(Array.from($("p-report").querySelectorAll("#findings .said"), (li) => li.textContent));
      const items = made.findings.filter((f) => !f.code.startsWith("BO3")).map((f) => {
        const item = make("li", { className: f.severity }, make("b", { textContent: f.code }), " ", make("span", { className: "sr", textContent: `${f.severity}: ` }), f.message);
        return known.has(item.textContent) ? null : item;
      }).filter(Boolean);
      box.replaceChildren(items.length ? make("ul", { className: "findings" }, ...items) : make("p", { textContent: "Nothing beyond the findings above." }));
      const fragile = (made.fragility ?? []).filter((f) => f.flips_with);
      if (fragile.length) box.append(make("p", { className: "quiet", textContent: fragile.slice(0, 3).map((f) => `${f.b} against ${f.a} (${f.verdict}) turns without ${f.flips_with} of the datasets.`).join(" ") }));
    } catch (error) {
      if (turn === state.turn) box.replaceChildren(make("p", { className: "quiet", textContent: error.message }));
    }
  };

  // What was recognised, and what may be changed.
  const facts = (view) => {
    const rows = view.facts.map(([name, text]) => [name, name === "classifiers" ? listed(view.classifiers) : text]);
    $("p-facts").replaceChildren(...rows.map(([name, text]) => make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: text }))));
    $("p-recognised").hidden = false;
  };
  const listed = (names) => {
    const short = names.slice(0, names.length > 6 ? 5 : 6).map((name) => name.length > 40 ? `${name.slice(0, 39)}…` : name);
    return short.join(", ") + (names.length > 6 ? ` and ${names.length - 5} more` : "");
  };
  const recognised = (found) => {
    for (const select of document.querySelectorAll("[data-columns]")) {
      select.options[0].textContent = `as found: ${found.roles[select.name] ?? "none"}`;
      choose(select, found.columns, state.options[select.name]);
    }
    const remarks = (found.evidence?.findings ?? []).map((f) => make("li", { textContent: f.message }));
    $("p-remarks").replaceChildren(...remarks);
    $("p-study-label").hidden = found.studies.length < 2;
    choose($("p-study"), found.studies, state.options.study);
    $("p-recognised").hidden = false;
    if (found.problem) { $("p-facts").replaceChildren(); $("p-more").open = found.columns.length > 0; }
  };
  $("p-study").addEventListener("change", (event) => {
    if (event.target.value) begin(state.source, { options: { ...state.options, study: event.target.value } });
  });
  const choose = (select, values, chosen, text = (v) => v) => {
    const first = select.options[0];
    select.replaceChildren(first, ...values.map((value) => make("option", { value, textContent: text(value) })));
    select.value = chosen ?? "";
  };
  const fill = (view) => {
    const form = $("p-options").elements;
    choose(form.baseline, view.classifiers, state.options.baseline);
    form.test.options[0].textContent = `by the design (${view.settings.test})`;
    const objection = new Map(view.tests.map((t) => [t.test, t.objection]));
    choose(form.test, view.tests.map((t) => t.test), state.options.test);
    for (const option of Array.from(form.test.options).slice(1)) {
      option.disabled = Boolean(objection.get(option.value)) && option.value !== state.options.test;
      if (option.disabled) option.title = objection.get(option.value);
    }
    for (const field of form) {
      if (!field.name || field === document.activeElement) continue;
      const value = state.options[field.name];
      if (field.type === "checkbox") field.checked = Boolean(value);
      else if (field.name === "missing_marks") field.value = (value ?? []).join(", ");
      else if (field.tagName === "INPUT" || value !== undefined) field.value = value ?? "";
      else field.value = "";
    }
  };
  const readOptions = () => {
    const kept = {};
    for (const name of ["study", "leave_out", "only"]) if (name in state.options) kept[name] = state.options[name];
    for (const field of $("p-options").elements) {
      if (!field.name) continue;
      if (field.type === "checkbox") { if (field.checked) kept[field.name] = true; continue; }
      if (field.value === "") continue;
      if (field.name === "missing_marks") kept[field.name] = field.value.split(",").map((mark) => mark.trim()).filter(Boolean);
      else if (field.name === "higher_is_better") kept[field.name] = field.value === "true";
      else if (field.type === "number") { if (!field.checkValidity()) continue; kept[field.name] = Number(field.value); }
      else kept[field.name] = field.value;
    }
    state.options = kept;
    soon();
  };
  $("p-options").addEventListener("change", readOptions);
  $("p-options").addEventListener("submit", (event) => { event.preventDefault(); readOptions(); });

  // Datasets go and come.
  const pairAt = () => Number($("p-pair").value || 0);
  const datasets = (view) => {
    const { choices } = view;
    $("p-datasets").hidden = !choices;
    if (!choices) return;
    const pairs = (state.whole ?? view).moving.map((m) => `${m.b} over ${m.a}`);
    $("p-pair-label").hidden = pairs.length < 2;
    const chosen = $("p-pair").value || "0";
    $("p-pair").replaceChildren(...pairs.map((text, i) => make("option", { value: String(i), textContent: text })));
    $("p-pair").value = pairs[chosen] ? chosen : "0";
    boxes(view);
    moves();
    $("p-back").disabled = !state.without.length;
    $("p-warn").hidden = !state.without.length;
    const tries = state.without.length ? [] : view.suggestions.slice(0, 2).map((s) => {
      const names = s.without.length > 3 ? `${s.without.length} datasets` : s.without.join(" and ");
      const button = make("button", { type: "button", textContent: `Try without ${names}` });
      button.addEventListener("click", () => { state.without = s.without; boxes(view); run(); });
      return button;
    });
    $("p-try").replaceChildren(...tries);
  };
  const boxes = (view) => {
    const { choices } = view, box = $("p-boxes"), gone = new Set(state.without);
    const moving = (state.whole ?? view).moving[pairAt()], places = view.classifiers;
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
    const at = (v) => v?.moving[pairAt()];
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
  $("p-back").addEventListener("click", () => { state.without = []; run(); });

  // Downloads.
  const take = async (path, more = {}) => {
    try {
      const answer = await ask(path, more);
      const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "bakeoff";
      report.save(decodeURIComponent(name), await answer.blob());
      problem(null);
    } catch (error) { problem(error); }
  };
  for (const button of document.querySelectorAll("[data-get]")) {
    button.addEventListener("click", async () => {
      button.disabled = true;
      await take(`/api/${button.dataset.get}`, button.dataset.form ? { form: button.dataset.form } : {});
      button.disabled = false;
    });
  }

  // Addresses: the state with the data in it where that is short, else by digest.
  const textOf = async () => {
    const { source } = state;
    if (source.text !== undefined) return { text: source.text, name: source.name };
    if (source.files?.length !== 1 || source.files[0].size > 1_000_000) return null;
    const bytes = new Uint8Array(await source.files[0].arrayBuffer());
    try { return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), name: source.files[0].name }; } catch { return null; }
  };
  const addressOf = async () => {
    const { source } = state, rest = { options: state.options, without: state.without };
    const told = Object.keys(rest.options).length || rest.without.length ? `&o=${await pack(rest)}` : "";
    if (source.example) return `#x=${encodeURIComponent(source.example)}&o=${await pack(rest)}`;
    if (source.store) return `#s=${encodeURIComponent(source.store)}${told}`;
    const own = await textOf();
    if (own) {
      const letters = await pack({ ...own, ...rest });
      if (letters.length <= MOST_IN_ADDRESS) return `#z=${letters}`;
    }
    return `#e=${state.digest}${told}`;
  };
  const remember = async (anew) => {
    const turn = state.turn, address = await addressOf();
    if (address === location.hash || turn !== state.turn) return;
    history[anew ? "pushState" : "replaceState"](null, "", address);
  };
  const recall = async () => {
    const said = new URLSearchParams(location.hash.slice(1)), recalled = true;
    if (!said.size) return home();
    try {
      const rest = said.get("o") ? await unpack(said.get("o")) : {};
      if (said.get("z")) {
        const { text, name, ...more } = await unpack(said.get("z"));
        return begin({ text, ...(name ? { name } : {}) }, { ...more, recalled });
      }
      if (said.get("x")) return begin({ example: said.get("x") }, { ...(said.get("o") ? rest : { options: await optionsOf(said.get("x")) }), recalled });
      if (said.get("s")) return begin({ store: said.get("s") }, { ...rest, recalled });
      if (said.get("e")) return begin({ evidence: said.get("e") }, { ...rest, recalled });
    } catch { problem(new page.Refusal({ code: "", what: "This address is damaged", where: "after the #", fix: "copy it again" }, 0)); }
    return undefined;
  };
  $("p-share").addEventListener("click", async () => {
    const address = await addressOf(), whole_ = location.origin + location.pathname + address;
    try { await navigator.clipboard.writeText(whole_); } catch { /* the address bar has it too */ }
    $("p-shared").textContent = address.startsWith("#e=")
      ? "Copied. The table is too large for an address: this one works as long as this server runs, and for you only."
      : "Copied. The data are in the address: whoever runs bakeoff serve can open it.";
  });

  // Evidence comes in.
  const home = () => {
    running?.abort();
    state.turn += 1;
    Object.assign(state, { source: null, digest: null, view: null });
    empty();
    problem(null);
    $("p-recognised").hidden = $("p-source").hidden = true;
    $("p-intro").hidden = false;
    $("p-give").open = true;
    document.title = "bakeoff: compare classifiers";
  };
  const begin = (source, { options = {}, without = [], recalled = false } = {}) => {
    Object.assign(state, { source, digest: null, options, without, view: null, whole: null, wholeKey: "" });
    $("p-pair").replaceChildren();
    $("p-boxes").dataset.of = "";
    if (source.evidence) state.digest = source.evidence;
    if (source.text !== undefined) $("p-text").value = source.text.length < 200_000 ? source.text : "";
    const name = source.name ?? source.example ?? source.store ?? (source.files ? Array.from(source.files, (f) => f.name).join(", ") : "the pasted text");
    $("p-source").textContent = name;
    $("p-source").hidden = false;
    return run({ fresh: true, recalled });
  };
  $("p-go").addEventListener("click", () => {
    const text = $("p-text").value;
    if (text.trim()) return begin({ text });
    $("p-text").focus();
    return problem(new page.Refusal({ code: "", what: "There is nothing to compare yet", where: "the box for the table", fix: "Paste a table, drop a file, or take an example." }, 0));
  });
  $("p-text").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("p-go").click(); });
  $("p-text").addEventListener("paste", () => setTimeout(() => $("p-go").click(), 0));
  const given = (files) => { if (files.length) begin({ files: Array.from(files) }); };
  $("p-files").addEventListener("change", (event) => { given(event.target.files); event.target.value = ""; });
  let over = 0;
  addEventListener("dragenter", (event) => { event.preventDefault(); over += 1; $("p-drop").hidden = false; });
  addEventListener("dragleave", () => { over -= 1; if (over <= 0) $("p-drop").hidden = true; });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    over = 0;
    $("p-drop").hidden = true;
    const { files } = event.dataTransfer;
    if (files.length) return given(Array.from(files));
    const text = event.dataTransfer.getData("text/plain");
    return text.trim() ? begin({ text }) : undefined;
  });
  addEventListener("popstate", () => { recall(); });

  // Examples and studies.
  const examplesKnown = get("/api/examples");
  const optionsOf = async (key) => (await examplesKnown).find((e) => e.key === key)?.options ?? {};
  const examples = async () => {
    const known = await examplesKnown;
    const open = async (key) => begin({ example: key }, { options: await optionsOf(key) });
    choose($("p-example"), known.map((e) => e.key), "", (key) => { const e = known.find((k) => k.key === key); return `${e.what} (${e.source})`; });
    $("p-example").addEventListener("change", (event) => { if (event.target.value) open(event.target.value); event.target.value = ""; });
    $("p-cards").replaceChildren(...known.map((e) => {
      const card = make("button", { type: "button" }, e.what, make("small", { textContent: e.source }));
      card.dataset.example = e.key;
      card.addEventListener("click", () => open(e.key));
      return card;
    }));
  };
  const stores = async () => {
    const found = (await get("/api/studies")).flatMap((s) => s.studies.map((t) => ({ store: s.store, study: t.study })));
    if (!found.length) return;
    const select = $("p-store");
    select.hidden = document.querySelector("label[for=p-store]").hidden = false;
    select.append(...found.map((f, i) => make("option", { value: String(i), textContent: `${f.study} (${f.store})` })));
    select.addEventListener("change", () => { const f = found[select.value]; if (f) begin({ store: f.store }, { options: { study: f.study } }); select.value = ""; });
  };
  examples().catch(problem);
  if (location.hash.length > 1) recall();
  stores().catch(() => {});
})();
