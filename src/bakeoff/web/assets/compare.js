// The page that compares: from evidence to an answer, one turn at a time.
import { ask, findBoard, handOver, take, TOO_MANY_PAIRS } from "./asking.js";
import { addressOf, recall, remember } from "./addresses.js";
import { paintAnswer, paintFindings, forgetPictures } from "./verdict.js";
import { showCloserLook } from "./closer.js";
import { $, instead, later, make, say } from "./dom.js";
import { fill, filled, listFacts, recogniseInForm, resetForm, showFacts } from "./form.js";
import { inWordsOfThePage, problem } from "./problem.js";
import { watchJob } from "./progress.js";
import { readingOf } from "./reading.js";
import { noteRecent, showRecent, stillHere } from "./recent.js";
import { addressOfPath, Refusal } from "./requests.js";
import { act, beginTable, change, goTo, state } from "./state.js";
import { begin, redoLabel, undoLabel } from "./steps.js";
import { whatIf } from "./whatif.js";
import "./giving.js";
import "./menu.js";
import "./beside.js";

const MOST_AT_ONCE = 2; // drawings
const NARROW = 480; // pixels, below which figures are drawn in their narrow shape, where they have one
const ANSWERED = ["p-answer", "p-report"];
const isScored = (found) => found?.evidence?.kind === "scores";
let running = null;
const classed = (name, on) => { for (const id of [...ANSWERED, "p-mini", "p-wrong", "p-moves", "p-closer"]) $(id).classList.toggle(name, on); };

