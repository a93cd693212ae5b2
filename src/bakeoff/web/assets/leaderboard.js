// The leaderboard page: evidence in, the board out, and its forms to take away.
import { $, later, make, say } from "./dom.js";
import { droppedFiles, nameOfFile, namesOfFiles } from "./files.js";
import { pack, unpack } from "./packing.js";
import { problem } from "./problem.js";
import { post, Refusal } from "./requests.js";

const MOST_IN_ADDRESS = 12_000; // letters; longer addresses are cut by some programs
const FORMS = { html: "Report (HTML)", md: "Table for a README (Markdown)", tex: "LaTeX (ZIP)", csv: "Table (CSV)", json: "All (JSON)", svg: "Picture (SVG)", badge: "Badge (SVG)" };
// source: { text, name } | { files } | { evidence }
const state = { source: null, digest: null, board: {}, turn: 0 };

const bodyOf = (more, by) => {
  const asked = { ...more, board: state.board };
  if (by) return { ...asked, evidence: by };
  if (!state.source.files) return { ...asked, ...state.source };
  const form = new FormData();
  for (const file of state.source.files) form.append("file", file, nameOfFile(file));
  form.append("asked", JSON.stringify(asked));
  return form;
};
const ask = async (path, more = {}) => {
  if (state.digest) {
    try { return await post(path, bodyOf(more, state.digest)); } catch (error) {
      if (error.said?.code !== "BO506" || state.source.evidence) throw error;
      state.digest = null; // the server has forgotten the table
    }
  }
  return post(path, bodyOf(more, null));
};

const run = async (recalled = false) => {
  if (!state.source) return;
  const turn = ++state.turn;
  $("b-answer").classList.add("waiting");
  say("");
  try {
    const { digest, view } = await (await ask("/api/board")).json();
    if (turn !== state.turn) return;
    state.digest = digest;
    show(view);
    problem(null);
    if (!recalled) remember();
  } catch (error) {
    if (turn !== state.turn) return;
    problem(error);
    $("b-answer").replaceChildren();
    $("p-downloads").hidden = true;
    $("b-intro").hidden = true;
    $("p-problem").scrollIntoView({ block: "nearest" });
  } finally {
    if (turn === state.turn) $("b-answer").classList.remove("waiting");
    $("b-settings").hidden = false;
  }
};
const show = (view) => {
  const made = make("template");
  made.innerHTML = view.html; // made by the report's own templates, which escape every name
  $("b-answer").replaceChildren(made.content);
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
      const answer = await ask("/api/board-file", { form });
      const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "bakeoff";
      report.save(decodeURIComponent(name), await answer.blob());
      problem(null);
    } catch (error) { problem(error); }
    button.ariaBusy = null;
    $("b-made").textContent = "";
  });
  return button;
};

// Settings.
const readSettings = () => {
  const board = {};
  for (const field of $("p-options").elements) {
    if (!field.name) continue;
    if (!field.checkValidity()) { field.setAttribute("aria-invalid", "true"); return field.reportValidity(); }
    field.removeAttribute("aria-invalid");
    if (field.type === "checkbox") { if (field.checked) board[field.name] = true; continue; }
    if (field.value === "") continue;
    if ("list" in field.dataset) board[field.name] = field.value.split(",").map((each) => each.trim()).filter(Boolean);
    else if ("direction" in field.dataset) board[field.name] = field.value === "true";
    else board[field.name] = field.type === "number" ? Number(field.value) : field.value;
  }
  state.board = board;
  return soon();
};
const fill = () => {
  for (const field of $("p-options").elements) {
    if (!field.name) continue;
    const value = state.board[field.name];
    if (field.type === "checkbox") field.checked = Boolean(value);
    else field.value = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  }
};
const soon = later(120, () => run());
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
  } catch { problem(new Refusal({ code: "", what: "This address is damaged", where: "after the #", fix: "copy it again" }, 0)); }
  return undefined;
};

// Evidence comes in.
const start = (source, board = {}) => {
  Object.assign(state, { source, digest: source.evidence ?? null, board });
  fill();
  $("b-source").textContent = source.name ?? (source.files ? namesOfFiles(source.files) : source.evidence ? "a table that was given before" : "the pasted text");
  $("b-source").hidden = false;
  return run();
};
const given = (files) => { if (files.length) start({ files: Array.from(files) }); };
$("b-go").addEventListener("click", () => {
  const text = $("b-text").value;
  if (text.trim()) return start({ text });
  $("b-text").focus();
  return problem(new Refusal({ code: "", what: "There is nothing to rank yet", where: "the box for the table", fix: "Paste a table, or drop a file." }, 0));
});
$("b-text").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("b-go").click(); });
$("b-text").addEventListener("paste", () => setTimeout(() => $("b-go").click(), 0));
for (const id of ["b-file", "b-folder"]) $(id).addEventListener("change", (event) => { given(event.target.files); event.target.value = ""; });
let over = 0;
addEventListener("dragenter", (event) => { event.preventDefault(); over += 1; $("p-drop").hidden = false; });
addEventListener("dragleave", () => { over -= 1; if (over <= 0) $("p-drop").hidden = true; });
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  over = 0;
  $("p-drop").hidden = true;
  const { files } = event.dataTransfer;
  if (files.length) return droppedFiles(event.dataTransfer).then(given);
  const text = event.dataTransfer.getData("text/plain");
  return text.trim() ? start({ text }) : undefined;
});
addEventListener("popstate", () => { recall(); });
recall();
