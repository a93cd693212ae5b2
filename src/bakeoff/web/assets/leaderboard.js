// The leaderboard page: evidence in, the board out, and its forms to take away.
import { box } from "./answer.js";
import { $, build, later, make, say } from "./dom.js";
import { askAbout, save } from "./evidence.js";
import { fillFields, readFields } from "./fields.js";
import { namesOfFiles } from "./files.js";
import { takeEvidence } from "./intake.js";
import { linkPictures } from "./linking.js";
import "./menu.js";
import { MOST_IN_ADDRESS, pack, unpack } from "./packing.js";
import { chooseRows } from "./pictures.js";
import { problem, refuseAddress, refuseField } from "./problem.js";
import { watchJob } from "./progress.js";
import { legendOfRanks, ranks } from "./ranks.js";

const FORMS = { html: "Report (HTML)", md: "Table for a README (Markdown)", tex: "LaTeX (ZIP)", csv: "Table (CSV)", json: "All (JSON)", svg: "Picture (SVG)", badge: "Badge (SVG)" };
// source: { text, name } | { files } | { evidence }
const state = { source: null, digest: null, board: {}, turn: 0 };
let running = null; // what nobody waits for any more is stopped
let shown = { picture: null, all: false, query: "" }; // of the ranks
const links = linkPictures($("p-main"), { leaveOut: () => {}, selected: () => new Set(), onSelect: () => {} });
const drawRanks = () => {
  const place = $("p-picture");
  if (!place || !shown.picture) return;
  place.replaceChildren(build(ranks(shown.picture, Math.max(260, place.clientWidth), chooseRows(shown.picture.rows, shown))));
  links.enter(place.firstChild);
  links.light();
};
new ResizeObserver(later(80, drawRanks)).observe($("p-main"));
// The sentence with the picture of the ranks beside it; the rows of the table light up with its marks.
const paintAnswer = (content, { picture, ...said }) => {
  const answer = { ...said, picture: picture && { ...picture, legend: legendOfRanks(picture) } };
  const server = content.querySelector("#answer"), fresh = build(box(answer, [], null)), worth = server.querySelector(".worth");
  if (worth) fresh.querySelector(".say .fine:last-child").before(worth);
  server.replaceWith(fresh);
  shown = { picture, all: false, query: "" };
  for (const row of content.querySelectorAll("#board tbody tr")) { const name = row.querySelector("th"); if (name) row.dataset.m = name.textContent; }
};
const watchPicture = () => {
  drawRanks();
  $("p-all-rows")?.addEventListener("click", (event) => { shown.all = !shown.all; event.target.textContent = shown.all ? "Show fewer" : `Show all ${shown.picture.rows.length}`; drawRanks(); });
  $("p-find")?.addEventListener("input", (event) => { shown.query = event.target.value; drawRanks(); });
};
const ask = (path, more = {}, signal = undefined) => askAbout(state, path, { ...more, board: state.board }, signal);

const run = async (recalled = false) => {
  if (!state.source) return;
  const turn = ++state.turn;
  running?.abort();
  const mine = running = new AbortController(), job = `${Date.now()}-${turn}`;
  let isStopped = false;
  const watch = watchJob(job, () => { isStopped = true; mine.abort(); });
  $("b-answer").classList.add("waiting");
  say("");
  try {
    const { digest, view } = await (await ask("/api/board", { job }, mine.signal)).json();
    if (turn !== state.turn) return;
    state.digest = digest;
    show(view);
    problem(null);
    if (!recalled) remember();
  } catch (error) {
    if (turn !== state.turn) return;
    if (isStopped) say("Stopped.");
    else if (error.name !== "AbortError") refuse(error);
  } finally {
    watch.end();
    if (turn === state.turn) $("b-answer").classList.remove("waiting");
    $("b-settings").hidden = false;
  }
};
const refuse = (error) => {
  problem(error);
  $("b-answer").replaceChildren();
  $("p-downloads").hidden = true;
  $("b-intro").hidden = true;
  $("p-problem").scrollIntoView({ block: "nearest" });
};
const show = (view) => {
  const made = make("template");
  made.innerHTML = view.html; // made by the report's own templates, which escape every name
  links.forget();
  if (view.answer) paintAnswer(made.content, view.answer);
  $("b-answer").replaceChildren(made.content);
  if (view.answer) watchPicture();
  $("b-intro").hidden = true;
  const had = $("b-give").contains(document.activeElement);
  $("b-give").open = false;
  if (had) $("b-give-head").focus({ preventScroll: true });
  $("b-settings").hidden = $("p-downloads").hidden = false;
  $("b-forms").replaceChildren(...view.forms.map((form) => download(form)));
  document.title = view.headline;
  say(view.headline);
  if ($("answer").getBoundingClientRect().top < 0) $("answer").scrollIntoView();
};
const download = (form) => {
  const button = make("button", { type: "button", textContent: FORMS[form] });
  button.dataset.form = form;
  button.addEventListener("click", async () => {
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    $("b-made").textContent = `Making ${button.textContent}…`;
    try {
      await save(await ask("/api/board-file", { form }));
      problem(null);
    } catch (error) { problem(error); }
    button.ariaBusy = null;
    $("b-made").textContent = "";
  });
  return button;
};

// Settings.
const soon = later(120, () => run());
const readSettings = () => {
  const board = readFields($("p-options"), refuseField);
  if (!board) return;
  state.board = board;
  soon();
};
$("p-options").addEventListener("change", readSettings);
$("p-options").addEventListener("submit", (event) => { event.preventDefault(); readSettings(); });

// Addresses: the table itself where it is short, otherwise its digest.
const remember = async () => {
  const { source } = state, board = Object.keys(state.board).length ? { board: state.board } : {};
  let address = `#e=${state.digest}${board.board ? `&o=${await pack(board)}` : ""}`;
  if (source.text !== undefined) {
    const letters = await pack({ text: source.text, name: source.name, ...board });
    if (letters.length <= MOST_IN_ADDRESS) address = `#z=${letters}`;
  }
  if (address !== location.hash) history.replaceState(null, "", address);
};
const recall = async () => {
  const said = new URLSearchParams(location.hash.slice(1));
  try {
    const rest = said.get("o") ? await unpack(said.get("o")) : {};
    if (said.get("z")) {
      const { text, name, board } = await unpack(said.get("z"));
      return start({ text, ...(name ? { name } : {}) }, board);
    }
    if (said.get("e")) return start({ evidence: said.get("e") }, rest.board);
  } catch { refuseAddress(); }
  return undefined;
};

// Evidence comes in.
const start = (source, board = {}) => {
  Object.assign(state, { source, digest: source.evidence ?? null, board });
  fillFields($("p-options"), board);
  $("b-source").textContent = source.name ?? (source.files ? namesOfFiles(source.files) : source.evidence ? "a table that was given before" : "the pasted text");
  $("b-source").hidden = false;
  return run();
};
takeEvidence({
  box: $("b-text"), button: $("b-go"), choosers: [$("b-file"), $("b-folder")], start,
  nothing: { what: "There is nothing to rank yet", fix: "Paste a table, or drop a file." },
});
addEventListener("popstate", () => { recall(); });
recall();
