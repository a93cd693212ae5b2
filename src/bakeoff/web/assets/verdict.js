// The verdict on the page: painted from the answer, with its picture, its sliders and what could change it.
import { box, drawing, findingsView, knobs, LEVELS, marginText } from "./answer.js";
import { $, build, instead, later } from "./dom.js";
import { linkPictures, showSelection } from "./linking.js";
import { GROUPINGS, groupRows, moveName, nameOfTip, ORDERS, orderRows, toggle } from "./picking.js";
import { withOffer } from "./offers.js";
import { ROW } from "./pictures.js";
import { inWordsOfThePage, meaning } from "./problem.js";
import { act, change, state } from "./state.js";
import { h } from "./tree.js";
import { count, percent, sentence } from "./words.js";

// All that was found, by the comparison and by its audit, each with a place of its own.
export const allFindings = (findings = state.view?.findings ?? []) => {
  const known = new Set(findings.map((f) => `${f.code} ${f.message}`));
  const more = (state.audit?.findings ?? []).filter((f) => !known.has(`${f.code} ${f.message}`)).map((f) => ({ ...f, without: f.detail?.carries_the_verdict ? f.detail.removing : null }));
  return [...findings, ...more].map((f, i) => ({ ...f, message: asSentence(inWordsOfThePage(f.message)), id: `finding-${i + 1}` }));
};
// A name at the beginning keeps its letters.
const asSentence = (message) => [...(state.view?.classifiers ?? []), ...(state.view?.choices?.datasets ?? [])].some((name) => message.startsWith(name)) ? message : sentence(message);
export const paintAnswer = (answer, findings) => {
  const fresh = build(box(answer, allFindings(findings), knobs(answer))), old = $("answer"), { activeElement } = document;
  const had = $("p-picture")?.contains(activeElement) ? { ...activeElement.dataset } : null;
  if (!old) $("p-answer").replaceChildren(fresh);
  else instead(old, () => merge(old, fresh), "answer");
  watchSliders();
  drawPicture();
  if (had) refocus($("p-picture"), had);
  act.drawBeside();
  act.showMini?.();
  $("p-all-rows")?.addEventListener("click", () => { state.all = !state.all; $("p-all-rows").textContent = state.all ? "Show fewer" : `Show all ${answer.picture.rows.length}`; drawPicture(); });
  $("p-find")?.addEventListener("input", (event) => { state.query = event.target.value; drawPicture(); });
};
// A slider that is being moved stays where it is; all around it is new.
const merge = (old, fresh) => {
  old.className = fresh.className;
  for (const part of [".say", ".seen", ".ask"]) {
    const [was, is] = [old.querySelector(part), fresh.querySelector(part)];
    if (part === ".ask" && was?.contains(document.activeElement)) { for (const output of was.querySelectorAll("output")) output.textContent = fresh.querySelector(`#${output.id}`)?.textContent ?? ""; continue; }
    if (was && is) was.replaceWith(is);
    else if (was) was.remove();
    else if (is) old.append(is);
  }
};
const pictureOf = () => state.answer?.picture ?? null;
const leftOut = (p) => {
  const { view, without } = state;
  if (p.kind !== "interval" || !view?.choices?.scores || !p.dots.length) return [];
  const [a, b] = [view.classifiers.indexOf(p.a), view.classifiers.indexOf(p.b)];
  return without.map((name) => [name, view.choices.scores[view.choices.datasets.indexOf(name)]]).filter(([, row]) => row && row[a] !== null && row[b] !== null)
    .map(([name, row]) => [name, (row[b] - row[a]) * (view.higher_is_better ? 1 : -1)]);
};
export const inOrder = (rows) => groupRows(orderRows(rows, state.order, { file: state.view?.classifiers ?? [], own: state.own }), state.grouping, { anchor: pictureOf()?.anchor, isBaseline: pictureOf()?.is_baseline });
// How high the words beside the picture are, less what stands below it; 0 where they stand above it.
const BELOW = 80; // pixels of legend, read-out and edges
const heightBeside = (place) => {
  const [words, sliders] = [".say", ".ask"].map((part) => $("answer")?.querySelector(part)?.getBoundingClientRect()), seen = place.getBoundingClientRect();
  return words?.width && words.right <= seen.left + 1 ? words.height - (sliders?.height ?? 0) - BELOW : 0;
};
export const drawPicture = (margin = null) => {
  const place = $("p-picture"), p = pictureOf();
  if (!place || !p) return;
  const data = margin === null ? p : { ...p, margin };
  put(place, drawing(data, Math.max(260, place.clientWidth), { all: state.all, query: state.query, order: inOrder, left: leftOut(p), height: heightBeside(place), beside: act.besideOf(p) }));
  if (p.kind === "ranking" && !$("p-order")) orderTools();
  links.light();
};
// A picture in its place; the mark that had the focus has it again.
export const put = (place, tree) => {
  const had = place.contains(document.activeElement) ? { ...document.activeElement.dataset } : null, scrolled = place.scrollLeft;
  place.replaceChildren(build(tree));
  links.enter(place.firstChild);
  place.scrollLeft = scrolled;
  if (had) refocus(place, had);
};
export const refocus = (place, { d, m }) => {
  const again = Array.from(place?.querySelectorAll(".mark") ?? []).find((each) => each.dataset.d === d && each.dataset.m === m);
  (again ?? $("answer")).focus({ preventScroll: true });
};
const chooser = (id, text, choices, chosen) => h("label", {}, `${text} `, h("select", { id }, Object.entries(choices).map(([value, name]) => h("option", { value, selected: value === chosen }, name))));
const orderTools = () => {
  $("p-readout").after(build(h("p", { class: "tools" }, chooser("p-order", "Order", ORDERS, state.order), chooser("p-grouping", "Group", GROUPINGS, state.grouping), h("span", { class: "quiet" }, "Drag a row, or Alt and an arrow key, to move it."))));
  $("p-order").addEventListener("change", (event) => { state.order = event.target.value; if (state.order === "own" && !state.own.length) state.own = pictureOf().rows.map((r) => r.name); redraw(); });
  $("p-grouping").addEventListener("change", (event) => { state.grouping = event.target.value; redraw(); });
};
const redraw = () => { drawPicture(); act.redrawCloser(); };
// A classifier is moved by some places, in an order of one's own: by Alt and an arrow, or by dragging its row.
const moveRow = (name, by) => {
  state.own = moveName(state.order === "own" ? state.own : inOrder(pictureOf().rows).map((r) => r.name), name, by);
  state.order = "own";
  $("p-order").value = "own";
  redraw();
};
$("p-main").addEventListener("keydown", (event) => {
  const name = event.target.closest?.("#p-picture .mark")?.dataset.m, by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!event.altKey || !by || name === undefined) return;
  event.preventDefault();
  moveRow(name, by);
});
$("p-main").addEventListener("pointerdown", (event) => {
  const row = event.target.closest?.("#p-picture .mark[data-row]");
  if (!row || event.button !== 0 || event.pointerType === "touch") return;
  const places = (e) => Math.round((e.clientY - event.clientY) / ROW);
  const move = (e) => { row.classList.toggle("dragged", places(e) !== 0); row.setAttribute("transform", `translate(0 ${e.clientY - event.clientY})`); };
  const end = (e) => {
    for (const [kind, act_] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) removeEventListener(kind, act_);
    row.removeAttribute("transform");
    row.classList.remove("dragged");
    if (e.type === "pointerup" && places(e) !== 0) moveRow(row.dataset.m, places(e));
  };
  for (const [kind, act_] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) addEventListener(kind, act_);
});
new ResizeObserver(later(80, () => { drawPicture(); act.drawBeside(); act.redrawCloser?.(); })).observe($("p-main"));

