import assert from "node:assert/strict";
import test from "node:test";
import { groupRows, moveName, nameOfTip, nextPlace, orderRows, toggle, within } from "../../../src/bakeoff/web/assets/picking.js";
import { extent, linear, stack, ticks } from "../../../src/bakeoff/web/assets/scales.js";
import { asList, listed } from "../../../src/bakeoff/web/assets/fields.js";
import { decimalsOf, listNames, signed, stageText, withLabels } from "../../../src/bakeoff/web/assets/words.js";

test("a brush picks the dots inside, whichever corner it began at", () => {
  const dots = [{ x: 1, y: 1, d: "a" }, { x: 5, y: 5, d: "b" }, { x: 9, y: 9, d: "c" }];
  assert.deepEqual(within(dots, { x1: 6, y1: 6, x2: 0, y2: 0 }), ["a", "b"]);
});
test("arrows move inside a picture and stop at its ends", () => {
  assert.equal(nextPlace("ArrowRight", 2, 3), 2);
  assert.equal(nextPlace("Home", 2, 3), 0);
  assert.equal(nextPlace("End", 0, 3), 2);
  assert.equal(nextPlace("Tab", 0, 3), null);
});
test("the tip of a drawing belongs to the name before its colon", () => {
  const names = new Set(["iris", "a: b"]);
  assert.equal(nameOfTip("iris: +2 (1 to 3)", names), "iris");
  assert.equal(nameOfTip("irises: +2", names), null);
});
test("rows are ordered by name as people count, as in the file, or by hand", () => {
  const rows = ["m10", "m2", "m1"].map((name) => ({ name }));
  const named = (order, more) => orderRows(rows, order, more).map((r) => r.name);
  assert.deepEqual(named("rank"), ["m10", "m2", "m1"]);
  assert.deepEqual(named("name"), ["m1", "m2", "m10"]);
  assert.deepEqual(named("file", { file: ["m2", "m10", "m1"] }), ["m2", "m10", "m1"]);
  assert.deepEqual(moveName(["a", "b", "c"], "c", -1), ["a", "c", "b"]);
  assert.deepEqual(moveName(["a", "b", "c"], "a", -1), ["a", "b", "c"]);
});
test("rows are grouped by verdict, or by how their names begin where two begin alike", () => {
  const rows = [["svm-rbf", "anchor", true], ["forest", "undecided", true], ["svm-linear", "worse", false], ["bayes", "worse", false]].map(([name, verdict, leads]) => ({ name, verdict, leads }));
  const groups = (grouping) => groupRows(rows, grouping, { anchor: "svm-rbf" }).map((r) => [r.name, r.group]);
  assert.equal(groupRows(rows, "none"), rows);
  assert.deepEqual(groups("name"), [["svm-rbf", "svm …"], ["svm-linear", "svm …"], ["forest", "other names"], ["bayes", "other names"]]);
  assert.deepEqual(groups("verdict").map(([, group]) => group), ["tied for best", "tied for best", "worse than svm-rbf", "worse than svm-rbf"]);
});
test("what is in goes out, and what is out comes back", () => {
  assert.deepEqual(toggle([], ["iris"]), ["iris"]);
  assert.deepEqual(toggle(["iris", "wine"], ["iris"]), ["wine"]);
  assert.deepEqual(toggle(["iris"], ["iris", "wine"]), ["iris", "wine"]);
});
test("scales go there and back, ticks are round and inside, zero is in sight", () => {
  const scale = linear(-2, 6, 10, 90);
  assert.equal(scale(2), 50);
  assert.equal(scale.invert(50), 2);
  assert.deepEqual(ticks(-0.3, 0.61, 5), [-0.2, 0, 0.2, 0.4, 0.6]);
  const [low, high] = extent([3, 4]);
  assert.ok(low < 0 && high > 4);
  assert.deepEqual(stack([10, 10, 30], 10), [[10, 0], [10, 1], [30, 0]]);
});
test("numbers of one column share their decimals, with a true minus and no minus zero", () => {
  assert.equal(decimalsOf([12.5, 3.25, -7]), 2);
  assert.equal(decimalsOf([1, 2, 3]), 0);
  assert.equal(decimalsOf([0.00123, 0.0045]), 5);
  assert.equal(signed(-0.04, 1), "0.0");
  assert.equal(signed(-1.5, 2), "−1.50");
});
test("names and stages are told as people tell them", () => {
  assert.equal(listNames(["a", "b", "c"]), "a, b and c");
  assert.equal(listNames(["a", "b", "c", "d"], 2), "a, b and 2 more");
  assert.equal(stageText({ stage: "comparing pairs", share: 0.254 }), "Comparing pairs: 25 %");
});
test("what the command line calls an option is called as its field is; a whole command stays as it is", () => {
  const labelOf = (name) => ({ missing_marks: "Missing marks", higher_is_better: "Direction" })[name] ?? "";
  assert.equal(withLabels("name such marks with --missing-marks 'n/k', or give --lower-is-better", labelOf), "name such marks with “Missing marks” 'n/k', or give “Direction”: lower is better");
  assert.equal(withLabels("see bakeoff compare x.csv --missing-marks x; start with --time-limit", labelOf), "see bakeoff compare x.csv --missing-marks x; start with --time-limit");
  assert.equal(withLabels("leave it out with --without", labelOf), "leave it out with the ticks under “What if a dataset were not there?”");
});
test("a list goes into its field and comes back, whatever is in its names", () => {
  for (const names of [["a", "b c"], ["a, b", "c"], ['say "x"', "y"], ['"q", r']]) assert.deepEqual(listed(asList(names)), names);
  assert.deepEqual(listed(" n/k , ?,, "), ["n/k", "?"]);
});
