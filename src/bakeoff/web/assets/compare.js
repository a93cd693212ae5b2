"use strict";
(function () {
  const { $, make, say, post, get, problem, inWordsOfThePage, meaning, later, pack, unpack } = page;
  const MOST_IN_ADDRESS = 12_000; // letters; longer addresses are cut by some programs
  const MOST_AT_ONCE = 2; // drawings
  const NARROW = 480; // pixels, below which figures are drawn in their narrow shape, where they have one

  // source: { text, name } | { files } | { example } | { store } | { evidence }
  const state = { source: null, digest: null, options: {}, without: [], view: null, whole: null, wholeKey: "", turn: 0, shown: 0 };

  // Requests: by digest where the server has the table already, with the table itself where it has not.
  const bodyOf = (more, by) => {
    const asked = { ...more, options: { ...state.options, ...(more.options ?? {}), ...(state.without.length && !more.all ? { without: state.without, after_seeing: true } : {}) } };
    delete asked.all;
    for (const name of Object.keys(asked.options)) if (asked.options[name] === null) delete asked.options[name]; // taken back
    if (by) return { ...asked, evidence: by };
    const { source } = state;
    if (!source.files) return { ...asked, ...source };
    const form = new FormData();
    for (const file of source.files) form.append("file", file, page.nameOf(file));
    form.append("asked", JSON.stringify(asked));
    return form;
  };
  const ask = async (path, more = {}, signal = undefined) => {
    const { source, digest } = state;
    if (digest && !source.store) {
      try { return await post(path, bodyOf(more, digest), signal); } catch (error) {
        if (error.said?.code !== "BO506" || source.evidence || source !== state.source) throw error;
        state.digest = null;
      }
    }
    return post(path, bodyOf(more, null), signal);
  };

  // The answer.
  let running = null;
  const answered = ["p-answer", "p-report", "p-audited"];
  const classed = (name, on) => { for (const id of [...answered, "p-moves"]) $(id).classList.toggle(name, on); };
  const run = async ({ fresh = false, recalled = false } = {}) => {
    if (!state.source) return;
    const turn = ++state.turn;
    running?.abort();
    running = new AbortController();
    classed("waiting", true);
    say(""); // what is said next is news, even where the words are the same
    ahead(turn, fresh, running.signal);
    const job = `${Date.now()}-${turn}`, mine = running, watch = watchJob(job, () => { stopped = true; mine.abort(); });
    let stopped = false;
    if (!fresh) reading.again(turn, running.signal);
    try {
      const answer = await (await ask("/api/view", { job }, running.signal)).json();
      if (turn !== state.turn) return;
      state.digest = answer.digest;
      remember(fresh && !recalled);
      await show(answer.view, fresh, turn);
      problem(null);
    } catch (error) {
      if (turn !== state.turn) return;
      if (stopped) return halt(fresh);
      if (error.name === "AbortError") return;
      refuse(error, fresh);
      if (fresh) handOver(ask, () => turn === state.turn);
      reading.question(error);
      remember(fresh && !recalled);
    } finally {
      watch.end();
      if (turn === state.turn) for (const id of ["p-answer", "p-report", "p-moves"]) $(id).classList.remove("waiting"); // the audit is still to come
    }
  };
  // Who cancels a table is back where tables are given; who cancels a setting keeps the answer before it.
  const halt = (fresh) => {
    say("Stopped.");
    if (fresh || !state.view) return home();
    state.shown = state.turn;
    $("p-answer").replaceChildren(parts(state.view.html).querySelector("#answer"));
    classed("waiting", false);
    return problem(new page.Refusal({ code: "", what: "Stopped before it was done", where: "this page", fix: "The answer below is the one from before this change." }, 0));
  };
  // What cannot be answered leaves nothing behind of a new table; after a change of settings it leaves the answer before it, marked as such.
  const refuse = (error, fresh) => {
    state.shown = state.turn; // a verdict that comes later is not painted
    problem(error);
    instead($("p-intro"), () => { $("p-intro").hidden = true; }, "p-problem");
    document.title = `bakeoff: ${error.message}`;
    if (fresh || !state.view) empty();
    else {
      $("p-answer").replaceChildren(parts(state.view.html).querySelector("#answer"));
      classed("stale", true);
      classed("waiting", false);
      $("p-problem").querySelector(".close").before(make("p", { textContent: "The answer below is the one from before this change." }));
    }
    $("p-problem").scrollIntoView({ block: "nearest" });
  };
  $("p-problem").addEventListener("closed", () => { $("p-intro").hidden = Boolean(state.view); });
  // The verdict on a table of scores comes ahead of the rest, and is never painted over what came after it.
  const ahead = async (turn, fresh, signal) => {
    try {
      const found = fresh ? await (await ask("/api/recognise", {}, signal)).json() : null;
      if (turn !== state.turn) return;
      const kind = fresh ? found.evidence?.kind : state.view?.kind;
      const verdict = kind === "scores" ? ask("/api/verdict", {}, signal) : null;
      if (fresh) { recognised(found); reading.show(found.read, Boolean(found.problem)); }
      const told = await (await verdict)?.json();
      if (told && turn === state.turn && turn !== state.shown) tell(told, fresh);
    } catch { /* the comparison says what is wrong */ }
  };
  const empty = () => {
    for (const id of answered) $(id).replaceChildren();
    classed("stale", false);
    for (const id of ["p-jump", "p-audit", "p-datasets", "p-downloads"]) $(id).hidden = true;
  };
  const soon = later(120, run);

  // The verdict is painted before anything else is laid out; in a hidden tab nothing is painted, and nobody waits.
  const painted = () => new Promise((done) => {
    setTimeout(done, 100);
    requestAnimationFrame(() => setTimeout(done));
  });
  const parts = (html) => {
    const made = make("template");
    made.innerHTML = html; // made by the report's own templates, which escape every name
    return made.content;
  };
  // What had the focus and goes leaves it to what stands in its place, or to something near.
  const instead = (box, change, near) => {
    const had = box.contains(document.activeElement) ? document.activeElement.id : null;
    change();
    if (had !== null) ($(had)?.checkVisibility() ? $(had) : $(near)).focus({ preventScroll: true });
  };
  const tell = ({ html, headline }, fresh) => {
    const made = parts(html), audited = fresh ? [] : Array.from($("p-answer").querySelectorAll("li.audit"));
    instead($("p-answer"), () => $("p-answer").replaceChildren(made.querySelector("#answer")), "answer");
    for (const line of audited) line.classList.add("waiting"); // what the last audit found stays until the next one is there
    list(audited);
    if (fresh) instead($("p-give"), () => { $("p-give").open = false; }, "p-give-head");
    if (fresh && $("p-answer").getBoundingClientRect().top < 0) $("p-answer").scrollIntoView();
    problem(null);
    instead($("p-intro"), () => { $("p-intro").hidden = true; }, "answer");
    $("p-answer").classList.remove("waiting", "stale");
    document.title = headline;
    if ($("p-status").textContent !== headline) say(headline); // not twice
    return made;
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
    for (const reason of rest.querySelectorAll("#refused + dl dd")) reason.textContent = inWordsOfThePage(reason.textContent);
    instead(box, () => {
      box.replaceChildren(rest);
      report.enliven(JSON.parse(view.data), box);
    }, "answer");
    classed("stale", false);
    if (open) box.querySelector("#calculation").open = true;
    jump();
    facts(view);
    fill(view);
    datasets(view);
    $("p-downloads").hidden = false;
    draw(view, fresh ? new Map() : old);
    audit();
  };

  // The parts of the answer.
  const PARTS = { "p-recognised": "Settings", "p-reading": "Reading", "p-datasets": "What if", figures: "Figures", pairs: "Pairs", scores: "Scores", tests: "Tests", findings: "Findings",
    computed: "Calculation", "p-audit": "Audit", "p-downloads": "Downloads" };
  const jump = () => {
    const there = Object.entries(PARTS).filter(([id]) => $(id) && (id !== "p-datasets" || state.view.choices));
    $("p-jump").replaceChildren(...there.map(([id, textContent]) => make("a", { href: `#${id}`, textContent })));
    $("p-jump").hidden = false;
  };

  const draw = async (view, old) => {
    const turn = state.turn;
    const figures = Array.from($("p-report").querySelectorAll("figure"));
    figures.forEach((figure, i) => {
      if (old.has(figure.dataset.file)) { figure.querySelector(".drawing").innerHTML = old.get(figure.dataset.file); figure.classList.add("waiting"); }
      const pdf = make("button", { type: "button", textContent: "PDF" });
      pdf.setAttribute("aria-label", `Download figure ${i + 1} as PDF`);
      pdf.addEventListener("click", () => state.view && take("/api/figure", { ...figureOf(view, i), form: "pdf" }));
      figure.querySelector(".tools")?.append(" ", pdf);
    });
    const queue = figures.map((figure, i) => [figure, i + 1]), narrow = $("p-report").clientWidth < NARROW;
    const work = async () => {
      while (queue.length && turn === state.turn) {
        const [figure, number] = queue.shift();
        try {
          const { svg } = await (await ask("/api/drawing", { number, narrow })).json();
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
        if (known.has(item.textContent)) return null;
        item.append(meaning(f.code));
        item.dataset.code = f.code;
        return item;
      }).filter(Boolean);
      worth(items);
      if (!state.view.suggestions.length) offer((made.fragility ?? []).filter((f) => f.removing?.length).map((f) => ({ without: f.removing, a: f.a, b: f.b })));
      box.replaceChildren(items.length ? make("ul", { className: "findings" }, ...items) : make("p", { textContent: "Nothing beyond the findings above." }));
      const fragile = (made.fragility ?? []).filter((f) => f.flips_with);
      if (fragile.length) box.append(make("p", { className: "quiet", textContent: fragile.slice(0, 3).map((f) => `${f.b} against ${f.a} (${f.verdict}) is ${f.becomes} without ${f.exact ? "" : "at most "}${f.flips_with} of ${f.datasets} datasets, by ${f.test}.`).join(" ") }));
    } catch (error) {
      if (turn !== state.turn) return;
      box.replaceChildren(make("p", { className: "quiet", textContent: error.message }));
      worth([]);
    } finally {
      if (turn === state.turn) box.classList.remove("waiting");
    }
  };

  // What the audit found is worth knowing beside the verdict, as it is in the report.
  const worth = (items) => {
    const { titles } = state.view;
    for (const old of $("answer").querySelectorAll("li.audit")) old.remove();
    const first = new Map(items.map((item) => [item.dataset.code, item]).reverse());
    const lines = items.filter((item) => first.get(item.dataset.code) === item).map((item) => {
      const { code } = item.dataset;
      item.id = `audit-${code}`;
      return make("li", { className: "audit" }, make("a", { href: `#${item.id}`, textContent: code }), ` ${titles[code] ?? ""}`);
    });
    list(lines);
    if (lines.length) say(`The audit has ${items.length === 1 ? "one finding" : `${items.length} findings`}.`);
  };
  const list = (lines) => {
    const box = $("answer").querySelector(".worth") ?? make("ul", { className: "worth" });
    if (lines.length && !box.parentNode) $("answer").querySelector("p.quiet").after(box);
    const known = new Set(Array.from(box.querySelectorAll("a"), (a) => a.textContent));
    box.append(...lines.filter((line) => !known.has(line.querySelector("a").textContent)));
  };

  // What was recognised, and what may be changed.
  const facts = (view) => {
    listFacts(view.facts.map(([name, text]) => [name, name === "classifiers" ? listed(view.classifiers) : text]));
    $("p-recognised").hidden = false;
  };
  const listFacts = (rows) => $("p-facts").replaceChildren(...rows.map(([name, text]) => make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: text }))));
  const listed = (names) => {
    const short = names.slice(0, names.length > 6 ? 5 : 6).map((name) => name.length > 40 ? `${name.slice(0, 39)}…` : name);
    return short.join(", ") + (names.length > 6 ? ` and ${names.length - 5} more` : "");
  };
  const recognised = (found) => {
    for (const select of document.querySelectorAll("[data-columns]")) {
      select.options[0].textContent = select.name in found.roles ? `${found.roles[select.name]} (as found)` : "none found";
      choose(select, found.columns, state.options[select.name]);
    }
    const findings = (found.evidence?.findings ?? []).map((f) => make("li", { textContent: f.message }));
    $("p-findings").replaceChildren(...findings);
    $("p-study-label").hidden = found.studies.length < 2;
    choose($("p-study"), found.studies, state.options.study);
    $("p-recognised").hidden = false;
    if (!found.problem) return;
    listFacts(found.columns.length ? [["columns", listed(found.columns)]] : []);
    $("p-more").open = found.columns.length > 0;
  };
  $("p-study").addEventListener("change", (event) => {
    if (event.target.value) start(state.source, { options: { ...state.options, study: event.target.value } });
  });
  const choose = (select, values, chosen, text = (v) => v) => {
    const first = select.options[0];
    select.replaceChildren(first, ...values.map((value) => make("option", { value, textContent: text(value) })));
    select.value = chosen ?? "";
  };
  const fill = (view) => {
    const form = $("p-options").elements;
    choose(form.baseline, view.classifiers, state.options.baseline);
    form.test.options[0].textContent = `${view.settings.test} (by the design)`;
    const objection = new Map(view.tests.map((t) => [t.test, t.objection]));
    choose(form.test, view.tests.map((t) => t.test), state.options.test);
    for (const option of Array.from(form.test.options).slice(1)) {
      option.disabled = Boolean(objection.get(option.value)) && option.value !== state.options.test;
      if (option.disabled) option.title = objection.get(option.value);
    }
    filled();
  };
  const filled = () => {
    for (const field of $("p-options").elements) {
      if (!field.name || field === document.activeElement) continue;
      field.removeAttribute("aria-invalid");
      const value = state.options[field.name];
      if (field.type === "checkbox") field.checked = Boolean(value);
      else if ("list" in field.dataset) field.value = (value ?? []).join(", ");
      else if (field.tagName === "INPUT" || value !== undefined) field.value = value ?? "";
      else field.value = "";
    }
  };
  const readOptions = () => {
    const kept = Object.fromEntries(Object.entries(state.options).filter(([name]) => !(name in $("p-options").elements))); // what has no field
    for (const field of $("p-options").elements) {
      if (!field.name) continue;
      if (!field.checkValidity()) return cannot(field);
      field.removeAttribute("aria-invalid");
      if (field.type === "checkbox") { if (field.checked) kept[field.name] = true; continue; }
      if (field.value === "") continue;
      if ("list" in field.dataset) kept[field.name] = field.value.split(",").map((each) => each.trim()).filter(Boolean);
      else if ("direction" in field.dataset) kept[field.name] = field.value === "true";
      else if (field.type === "number") kept[field.name] = Number(field.value);
      else kept[field.name] = field.value;
    }
    state.options = kept;
    return soon();
  };
  const cannot = (field) => {
    field.setAttribute("aria-invalid", "true");
    problem(new page.Refusal({ code: "", what: `${field.closest("label").firstChild.textContent.trim()}: ${field.validationMessage}`, where: "the settings", fix: "Nothing has changed: the answer below is the one from before." }, 0));
  };
  $("p-options").addEventListener("change", readOptions);
  $("p-options").addEventListener("submit", (event) => { event.preventDefault(); readOptions(); });

  const reading = readingOf(state, { ask, run: () => run(), instead });
  const { datasets, offer } = whatIf(state, { ask, run: () => run(), soon: () => soon() });

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
      if (button.ariaBusy) return;
      button.ariaBusy = "true"; // and not disabled, which would take the focus away
      $("p-shared").textContent = `Making ${button.textContent}…`;
      await take(`/api/${button.dataset.get}`, button.dataset.form ? { form: button.dataset.form } : {});
      button.ariaBusy = null;
      $("p-shared").textContent = "";
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
    return state.digest ? `#e=${state.digest}${told}` : ""; // nothing was read yet
  };
  const remember = async (anew) => {
    const turn = state.turn, address = await addressOf();
    if (!address || address === location.hash || turn !== state.turn) return;
    history[anew ? "pushState" : "replaceState"](null, "", address);
  };
  const recall = async () => {
    const said = new URLSearchParams(location.hash.slice(1)), recalled = true, hash = location.hash;
    if (!said.size) return home();
    const begin = (...given) => hash === location.hash ? start(...given) : undefined; // who is already elsewhere stays there
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
  const REACH = {
    z: "The data are in the address: whoever runs bakeoff serve can open it.",
    x: "It names the example: whoever runs bakeoff serve can open it.",
    s: "It names the store: it can be opened where that lies in the folder that is served.",
    e: "The table is too large for an address: this one works as long as this server runs, and for you only.",
  };
  $("p-share").addEventListener("click", async () => {
    const address = await addressOf(), whole_ = location.origin + location.pathname + address;
    let copied = "Copied.";
    try { await navigator.clipboard.writeText(whole_); } catch { copied = "It could not be copied; it stands in the address bar."; }
    $("p-shared").textContent = `${copied} ${REACH[address[1]]}`;
  });

  // Evidence comes in.
  const home = () => {
    running?.abort();
    state.turn += 1;
    Object.assign(state, { source: null, digest: null, view: null });
    empty();
    problem(null);
    $("p-recognised").hidden = $("p-source").hidden = $("p-reading").hidden = true;
    $("p-intro").hidden = false;
    $("p-give").open = true;
    document.title = "bakeoff: compare classifiers";
  };
  const start = (source, { options = {}, without = [], recalled = false } = {}) => {
    Object.assign(state, { source, digest: null, options, without, view: null, whole: null, wholeKey: "" });
    $("p-options").elements.test.options[0].textContent = "by the design";
    for (const name of ["baseline", "test"]) choose($("p-options").elements[name], options[name] ? [options[name]] : [], options[name]);
    filled();
    $("p-audited").replaceChildren(make("p", { className: "quiet", textContent: "…" }));
    $("p-shared").textContent = "";
    $("p-pair").replaceChildren();
    $("p-boxes").dataset.of = "";
    $("p-reading").hidden = true;
    $("p-ways").replaceChildren();
    reading.forget();
    $("p-facts").replaceChildren();
    if (source.evidence) state.digest = source.evidence;
    if (source.text !== undefined) $("p-text").value = source.text.length < 200_000 ? source.text : "";
    const name = source.name ?? source.example ?? source.store ?? (source.evidence ? "a table that was given before" : source.files ? page.namesOf(source.files) : "the pasted text");
    $("p-source").textContent = name;
    $("p-source").hidden = false;
    return run({ fresh: true, recalled });
  };
  $("p-go").addEventListener("click", () => {
    const text = $("p-text").value;
    if (text.trim()) return start({ text });
    $("p-text").focus();
    return problem(new page.Refusal({ code: "", what: "There is nothing to compare yet", where: "the box for the table", fix: "Paste a table, drop a file, or take an example." }, 0));
  });
  $("p-text").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("p-go").click(); });
  $("p-text").addEventListener("paste", () => setTimeout(() => $("p-go").click(), 0));
  const given = (files) => { if (files.length) start({ files: Array.from(files) }); };
  for (const id of ["p-files", "p-folder"]) $(id).addEventListener("change", (event) => { given(event.target.files); event.target.value = ""; });
  let over = 0;
  addEventListener("dragenter", (event) => { event.preventDefault(); over += 1; $("p-drop").hidden = false; });
  addEventListener("dragleave", () => { over -= 1; if (over <= 0) $("p-drop").hidden = true; });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    over = 0;
    $("p-drop").hidden = true;
    const { files } = event.dataTransfer;
    if (files.length) return page.dropped(event.dataTransfer).then(given);
    const text = event.dataTransfer.getData("text/plain");
    return text.trim() ? start({ text }) : undefined;
  });
  addEventListener("popstate", () => { recall(); });

  // Examples and studies.
  const examplesKnown = get("/api/examples");
  const optionsOf = async (key) => (await examplesKnown).find((e) => e.key === key)?.options ?? {};
  const examples = async () => {
    const known = await examplesKnown;
    const open = async (key) => start({ example: key }, { options: await optionsOf(key) });
    choose($("p-example"), known.map((e) => e.key), "", (key) => { const e = known.find((k) => k.key === key); return `${e.what} (${e.source})`; });
    $("p-example").addEventListener("change", (event) => { if (event.target.value) open(event.target.value); event.target.value = ""; });
    $("p-cards").replaceChildren(...known.map((e) => {
      const card = make("button", { type: "button" }, make("span", { textContent: e.what }), make("small", { textContent: e.source }));
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
    select.addEventListener("change", () => { const f = found[select.value]; if (f) start({ store: f.store }, { options: { study: f.study } }); select.value = ""; });
  };
  examples().catch(problem);
  if (location.hash.length > 1) recall();
  stores().catch(() => {});
})();