// Sliders: the picture moves at once by what is known, the verdict follows by the answer of the server.
const watchSliders = () => {
  const margin = $("p-margin-slider"), level = $("p-level-slider");
  if (!margin || margin.dataset.isWatched) return;
  margin.dataset.isWatched = "1";
  const move = (isMoving) => {
    const value = Number(margin.value), text = marginText(value, pictureOf().unit);
    $("p-margin-now").textContent = text;
    margin.setAttribute("aria-valuetext", text);
    if (isMoving) drawPicture(value);
    change({ options: { ...state.options, margin: value > 0 ? value : null } }, { name: "margin", moving: isMoving, run: act.soon });
  };
  const turn = (isMoving) => {
    const value = LEVELS[Number(level.value)];
    $("p-level-now").textContent = percent(value);
    level.setAttribute("aria-valuetext", percent(value));
    change({ options: { ...state.options, level: value === 0.95 ? null : value } }, { name: "level", moving: isMoving, run: act.soon });
  };
  margin.addEventListener("input", () => move(true));
  margin.addEventListener("change", () => move(false));
  level.addEventListener("input", () => turn(true));
  level.addEventListener("change", () => turn(false));
};

// What could be wrong: everything that was found, in two groups, and how fragile the verdicts are.
export const paintFindings = () => {
  const { view, audit } = state;
  if (!view) return;
  $("p-wrong").hidden = false;
  paintAnswer(view.answer, view.findings);
  $("p-found").replaceChildren(...findingsView(allFindings(), { isComplete: Boolean(audit), isBroken: Boolean(audit?.problem) }).map((tree) => build(tree)));
  for (const place of $("p-found").querySelectorAll(".meaning-of")) place.replaceWith(meaning(place.dataset.code));
  const fragile = (audit?.fragility ?? []).filter((f) => f.flips_with).slice(0, 3);
  $("p-fragile").textContent = audit?.problem || fragile.map((f) => `${f.b} against ${f.a}: ${f.verdict} by ${f.test}; leaving out ${f.flips_with}${f.exact ? "" : " (perhaps fewer)"} of ${count(f.datasets, "dataset")} would make it ${f.becomes}.`).join(" ");
};
$("p-main").addEventListener("click", (event) => {
  const { offer } = event.target.closest?.("[data-offer]")?.dataset ?? {};
  if (offer && state.source) change({ options: withOffer(state.options, JSON.parse(offer)) });
});
$("p-main").addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-try], [data-show], [data-do=put-back]");
  if (!button || !state.view) return;
  if (button.dataset.do) { change({ without: [] }); return; }
  const names = JSON.parse(button.dataset.try ?? button.dataset.show);
  if (button.dataset.show) { select(new Set(names)); $("answer").scrollIntoView({ block: "nearest" }); return; }
  change({ without: names });
  $("answer").scrollIntoView();
  $("answer").focus({ preventScroll: true });
});

