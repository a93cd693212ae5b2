// What is seen first, as trees: the verdict with its picture, what could change it, and what is good to know.
import { h } from "./tree.js";
import { offerButtons } from "./offers.js";
import { chooseRows, interval, MOST_ROWS, ranking } from "./pictures.js";
import { percent, shortenNames } from "./words.js";

const SHAPES = { better: "M5.5,1L10.5,10H.5Z", worse: "M5.5,10L10.5,1H.5Z", equal: "M.5,2.5H10.5V4.7H.5ZM.5,6.5H10.5V8.7H.5Z", open: "M5.5,.8A4.7,4.7 0 1 0 5.51,.8ZM5.5,2.8A2.7,2.7 0 1 1 5.49,2.8Z" };
export const shape = ({ word: text, tone }) => h("svg", { viewBox: "0 0 11 11", width: 11, height: 11, "aria-hidden": "true" }, h("path", { d: SHAPES[text.startsWith("Tied") ? "equal" : tone] }));
export const word = (answer) => h("span", { class: `word tone-${answer.tone}` }, shape(answer), answer.word);
export const MOST_IN_BOX = 3; // findings; the rest is one click away
const MOST_LETTERS = 230, LONG = 110; // letters of a line in the box, and of a title that is written smaller

// Findings by what they do to the answer: those that could change it, and those that are good to know.
export const sortFindings = (findings) => {
  const seen = new Set(), once = findings.filter(({ code, message }) => !seen.has(`${code} ${message}`) && seen.add(`${code} ${message}`));
  const worst = (f) => f.severity === "problem" ? 0 : 1;
  return { changing: once.filter((f) => f.severity !== "note").sort((p, q) => worst(p) - worst(q)), notes: once.filter((f) => f.severity === "note") };
};
// As many sentences of a finding as a line of the box has room for; what a finding does often stands in its second.
export const firstSentences = (text) => {
  const sentences = text.split(/(?<=[.!?])(?<!\b(?:e\.g|i\.e|vs|cf|al)\.)\s+(?=[\p{L}“"])/u), fits = sentences.findLastIndex((_, i) => sentences.slice(0, i + 1).join(" ").length <= MOST_LETTERS);
  return cutAtClause(sentences.slice(0, Math.max(1, fits + 1)).join(" "));
};
// What is too long ends with a whole clause, or at least with a whole word.
const cutAtClause = (text) => {
  if (text.length <= MOST_LETTERS) return text;
  const kept = text.slice(0, MOST_LETTERS), clause = kept.lastIndexOf("; "), word = kept.lastIndexOf(" ");
  return clause > MOST_LETTERS / 3 ? `${kept.slice(0, clause + 1)} …` : `${kept.slice(0, word > 0 ? word : MOST_LETTERS - 1)} …`;
};
// Long names are cut in what stands below the title, which has them whole, as the picture says them.
const LONG_NAME = 32, CUT_NAME = 26;
export const brief = (text, p) => {
  const names = p ? (p.kind === "interval" ? [p.a, p.b] : p.rows.map((r) => r.name)) : [], long = names.filter((name) => name.length > LONG_NAME).sort((x, y) => y.length - x.length), cut = shortenNames(long, CUT_NAME);
  return long.reduce((said, name, i) => said.replaceAll(name, cut[i]), text);
};
export const inBox = (findings, picture = null) => {
  const { changing, notes } = sortFindings(findings), shown = changing.slice(0, MOST_IN_BOX), more = changing.length - shown.length;
  const rest = [...(more ? [`${more} more that could change the answer`] : []), ...(notes.length ? [`${notes.length} good to know`] : [])];
  return [
    shown.length ? h("ul", { class: "worth" }, shown.map((f) => h("li", { class: f.severity }, firstSentences(brief(f.message, picture)), " ", h("a", { href: `#${f.id}`, class: "code" }, f.code)))) : null,
    rest.length ? h("p", { class: "fine" }, h("a", { href: "#p-wrong" }, rest.join(" · "))) : null,
  ];
};

const isOpen = ({ value, low, high, verdict }) => value !== null && verdict !== "anchor" && (low === null || high === null);
const OPEN_END = ["arrow", "no bound on that side"];
// Only what is in the picture.
const LEGEND = {
  ranking: (p) => [p.rows.some((r) => r.leads) && !p.is_baseline ? ["shade", p.rows.filter((r) => r.leads).length > 1 ? "tied for best" : "best, or in front"] : null, p.rows.some((r) => !["anchor", "undecided"].includes(r.verdict)) ? ["filled", "decided"] : null, p.rows.some((r) => r.verdict === "undecided" && r.value !== null) ? ["hollow", "not told apart"] : null, p.rows.some(isOpen) ? OPEN_END : null, p.groups.length ? ["bars", "bars join groups in which nobody is told apart"] : null, p.margin ? ["band", "too small to matter"] : null, p.basis ? [null, p.basis] : null],
  interval: (p) => [isOpen(p) ? OPEN_END : null, p.margin ? ["band", "too small to matter"] : null],
};
export const legend = (p) => h("p", { class: "legend" }, (p.legend ?? LEGEND[p.kind](p)).filter(Boolean).map(([kind, text]) => h("span", {}, kind && h("i", { class: `key-${kind}`, "aria-hidden": "true" }), text)));
export const drawing = (p, width, { all = false, query = "", order = null, left = [], height = 0, beside = [] } = {}) => {
  if (p.kind === "interval") return interval(p, width, { left, height: roomFor(p, height), beside });
  const rows = chooseRows(p.rows, { all, query });
  return ranking(p, width, order ? order(rows) : rows);
};
// An interval takes the height of the words beside it, within reason: less where no dots fill it.
const LOW = 200, MIDDLE = 300, HIGH = 460;
export const roomFor = (p, height) => height ? Math.min(p.dots.length ? HIGH : MIDDLE, Math.max(LOW, height)) : 0;
const hasMarks = (p) => p.kind !== "interval" || p.dots.length > 0;
export const isLong = (p) => Boolean(p) && p.kind !== "interval" && p.rows.length > MOST_ROWS + 2;

// A short name is not broken at a hyphen of its own, a long one where its parts end rather than anywhere.
const MOST_UNBROKEN = 20; // letters
const ofParts = (word) => word.split(/(?<=[-_(,/=.:])(?=.)/).flatMap((part, i) => i ? [h("wbr"), part] : [part]);
const wellBroken = (text) => text.split(/( )/).map((word) => word.length > MOST_UNBROKEN ? ofParts(word) : word.includes("-") ? h("span", { class: "nobr" }, word) : word);

// The whole box but for its picture, which is drawn at the width that there is.
export const box = (answer, findings, sliders) => h("section", { id: "answer", class: `answer tone-${answer.tone}`, "aria-labelledby": "verdict", tabindex: -1 },
  h("div", { class: "say" }, word(answer), h("h1", { id: "verdict", class: answer.title.length > LONG ? "long" : "" }, wellBroken(answer.title)), answer.support.map((line, i) => h("p", { class: i === answer.support.length - 1 ? "support" : "support names" }, i === answer.support.length - 1 ? brief(line, answer.picture) : line)),
    answer.gate ? h("p", { class: "gate" }, answer.gate) : null,
    answer.chips.length ? h("p", { class: "chips" }, answer.chips.map((c) => h("span", { class: `chip ${c.kind}` }, c.text, c.kind === "hand" ? [" ", h("button", { type: "button", class: "text", "data-do": "put-back" }, "put back")] : null))) : null,
    inBox(findings, answer.picture), h("p", { class: "fine" }, answer.fine)),
  answer.picture ? h("div", { class: "seen" }, h("div", { id: "p-picture", class: "pic" }), legend(answer.picture), h("p", { class: "readout", id: "p-readout" }, hasMarks(answer.picture) && "Point at a mark, or Tab to the picture and use the arrow keys."),
    isLong(answer.picture) ? h("p", { class: "tools" }, h("button", { type: "button", id: "p-all-rows" }, `Show all ${answer.picture.rows.length}`), h("label", {}, "Find ", h("input", { type: "search", id: "p-find", autocomplete: "off", placeholder: "a name" }))) : null) : null,
  sliders);

// Sliders: how large a difference matters, and how sure it has to be.
export const LEVELS = [0.8, 0.85, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999];
export const nearestLevel = (level) => LEVELS.reduce((best, each, i) => Math.abs(each - level) < Math.abs(LEVELS[best] - level) ? i : best, 0);
// The largest margin that the slider offers: a little beyond the largest end of an interval, in steps that are round.
export const marginRange = (p) => {
  const ends = (p.kind === "interval" ? [p] : p.rows).flatMap((r) => [r.value, r.low, r.high]).filter((v) => v !== null && Number.isFinite(v)).map(Math.abs);
  const most = Math.max(...ends, p.margin, 1e-9) * 1.1, power = 10 ** Math.floor(Math.log10(most)), step = power / (most / power < 2 ? 50 : most / power < 5 ? 20 : 10);
  return { max: Number((Math.ceil(most / step) * step).toPrecision(8)), step: Number(step.toPrecision(8)) };
};
export const marginText = (margin, unit) => margin > 0 ? `${Number(margin.toPrecision(6))}${unit ? ` ${margin === 1 && unit === "points" ? "point" : unit}` : ""}` : "any size";
export const knobs = (answer) => {
  if (!answer.picture) return null;
  const { max, step } = marginRange(answer.picture), { margin, level } = answer;
  return h("div", { class: "ask", role: "group", "aria-label": "What the verdict asks for" },
    h("label", { class: "knob" }, "A difference matters from ", h("output", { id: "p-margin-now" }, marginText(margin, answer.picture.unit)), h("input", { id: "p-margin-slider", type: "range", min: 0, max, step, value: margin, "aria-valuetext": marginText(margin, answer.picture.unit) })),
    h("label", { class: "knob" }, "How sure it has to be ", h("output", { id: "p-level-now" }, percent(level)), h("input", { id: "p-level-slider", type: "range", min: 0, max: LEVELS.length - 1, step: 1, value: nearestLevel(level), "aria-valuetext": percent(level) })));
};

// All findings, in two groups.
const finding = (f) => h("li", { id: f.id, class: `finding ${f.severity}`, tabindex: -1, "data-code": f.code },
  h("p", { class: "said" }, h("span", { class: "sr" }, `${f.severity}: `), f.message),
  h("p", { class: "go" }, f.offers?.length ? offerButtons(f.offers) : null, f.without ? [h("button", { type: "button", "data-show": JSON.stringify(f.without) }, "Show in the pictures"), h("button", { type: "button", "data-try": JSON.stringify(f.without) }, "Try without")] : null, h("span", { class: "meaning-of", "data-code": f.code })));
export const findingsView = (findings, { isComplete, isBroken = false }) => {
  const { changing, notes } = sortFindings(findings);
  const none = (text) => h("p", { class: "quiet" }, text);
  return [
    h("div", { class: "warns" }, h("h3", {}, "Could change the answer ", h("i", {}, String(changing.length))), changing.length ? h("ul", {}, changing.map(finding)) : none(isBroken ? "Nothing by the comparison itself; the audit could not be made." : isComplete ? "Nothing was found that would." : "Nothing so far; the audit is still at work…")),
    h("div", { class: "notes" }, h("h3", {}, "Good to know ", h("i", {}, String(notes.length))), notes.length ? h("ul", {}, notes.map(finding)) : none(isComplete && !isBroken ? "Nothing else was found." : "Nothing so far.")),
  ];
};