act.run = async ({ fresh = false, recalled = false } = {}) => {
  if (!state.source) return;
  const turn = ++state.turn;
  running?.abort();
  running = new AbortController();
  classed("waiting", true);
  if (fresh && state.name) $("p-answer").dataset.of = `Still the answer on ${state.name}:`; // the line above names the new table
  say(""); // what is said next is news, even where the words are the same
  ahead(turn, fresh, running.signal);
  const job = `${Date.now()}-${turn}`, mine = running, watch = watchJob(job, () => { stopped = true; mine.abort(); });
  let stopped = false;
  if (!fresh) reading.again(turn, running.signal);
  try {
    const answer = await (await ask("/api/view", { job }, running.signal)).json();
    if (turn !== state.turn) return;
    state.digest = answer.digest;
    remember({ fresh, recalled });
    await show(answer.view, fresh, turn);
    problem(null);
    noteRecent(await addressOf());
  } catch (error) {
    if (turn !== state.turn) return;
    if (stopped) { halt(fresh); return; }
    if (error.name === "AbortError") return;
    refuse(error, fresh);
    if (error.said?.code === TOO_MANY_PAIRS) offerOthers(); else if (fresh) handOver(() => turn === state.turn, (path) => location.replace(addressOfPath(path)));
    reading.question(error);
    remember({ fresh, recalled });
  } finally {
    watch.end();
    if (turn === state.turn) classed("waiting", false);
  }
};
const offerOthers = () => {
  const board = make("button", { type: "button", className: "main", textContent: "Rank them on the leaderboard page" }), name = make("input", { id: "p-one", size: 16, autocomplete: "off" });
  const go = make("button", { type: "button", textContent: "Compare" }), turn = state.turn;
  board.addEventListener("click", async () => {
    board.disabled = true;
    try {
      const path = await findBoard();
      if (turn === state.turn) location.assign(addressOfPath(path));
    } catch (error) { if (turn === state.turn) problem(error); }
  });
  go.addEventListener("click", () => { if (name.value.trim()) change({ options: { ...state.options, baseline: name.value.trim() } }); });
  $("p-problem").querySelector(".close").before(make("p", { className: "tools", id: "p-others" }, board, make("label", {}, "Compare all with ", name), go));
};
act.soon = later(120, () => act.run());
// Who cancels a table is back where tables are given; who cancels a setting keeps the answer before it.
const halt = (fresh) => {
  say("Stopped.");
  if (fresh || !state.view) { act.home(); return; }
  state.shown = state.turn;
  paintAnswer(state.view.answer, state.view.findings);
  classed("waiting", false);
  problem(new Refusal({ code: "", what: "Stopped before it was done", where: "this page", fix: "The answer below is the one from before this change." }, 0));
};
// The introduction goes, and the examples below it: a focus in either of them is handed on.
const hideIntro = (near) => {
  const box = $("p-examples").contains(document.activeElement) ? $("p-examples") : $("p-intro");
  instead(box, () => { $("p-intro").hidden = true; }, near);
};
// What cannot be answered leaves nothing behind of a new table; after a change of settings it leaves the answer before it, marked as such.
const refuse = (error, fresh) => {
  state.shown = state.turn; // a verdict that comes later is not painted
  problem(error);
  hideIntro("p-problem");
  document.title = `bakeoff: ${error.message}`;
  if (fresh || !state.view) {
    empty();
    for (const [name, value] of [["role", "heading"], ["aria-level", "1"]]) $("p-problem").querySelector(".what").setAttribute(name, value); // nothing else heads the page
    const before = stillHere();
    if (before) $("p-problem").querySelector(".close").before(before);
  } else {
    paintAnswer(state.view.answer, state.view.findings);
    classed("stale", true);
    classed("waiting", false);
    $("p-problem").querySelector(".close").before(make("p", { textContent: "The answer below is the one from before this change." }));
  }
  // Only a page with a problem loads it; where the server is gone, there is nothing to mend.
  import("./mend.js").then(({ offerMending }) => offerMending(error), () => {});
  $("p-problem").scrollIntoView({ block: "nearest" });
};
$("p-problem").addEventListener("closed", () => { $("p-intro").hidden = Boolean(state.view); });
// The verdict on a table of scores comes ahead of the rest, and is never painted over what came after it.
const ahead = async (turn, fresh, signal) => {
  try {
    const found = fresh ? await (await ask("/api/recognise", {}, signal)).json() : null;
    if (turn !== state.turn) return;
    const verdict = (fresh ? isScored(found) : state.view?.kind === "scores") ? ask("/api/verdict", {}, signal) : null;
    if (fresh) { recogniseInForm(found); reading.show(found.read, Boolean(found.problem)); }
    const told = await (await verdict)?.json();
    if (told && turn === state.turn && turn !== state.shown) tell(told, fresh);
  } catch { /* the comparison says what is wrong */ }
};
const empty = () => {
  for (const id of ANSWERED) $(id).replaceChildren();
  state.name = "";
  classed("stale", false);
  forgetPictures();
  for (const id of ["p-jump", "p-wrong", "p-datasets", "p-downloads", "p-closer", "p-selection"]) $(id).hidden = true;
  act.showMini?.();
};

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
const tell = ({ answer, findings }, fresh) => {
  state.answer = answer;
  if (!act.showMini) import("./mini.js").catch(() => {}); // only a page with an answer loads it
  paintAnswer(answer, findings ?? (fresh ? [] : state.view?.findings ?? []));
  const isNews = fresh || !$("p-problem").hidden; // also what was mended
  if (isNews) instead($("p-give"), () => { $("p-give").open = false; }, "p-give-head");
  problem(null);
  hideIntro("answer");
  if (isNews && $("p-answer").getBoundingClientRect().top < 0) $("p-answer").scrollIntoView();
  $("p-answer").classList.remove("waiting", "stale");
  delete $("p-answer").dataset.of;
  state.name = act.nameOf(state.source);
  document.title = answer.title;
  if ($("p-status").textContent !== answer.title) say(answer.title); // not twice
};
const show = async (view, fresh, turn) => {
  state.view = view;
  state.audit = null;
  view.island = JSON.parse(view.data);
  if (!state.without.length) { state.whole = view; state.wholeKey = JSON.stringify(state.options); }
  const box = $("p-report");
  const old = new Map(Array.from(box.querySelectorAll("figure"), (f) => [f.dataset.file, f.querySelector(".drawing").innerHTML]));
  const open = Array.from(box.querySelectorAll("details[open][id]"), (d) => d.id);
  tell(view, fresh);
  state.shown = turn;
  await painted();
  if (turn !== state.turn) return;
  const rest = parts(view.html);
  for (const part of rest.querySelectorAll("#answer, #findings")) part.remove(); // they stand above
  for (const reason of rest.querySelectorAll("#refused + dl dd")) reason.textContent = inWordsOfThePage(reason.textContent);
  instead(box, () => {
    box.replaceChildren(rest);
    report.enliven(view.island, box);
  }, "answer");
  classed("stale", false);
  for (const id of open) if ($(id)) $(id).open = true;
  jump();
  showFacts(view);
  fill(view);
  datasets(view);
  showCloserLook();
  paintFindings();
  $("p-downloads").hidden = false;
  draw(view, fresh ? new Map() : old);
  audit();
};

