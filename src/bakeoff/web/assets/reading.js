// How the evidence was read: the table itself, the role of each column as a tag, and the readings of a question.
import { ask } from "./asking.js";
import { $, instead, make } from "./dom.js";
import { change, state } from "./state.js";
import { count, sentence } from "./words.js";

export const readingOf = () => {
  const MOST_WAYS = 6;
  // What is said here, and goes with "Back to what was found".
  const SAID = ["dataset_column", "classifier_column", "score_column", "id_column", "truth_column", "group_column", "subgroup_column", "cluster_column",
    "fold_column", "repeat_column", "weight_column", "leave_aside", "columns", "rows_are", "columns_are", "transpose", "rename", "separator", "decimal", "leave_out"];
  let last = "", asked = false, turn = 0, refusal = [], askedAt = 0, shown = null, foretelling = new AbortController();
  const keyOf = () => JSON.stringify(SAID.map((name) => state.options[name] ?? null).concat(["metric", "sheet", "higher_is_better"].map((name) => state.options[name] ?? null)));

  const say = (said) => change({ options: { ...state.options, ...said } });
  // A change of settings leaves the reading alone; a change of the reading shows it anew.
  const again = async (now, signal) => {
    if (keyOf() === last) return;
    try {
      const found = await (await ask("/api/recognise", {}, signal)).json();
      if (now === state.turn) show(found.read, Boolean(found.problem));
    } catch { /* the comparison says what is wrong */ }
  };

  const way = ({ meaning, words, options }) => {
    const take = make("button", { type: "button", textContent: "Compare this way" });
    const answer = make("p", { className: "foretold" });
    const title = make("h3", { textContent: sentence(meaning) });
    const card = make("article", { className: "way" }, title, answer, make("p", { className: "quiet" }, make("code", { textContent: words })), take);
    take.setAttribute("aria-label", `${take.textContent}: ${meaning}`);
    take.addEventListener("click", () => say(options));
    foretell(answer, options);
    return card;
  };
  // What each reading would answer, where that is quick to know.
  const foretell = async (place, options) => {
    const now = turn;
    try {
      const told = await (await ask("/api/verdict", { options }, foretelling.signal)).json();
      if (now === turn && told) place.textContent = told.headline;
    } catch (error) {
      if (now === turn && error.said) place.textContent = sentence(error.message);
    }
  };

  const tag = (column, i) => {
    if (!column.choices.length) return make("span", { className: "role", textContent: column.role });
    const select = make("select", { className: "role", id: `p-role-${i}`, title: column.why });
    select.setAttribute("aria-label", `${column.name} is`);
    select.append(make("option", { value: "", textContent: column.role }), ...column.choices.map((c, k) => make("option", { value: String(k), textContent: c.role })));
    select.addEventListener("change", () => { if (select.value !== "") say(column.choices[Number(select.value)].options); });
    return select;
  };
  const kindOf = ({ role }) => role === "left aside" || role === "not settled" ? "out" : /^(classifier|model|resample|probability|outcome)$/.test(role) ? "who"
    : /^(dataset|task|item|id|family)$/.test(role) ? "what" : /^(score|truth)$/.test(role) ? "how" : "more";
  const tableOf = ({ source, rows, width, tables, columns, cells }) => {
    const head = make("tr", {}, ...columns.map((column, i) => {
      const cell = make("th", { scope: "col", className: `as-${kindOf(column)}` }, make("span", { className: "name", textContent: column.name || "(no name)" }), tag(column, i));
      if (column.why) cell.append(make("small", { className: "quiet", textContent: column.why }));
      return cell;
    }));
    const body = cells.map((row) => make("tr", {}, ...row.map((text, i) => make("td", { textContent: text, className: `as-${kindOf(columns[i])}` }))));
    const shown = `${count(rows, "row")}, ${count(width, "column")}${columns.length < width ? `; the first ${columns.length} are shown` : ""}${tables > 1 ? `; the first of ${tables} tables` : ""}. Change what a column is where it stands.`;
    const scroll = make("div", { className: "scroll", tabIndex: 0 }, make("table", { className: "read" }, make("thead", {}, head), make("tbody", {}, ...body)));
    scroll.setAttribute("role", "group");
    scroll.setAttribute("aria-label", `The table ${source}, with the role of each column`);
    return [make("p", { className: "quiet read-of" }, make("b", { textContent: source }), ` ${shown}`), scroll];
  };
  const notes = (read) => {
    if (!read.reading) return read.assumed ? [make("p", { className: "quiet", textContent: `The roles below are those of the first reading: ${read.assumed}.` })] : [];
    const { reasons, doubts, skipped, files } = read.reading;
    const lines = [...reasons.map((r) => `Because ${r}.`), ...files.slice(0, 12).map((f) => `${f.source} gives ${f.gives}.`), ...skipped.slice(0, 5).map((s) => `Row ${s.row} was skipped (${s.why}).`),
      ...doubts.map((d) => `A doubt: ${d}.`)];
    return lines.length ? [make("ul", { className: "read-notes" }, ...lines.map((textContent) => make("li", { textContent })))] : [];
  };

  // Where there is a question it stands before everything; a reading without one is folded up under the answer.
  const show = (read, refused) => {
    if (askedAt !== state.turn) refusal = [];
    if (read && refusal.length) { read = { ...read, alternatives: refusal }; refused = true; }
    turn += 1;
    foretelling.abort(); // nobody waits for the answers of other readings any more
    foretelling = new AbortController();
    last = keyOf();
    shown = read;
    const box = $("p-reading");
    const nothing = !read || (!read.table && !read.reading && !read.alternatives.length);
    if (nothing) { box.hidden = true; return; }
    const place = refused ? $("p-both") : $("p-recognised");
    instead(box, () => {
      if (place && place.previousElementSibling !== box) place.before(box);
      $("p-ways").replaceChildren(...read.alternatives.slice(0, MOST_WAYS).map(way));
      $("p-read-table").replaceChildren(...notes(read), ...(read.table ? tableOf(read.table) : []));
      tools(read);
      $("p-reading-head").textContent = refused && read.alternatives.length ? "This can be read in more than one way" : refused ? "What is in the file" : "How it was read";
      $("p-read-line").textContent = read.reading ? read.reading.line : "";
      $("p-read-line").hidden = !read.reading;
      if (refused !== asked || box.hidden) $("p-read").open = refused;
      if (refused && read.alternatives.length) $("p-give").open = false; // the question stands next to what asks it
      box.hidden = false;
    }, "p-reading-head");
    asked = refused;
  };
  // A question that only the comparison asks: which direction is better.
  const question = (error) => {
    if (!error.said?.alternatives || $("p-ways").childElementCount) return;
    refusal = error.said.alternatives;
    askedAt = state.turn;
    show(shown ?? { table: null, reading: null, alternatives: [] }, true);
  };
  const tools = (read) => {
    const names = read.reading?.classifiers ?? [];
    $("p-old-label").hidden = $("p-new-label").hidden = $("p-rename").hidden = !names.length;
    $("p-old").replaceChildren(...names.map((textContent) => make("option", { textContent })));
    $("p-as-found").hidden = !SAID.some((name) => state.options[name] !== undefined);
    $("p-read-command").replaceChildren(...(read.command ? ["On the command line: ", make("code", { textContent: read.command })] : []));
  };
  $("p-rename").addEventListener("click", () => {
    const to = $("p-new").value.trim(), old = $("p-old").value;
    if (!to || !old) { $("p-new").focus(); return; }
    $("p-new").value = "";
    const before = (state.options.rename ?? []).map(([from, name]) => [from, name === old ? to : name]);
    const known = before.some(([, name]) => name === to) && (state.options.rename ?? []).some(([, name]) => name === old);
    say({ rename: known ? before : [...before, [old, to]] });
  });
  $("p-new").addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); $("p-rename").click(); } });
  $("p-as-found").addEventListener("click", () => say(Object.fromEntries(SAID.map((name) => [name, null]))));
  return { show, again, question, forget: () => { refusal = []; shown = null; foretelling.abort(); } };
};
