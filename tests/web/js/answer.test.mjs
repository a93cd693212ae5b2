import assert from "node:assert/strict";
import test from "node:test";
import { offerButtons, withOffer } from "../../../src/bakeoff/web/assets/offers.js";
import { box, brief, findingsView, firstSentences, inBox, knobs, legend, marginRange, nearestLevel, sortFindings } from "../../../src/bakeoff/web/assets/answer.js";
import { miniView } from "../../../src/bakeoff/web/assets/small.js";
import { findAll, h, ofClass, textOf } from "../../../src/bakeoff/web/assets/tree.js";

const finding = (code, severity, message = `${code} says this. And more.`) => ({ code, severity, message, id: code });
const answer = { word: "Tied for best", tone: "better", title: "A and B are tied for best.", support: ["A is better than C."], fine: "by max-t", gate: "", chips: [{ kind: "hand", text: "2 datasets left out by hand" }], margin: 0, level: 0.95,
  picture: { kind: "ranking", anchor: "A", is_baseline: false, rows: [{ name: "A", value: 0, low: null, high: null, verdict: "anchor", mean: "" }], groups: [], decimals: 1, unit: "points", margin: 0 } };

test("the box says the word, the sentence, what was left out by hand, and only findings that could change the answer", () => {
  const tree = box(answer, [finding("BO101", "note"), finding("BO170", "warning")], knobs(answer));
  assert.match(textOf(tree), /Tied for best.*A and B are tied for best\..*2 datasets left out by hand.*put back/);
  assert.deepEqual(ofClass(tree, "worth")[0].children.map(textOf), ["BO170 says this. And more. BO170"]);
  assert.match(textOf(tree), /1 good to know/);
});
test("problems come before warnings, notes stand apart, and nothing is said twice", () => {
  const { changing, notes } = sortFindings([finding("BO1", "warning"), finding("BO2", "note"), finding("BO3", "problem"), finding("BO1", "warning")]);
  assert.deepEqual(changing.map((f) => f.code), ["BO3", "BO1"]);
  assert.deepEqual(notes.map((f) => f.code), ["BO2"]);
});
test("more findings than fit are one click away", () => {
  const tree = h("div", {}, inBox(["a", "b", "c", "d", "e"].map((code) => finding(code, "warning"))));
  assert.equal(ofClass(tree, "worth")[0].children.length, 3);
  assert.match(textOf(tree), /2 more that could change the answer/);
});
test("the first sentence of a message ends where the next begins, not at a decimal point", () => {
  assert.equal(firstSentences("It is 0.7 points. The rest follows."), "It is 0.7 points. The rest follows.");
  assert.equal(firstSentences(`It is 0.7 points. ${"The rest is long ".repeat(20)}`), "It is 0.7 points.");
  assert.equal(firstSentences(`It holds (see -5.5). wilcoxon ${"supposes more ".repeat(20)}`), "It holds (see -5.5).");
  assert.equal(firstSentences("Some, e.g. this one. More."), "Some, e.g. this one. More.");
});
test("where nothing was found it is said, and that the audit is still at work", () => {
  assert.match(findingsView([], { isComplete: false }).map(textOf).join(" "), /still at work/);
  assert.match(findingsView([], { isComplete: true }).map(textOf).join(" "), /Nothing was found that would/);
  assert.match(findingsView([], { isComplete: true, isBroken: true }).map(textOf).join(" "), /the audit could not be made/);
});
test("the slider of the margin reaches beyond every interval, in round steps", () => {
  const { max, step } = marginRange({ kind: "interval", value: 1.5, low: -5, high: 6, margin: 0 });
  assert.ok(max > 6 && max < 8);
  assert.ok(Math.abs(max / step - Math.round(max / step)) < 1e-6);
});
test("a level between two stops of the slider stands at the nearest", () => {
  assert.equal(nearestLevel(0.94), nearestLevel(0.95));
});
test("what an error says to type is a button, and its list goes on from what was said before", () => {
  const [first, second] = offerButtons([{ text: "Leave bad out", options: { leave_out: ["bad"] } }, { text: "Lower is better", options: { higher_is_better: false } }]);
  assert.equal(first.attributes.class, "main");
  assert.equal(second.attributes["data-offer"], '{"higher_is_better":false}');
  assert.deepEqual(withOffer({ leave_out: ["old"], level: 0.9 }, { leave_out: ["bad"] }), { leave_out: ["old", "bad"], level: 0.9 });
});
test("a line that is too long ends with a whole clause, or else a whole word", () => {
  assert.equal(firstSentences(`the choice decides: ${"x ".repeat(60)}is worse (p = .087); ${"y ".repeat(60)}`), `the choice decides: ${"x ".repeat(60)}is worse (p = .087); …`);
  assert.match(firstSentences("wordless ".repeat(40)), /wordless …$/);
});
test("long names are cut below the title, no two to the same text, and short ones stay", () => {
  const names = ["Forest(n_estimators=500, max_depth=None, leaf=2)", "Forest(n_estimators=500, max_depth=9, leaf=2)", "tree"], p = { kind: "ranking", rows: names.map((name) => ({ name })) };
  const said = brief(names.join(" / "), p).split(" / ");
  assert.equal(new Set(said).size, 3);
  assert.ok(said[0].length <= 26 && said[1].length <= 26);
  assert.equal(said[2], "tree");
  assert.equal(brief("A and B", null), "A and B");
});
test("a legend lists only what is in the picture, and says where an interval has no bound", () => {
  const open = { value: -1, low: null, high: null, verdict: "undecided", leads: true, name: "B", mean: "" }, [anchor] = answer.picture.rows;
  const texts = (rows) => textOf(legend({ ...answer.picture, rows }));
  assert.match(texts([{ ...anchor, leads: true }, open]), /tied for best.*not told apart.*no bound on that side/);
  assert.doesNotMatch(texts([{ ...anchor, leads: true }, open]), /decided/);
  assert.equal(texts([{ ...anchor, leads: true }, { ...open, low: -2, high: -0.5, verdict: "worse", leads: false }]).trim(), "best, or in frontdecided");
});
test("a verdict in small has its sentence, its interval and what was left out by hand; a ranking has no interval", () => {
  const small = (more) => h("div", {}, miniView({ ...answer, ...more }));
  assert.equal(textOf(small({})), "A and B are tied for best.2 datasets left out by hand");
  assert.equal(ofClass(small({}), "interval").length, 0);
  assert.equal(ofClass(small({ tone: "worse", word: "Worse", picture: { kind: "interval", value: -1, low: -2, high: null } }), "interval").length, 1);
});
test("a short name in a title is not broken at its hyphen, a long one where its parts end", () => {
  const title = (text) => ofClass(box({ ...answer, title: text }, [], null), "nobr").map(textOf);
  assert.deepEqual(title("svm-rbf and k-nn are tied."), ["svm-rbf", "k-nn"]);
  const long = box({ ...answer, title: "GradientBoosting(max_depth=3) is best." }, [], null), parts = findAll(long, ({ attributes }) => attributes.id === "verdict")[0].children;
  assert.deepEqual(ofClass(long, "nobr"), []);
  assert.deepEqual(parts.slice(0, 3).map((part) => part.tag ?? part), ["GradientBoosting(", "wbr", "max_"]);
  assert.equal(parts.map(textOf).join(""), "GradientBoosting(max_depth=3) is best.");
});