// The parts of the answer.
const PARTS = { "p-wrong": "What could be wrong", "p-closer": "Closer look", "p-datasets": "What if", "p-reading": "Reading", "p-recognised": "Settings", figures: "Figures", pairs: "Pairs", scores: "Scores", tests: "Tests", computed: "Calculation" };
const jump = () => {
  const there = Object.entries(PARTS).filter(([id]) => $(id) && (!["p-datasets", "p-closer"].includes(id) || state.view.choices));
  $("p-jump").replaceChildren(...there.map(([id, textContent]) => make("a", { href: `#${id}`, textContent })));
  $("p-jump").hidden = false;
};
const draw = async (view, old) => {
  const turn = state.turn, { signal } = running, figures = Array.from($("p-report").querySelectorAll("figure"));
  figures.forEach((figure, i) => {
    if (old.has(figure.dataset.file)) { figure.querySelector(".drawing").innerHTML = old.get(figure.dataset.file); figure.classList.add("waiting"); }
    const pdf = make("button", { type: "button", textContent: "PDF" }), { kind, pair } = view.figures[i];
    pdf.setAttribute("aria-label", `Download figure ${i + 1} as PDF`);
    pdf.addEventListener("click", () => state.view && take("/api/figure", { kind, ...(pair ? { pair } : {}), form: "pdf" }, problem));
    figure.querySelector(".tools")?.append(" ", pdf);
  });
  const queue = figures.map((figure, i) => [figure, i + 1]), narrow = $("p-report").clientWidth < NARROW;
  const work = async () => {
    while (queue.length && turn === state.turn) {
      const [figure, number] = queue.shift();
      try {
        const { svg } = await (await ask("/api/drawing", { number, narrow }, signal)).json();
        if (turn !== state.turn) return;
        figure.querySelector(".drawing").innerHTML = svg;
        figure.classList.remove("waiting");
        report.enlivenDrawing(figure);
        act.linkDrawing(figure);
      } catch (error) {
        if (turn === state.turn) figure.querySelector(".drawing").textContent = `This figure could not be drawn: ${error.message}`;
        figure.classList.remove("waiting");
      }
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work));
};
const audit = async () => {
  const turn = state.turn, { signal } = running;
  try {
    const made = await (await ask("/api/audit", {}, signal)).json();
    if (turn !== state.turn) return;
    state.audit = { findings: made.findings.filter((f) => !f.code.startsWith("BO3")), fragility: made.fragility ?? [], problem: "" };
    const known = new Set(state.view.findings.map((f) => `${f.code} ${f.message}`)), news = state.audit.findings.filter((f) => !known.has(`${f.code} ${f.message}`)).length;
    if (news) say(`The audit has ${news === 1 ? "one finding" : `${news} findings`}.`);
    if (!state.view.suggestions.length) offer(state.audit.fragility.filter((f) => f.removing?.length).map((f) => ({ without: f.removing, a: f.a, b: f.b })));
  } catch (error) {
    if (turn !== state.turn) return;
    state.audit = { findings: [], fragility: [], problem: error.message };
  }
  paintFindings();
};

