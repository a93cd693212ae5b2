// A closer look: every dataset and every score, in pictures that are linked with the verdict's.
import { $, build } from "./dom.js";
import { dumbbells, heat, heatGeometry, heatLegend, mark, matrix, MOST_CELLS, MOST_IN_MATRIX, scatter, steps } from "./pictures.js";
import { act, state } from "./state.js";
import { h } from "./tree.js";
import { inOrder, put, refocus } from "./verdict.js";
import { decimalsOf, number } from "./words.js";

const MOST_LISTED = 60; // datasets, before somebody asks for all
let isWhole = false;
// The rows of one pair: the scores of both, the advantage of b, and what was left out by hand.
export const pairRows = ({ datasets, scores, a, b, higher, without }) => {
  const gone = new Set(without);
  return datasets.map((name, i) => ({ name, a: scores[i][a], b: scores[i][b], gone: gone.has(name) }))
    .filter((row) => row.a !== null && row.b !== null && row.a !== undefined && row.b !== undefined)
    .map((row) => ({ ...row, advantage: Number(((row.b - row.a) * (higher ? 1 : -1)).toPrecision(10)) }));
};
const ORDERS = { advantage: (p, q) => q.advantage - p.advantage, name: (p, q) => p.name.localeCompare(q.name, undefined, { numeric: true }), file: () => 0 };
const card = (id, title, how, { more = [], below = [] } = {}) => h("figure", { class: "card", id }, h("figcaption", {}, h("h3", {}, title), h("p", { class: "quiet" }, how), more), h("div", { class: "pic" }), below, h("p", { class: "readout" }, "\u00a0"));
const table = () => {
  const { view } = state, { choices, island } = view;
  if (choices?.scores) return { datasets: choices.datasets, scores: choices.scores };
  return island.scores.length && island.scores.length === island.rows.length ? { datasets: island.rows, scores: island.scores } : null;
};
const chosenPair = () => {
  const { view } = state, name = $("p-pair").value;
  return view.moving.find((m) => `${m.b} over ${m.a}` === name) ?? view.moving[0];
};
const drawPair = () => {
  const { view } = state, pair = chosenPair(), known = table();
  if (!pair || !known) return;
  const [a, b] = [view.classifiers.indexOf(pair.a), view.classifiers.indexOf(pair.b)], unit = view.unit === "percent" ? "%" : "";
  const all = pairRows({ ...known, a, b, higher: view.higher_is_better, without: state.without }), rows = [...all].sort(ORDERS[state.datasetOrder]);
  const shown = isWhole || rows.length <= MOST_LISTED ? rows : [...rows.slice(0, MOST_LISTED / 2), ...rows.slice(-MOST_LISTED / 2)];
  const data = { a: pair.a, b: pair.b, unit, higher: view.higher_is_better, decimals: decimalsOf(all.map((r) => r.advantage)), scoreDecimals: decimalsOf(all.flatMap((r) => [r.a, r.b])) };
  const width = (id) => Math.max(260, $(id).querySelector(".pic").clientWidth);
  put($("p-look-datasets").querySelector(".pic"), dumbbells({ ...data, rows: shown }, width("p-look-datasets")));
  put($("p-look-scatter").querySelector(".pic"), scatter({ ...data, rows: all.slice(0, 2000) }, width("p-look-scatter")));
  $("p-look-who").textContent = `○ ${pair.a}, ● ${pair.b}; at the right the advantage of ${pair.b}.`;
  $("p-look-whole").hidden = rows.length <= MOST_LISTED;
  $("p-look-whole").textContent = isWhole ? "Show fewer" : `Show all ${rows.length}, not only both ends`;
};
const names = () => inOrder(state.view.answer.picture?.kind === "ranking" ? state.view.answer.picture.rows : state.view.classifiers.map((name) => ({ name }))).map((row) => row.name);
const drawMany = () => {
  const { view } = state, known = table(), place = $("p-look-heat")?.querySelector(".pic");
  if (!place) return;
  const classifiers = names(), columns = classifiers.map((name) => view.classifiers.indexOf(name)), width = Math.max(260, place.clientWidth);
  if (known) {
    const scores = known.scores.map((row) => columns.map((j) => row[j] ?? null)), data = { datasets: known.datasets, classifiers, scores, higher: view.higher_is_better, gone: new Set(state.without), decimals: decimalsOf(scores.slice(0, 200).flat()) };
    const hadFocus = place.querySelector(".mark:has(> .cursor):focus") !== null;
    put(place, heat(data, width));
    if (known.datasets.length * classifiers.length > MOST_CELLS) paint(place, data, { width, hadFocus });
    $("p-look-heat").querySelector(".legend").replaceWith(build(heatLegend(data, view.unit === "percent" ? "points" : "")));
  }
  const grid = $("p-look-matrix")?.querySelector(".pic");
  if (grid) put(grid, matrix({ names: classifiers.slice(0, MOST_IN_MATRIX), verdictOf: verdicts(view) }, Math.max(260, grid.clientWidth)));
};
const verdicts = ({ classifiers, island }) => {
  const turned = { better: "worse", worse: "better" }, known = new Map(island.pairs.map(([a, b, verdict]) => [`${a},${b}`, verdict])), place = new Map(classifiers.map((name, i) => [name, i]));
  return (row, column) => {
    const [r, c] = [place.get(row), place.get(column)], straight = known.get(`${c},${r}`), back = known.get(`${r},${c}`);
    return straight ?? turned[back] ?? back ?? "undecided";
  };
};
// The colour that a class gives in this light: a canvas knows no variables.
const colourOf = (svg, kind) => {
  const probe = svg.appendChild(build(h("rect", { class: kind }), true)), { fill } = getComputedStyle(probe);
  probe.remove();
  return fill;
};
const repaint = () => { if ($("p-look-heat")?.querySelector("canvas")) act.redrawCloser(); };
new MutationObserver(repaint).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
// Too many cells for elements of their own are painted; what is pointed at is named all the same.
const paint = (place, { datasets, classifiers, scores, higher, decimals }, { width, hadFocus }) => {
  const g = heatGeometry(datasets, classifiers, width), { levels } = steps(scores, higher), canvas = document.createElement("canvas");
  const colours = Object.fromEntries([-2, -1, 0, 1, 2].map((level) => [level, colourOf(place.lastChild, `v${level}`)])), ratio = devicePixelRatio || 1;
  Object.assign(canvas, { width: g.width * ratio, height: g.height * ratio });
  canvas.setAttribute("aria-hidden", "true");
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  levels.forEach((row, i) => row.forEach((level, j) => {
    if (level === null) return;
    const [r, c] = g.turned ? [i, j] : [j, i];
    pen.fillStyle = colours[level];
    pen.fillRect(g.left + c * g.cell, g.head + r * g.tall, g.cell, g.tall);
  }));
  canvas.style.width = `${g.width}px`;
  canvas.style.height = `${g.height}px`;
  place.prepend(canvas);
  place.classList.add("painted");
  const cellAt = (row, column) => {
    const [i, j] = g.turned ? [row, column] : [column, row], v = scores[i]?.[j];
    return v === undefined ? null : { d: datasets[i], m: classifiers[j], name: `${classifiers[j]} on ${datasets[i]}: ${v === null ? "missing" : number(v, decimals)}` };
  };
  putCursor(place, g, { cellAt, hadFocus });
};
// Painted cells share one mark: it goes to the cell that is pointed at, and arrow keys move it; whatever a mark can do, it does for its cell.
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
let visited = {}; // the cell that was pointed at last
const putCursor = (place, g, { cellAt, hadFocus }) => {
  const svg = place.lastChild, cursor = build(mark("", {}, h("rect", { class: "cursor", width: Math.max(6, g.cell), height: Math.max(6, g.tall) })), true);
  let at = [0, 0];
  const go = (row, column) => {
    const cell = cellAt(row, column);
    if (!cell) return false;
    at = [row, column];
    visited = { d: cell.d, m: cell.m };
    Object.assign(cursor.dataset, visited);
    cursor.setAttribute("aria-label", cell.name);
    cursor.firstChild.setAttribute("x", g.left + column * g.cell - Math.max(0, 3 - g.cell / 2));
    cursor.firstChild.setAttribute("y", g.head + row * g.tall - Math.max(0, 3 - g.tall / 2));
    return true;
  };
  const [down, right] = g.turned ? [visited.d, visited.m] : [visited.m, visited.d];
  go(Math.max(0, g.rows.indexOf(down)), Math.max(0, g.columns.indexOf(right)));
  for (const other of svg.querySelectorAll(".mark[tabindex='0']")) other.setAttribute("tabindex", "-1");
  svg.prepend(cursor); // the one Tab stop, before the names
  act.enterPicture(svg);
  if (hadFocus) cursor.focus({ preventScroll: true });
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    if (go(Math.floor((event.clientY - box.top - g.head) / g.tall), Math.floor((event.clientX - box.left - g.left) / g.cell))) act.pointAt(cursor);
  });
  cursor.addEventListener("keydown", (event) => {
    const [down, right] = STEPS[event.key] ?? [0, 0];
    if (!(down || right) || event.altKey || !go(at[0] + down, at[1] + right)) return;
    act.pointAt(cursor);
    event.preventDefault();
    event.stopPropagation();
  });
};
act.redrawCloser = () => { if (state.view && !$("p-closer").hidden) { drawPair(); drawMany(); act.relight(); } };
export const showCloserLook = () => {
  const { view } = state, known = table(), many = view.classifiers.length > 2;
  $("p-closer").hidden = !view.choices || !known;
  if ($("p-closer").hidden) return;
  const order = h("label", {}, "Order ", h("select", { id: "p-look-order" }, [["advantage", "by the difference"], ["name", "by name"], ["file", "as in the file"]].map(([value, text]) => h("option", { value, selected: value === state.datasetOrder }, text))));
  const cards = [
    many ? card("p-look-heat", "Every score", "Against the middle of its dataset: blue is better, orange is worse.", { below: h("p", { class: "legend" }) }) : null,
    many && view.classifiers.length <= MOST_IN_MATRIX ? card("p-look-matrix", "Who is better than whom", "The row against the column: ▲ better, ▼ worse, ═ equivalent, empty: not decided.") : null,
    card("p-look-datasets", "Dataset by dataset", h("span", { id: "p-look-who" }), { more: h("p", { class: "tools" }, order, h("button", { type: "button", id: "p-look-whole", hidden: true }, "")) }),
    card("p-look-scatter", "Score against score", "One dot is one dataset. Draw a rectangle over dots to pick them."),
  ].filter(Boolean);
  const focused = document.activeElement.closest("#p-cards-of-look .mark"), had = focused ? { card: focused.closest("figure").id, ...focused.dataset } : null;
  $("p-cards-of-look").replaceChildren(...cards.map((each) => build(each)));
  $("p-look-order").addEventListener("change", (event) => { state.datasetOrder = event.target.value; drawPair(); act.relight(); });
  $("p-look-whole").addEventListener("click", () => { isWhole = !isWhole; drawPair(); act.relight(); });
  act.redrawCloser();
  if (had) refocus($(had.card), had);
};
$("p-pair").addEventListener("change", () => act.redrawCloser());