// Datasets are left out and put back from any picture.
const canLeaveOut = (names) => Boolean(state.view?.choices) && names.every((name) => state.view.choices.datasets.includes(name));
const leaveOut = (names) => { if (canLeaveOut(names)) change({ without: toggle(state.without, names) }); };
const select = (names) => {
  state.selected = names;
  showSelection(names);
  links.light();
};
const links = linkPictures($("p-main"), { leaveOut, selected: () => state.selected, onSelect: select });
export const forgetPictures = () => { links.forget(); select(new Set()); };
$("p-pick-out").addEventListener("click", () => { const names = [...state.selected]; select(new Set()); if (canLeaveOut(names)) change({ without: [...new Set([...state.without, ...names])] }); });
$("p-pick-only").addEventListener("click", () => { const names = state.selected; select(new Set()); change({ without: state.view.choices.datasets.filter((name) => !names.has(name)) }); });
$("p-pick-none").addEventListener("click", () => select(new Set()));
act.relight = () => links.light();
act.pointAt = (element) => links.point(element);
act.enterPicture = (svg) => links.enter(svg);
// A drawing of the server takes part: marks whose tip begins with the name of a dataset or a classifier.
act.linkDrawing = (figure) => {
  const { view } = state, datasets = new Set(view.choices?.datasets ?? []), classifiers = new Set(view.classifiers), svg = figure.querySelector("svg");
  if (!svg) return;
  let first = true;
  for (const element of svg.querySelectorAll("[data-tip]")) {
    const d = nameOfTip(element.dataset.tip, datasets), m = d === null ? nameOfTip(element.dataset.tip, classifiers) : null;
    if (d !== null) element.dataset.d = d;
    if (m !== null) element.dataset.m = m;
    element.classList.add("mark");
    for (const [name, value] of Object.entries({ role: d !== null || m !== null ? "button" : "img", tabindex: first ? "0" : "-1", "aria-label": element.dataset.tip })) element.setAttribute(name, value);
    first = false;
  }
  if (!first) svg.setAttribute("role", "group");
};