const reading = readingOf();
const { datasets, offer } = whatIf();

// Undo and redo: steps of the browser's own history.
act.showSteps = () => {
  const had = document.activeElement.id;
  for (const [id, label, word] of [["p-undo", undoLabel(state.path), "Undo"], ["p-redo", redoLabel(state.path), "Redo"]]) {
    $(id).disabled = label === null;
    $(id).title = label === null ? `Nothing to ${word.toLowerCase()}` : `${word} ${label}`;
    $(id).setAttribute("aria-label", label === null ? word : `${word} ${label}`);
  }
  act.showMini?.();
  // A button with the focus that has nothing more to do hands it to the other.
  const [, one] = /^(p-undo|p-redo)(?:-mini)?$/.exec(had) ?? [];
  if (one && $(one).disabled) $(had.replace(one, one === "p-undo" ? "p-redo" : "p-undo"))?.focus({ preventScroll: true });
};
$("p-undo").addEventListener("click", () => { if (undoLabel(state.path) !== null) history.back(); });
$("p-redo").addEventListener("click", () => { if (redoLabel(state.path) !== null) history.forward(); });
addEventListener("keydown", (event) => {
  const isUndo = event.key.toLowerCase() === "z", isRedo = event.key.toLowerCase() === "y" || (isUndo && event.shiftKey);
  if (!(event.ctrlKey || event.metaKey) || !(isUndo || isRedo) || event.target.closest("input:not([type=range]):not([type=checkbox]), textarea, select")) return;
  event.preventDefault();
  $(isRedo ? "p-redo" : "p-undo").click();
});
addEventListener("popstate", (event) => {
  const at = event.state?.at;
  if (!state.source || event.state?.table !== state.table || !state.path.steps[at]) { recall(); return; }
  const label = at < state.path.at ? `Undone: ${undoLabel(state.path)}.` : `Again: ${redoLabel(state.path)}.`;
  goTo(at);
  filled();
  act.showSteps();
  act.run();
  $("p-shared").textContent = label;
});

// Downloads.
for (const button of document.querySelectorAll("[data-get]")) {
  button.addEventListener("click", async () => {
    if (button.ariaBusy) return;
    button.ariaBusy = "true"; // and not disabled, which would take the focus away
    $("p-shared").textContent = `Making ${button.textContent}…`;
    await take(`/api/${button.dataset.get}`, button.dataset.form ? { form: button.dataset.form } : {}, problem);
    button.ariaBusy = null;
    $("p-shared").textContent = "";
  });
}

// Evidence comes in.
act.home = () => {
  running?.abort();
  state.turn += 1;
  Object.assign(state, { source: null, table: "", digest: null, view: null, answer: null, path: begin({}) });
  empty();
  problem(null);
  for (const id of ["p-recognised", "p-source", "p-reading", "p-read-line"]) $(id).hidden = true;
  $("p-intro").hidden = false;
  $("p-give").open = true;
  showRecent();
  act.showSteps();
  document.title = "bakeoff: compare classifiers";
};
act.start = (source, { options = {}, without = [], recalled = false } = {}) => {
  beginTable(source, { options, without });
  resetForm(options);
  $("p-shared").textContent = "";
  $("p-pair").replaceChildren();
  $("p-boxes").dataset.of = "";
  $("p-reading").hidden = $("p-read-line").hidden = true;
  $("p-ways").replaceChildren();
  reading.forget();
  listFacts([]);
  act.showSteps();
  if (source.text !== undefined) $("p-text").value = source.text.length < 200_000 ? source.text : "";
  $("p-source").textContent = act.nameOf(source);
  $("p-source").hidden = false;
  return act.run({ fresh: true, recalled });
};
act.showSteps();
if (location.hash.length > 1) recall();
else showRecent();
