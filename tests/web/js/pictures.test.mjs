import assert from "node:assert/strict";
import test from "node:test";
import { chooseRows, dumbbells, heat, heatLegend, interval, lanes, matrix, MOST_CELLS, ranking, rowText, scatter, steps } from "../../../src/bakeoff/web/assets/pictures.js";
import { legendOfRanks, ranks, rankText } from "../../../src/bakeoff/web/assets/ranks.js";
import { findAll, ofClass, textOf } from "../../../src/bakeoff/web/assets/tree.js";

const row = (name, value, verdict, leads = false) => ({ name, value, low: value - 1, high: value + 1, verdict, leads, mean: (80 + value).toFixed(1) });
const rows = [{ ...row("forest", 0, "anchor", true), low: null, high: null }, row("boosting", -0.5, "undecided", true), row("bayes", -4, "worse")];
const data = { kind: "ranking", anchor: "forest", is_baseline: false, rows, groups: [[0, 1]], decimals: 1, unit: "points", margin: 0 };
const marks = (tree) => ofClass(tree, "mark");

test("a ranking has one mark for each classifier, and shades those that are tied for best", () => {
  const tree = ranking(data, 600);
  assert.deepEqual(marks(tree).map((m) => m.attributes["data-m"]), ["forest", "boosting", "bayes"]);
  assert.equal(ofClass(tree, "tied").length, 2);
  assert.equal(ofClass(tree, "hollow").length, 1); // what is not decided is hollow
  assert.equal(ofClass(tree, "clique").length, 1);
});
test("a group has a heading above its rows, which is no mark, and a bar does not cross it", () => {
  const tree = ranking(data, 600, rows.map((r, i) => ({ ...r, group: i < 1 ? "in front" : "the rest" })));
  assert.deepEqual(ofClass(tree, "heading").map(textOf), ["in front", "the rest"]);
  assert.deepEqual(marks(tree).map((m) => m.attributes["data-row"]), [1, 3, 4]);
  assert.equal(ofClass(tree, "clique").length, 0);
});
test("a gap is drawn where the axis says: marks and ticks share one scale", () => {
  const tree = ranking(data, 600), [, , last] = marks(tree), circle = findAll(last, (n) => n.tag === "circle")[0];
  const tick = findAll(tree, (n) => n.tag === "text" && textOf(n) === "−4")[0];
  assert.ok(Math.abs(circle.attributes.cx - tick.attributes.x) < 1e-9);
});
test("what is read aloud names the gap, its interval and the verdict", () => {
  assert.equal(rowText(rows[2], data), "bayes: −4.0 points against forest (−5.0 to −3.0), worse than it; mean 76.0");
  assert.equal(rowText(rows[0], data), "forest: in front, mean 80.0");
});
test("a long ranking shows who leads and the next, all on demand, and finds a name", () => {
  const many = Array.from({ length: 200 }, (_, i) => row(`m${i}`, -i, i < 3 ? "undecided" : "worse", i < 3));
  assert.equal(chooseRows(many).length, 16);
  assert.equal(chooseRows(many, { all: true }).length, 200);
  assert.deepEqual(chooseRows(many, { query: "M199" }).map((r) => r.name), ["m199"]);
});
test("a bar joins only what stands side by side", () => {
  assert.deepEqual(lanes([[0, 1, 2], [2, 3]], [0, 1, 2, 3]), [{ lane: 0, first: 0, last: 2 }, { lane: 1, first: 2, last: 3 }]);
  assert.deepEqual(lanes([[0, 2]], [0, 1, 2]), []);
});
test("an interval has one dot for each dataset, hollow for those left out, and an open end runs to the edge", () => {
  const one = { a: "A", b: "B", value: 1, low: 0.5, high: null, verdict: "better", decimals: 1, unit: "points", margin: 2, dots: [["iris", 1], ["wine", 1.5]] };
  const tree = interval(one, 500, { left: [["zoo", -2]] });
  assert.deepEqual(marks(tree).map((m) => m.attributes["data-d"]), ["iris", "wine", "zoo"]);
  assert.match(marks(tree)[2].attributes["aria-label"], /−2\.0 points, left out by hand$/);
  assert.equal(ofClass(tree, "band").length, 1);
  assert.equal(ofClass(tree, "whisker")[0].attributes.x2, 486);
  assert.equal(ofClass(tree, "arrow").length, 1); // an end without a bound does not look like one
  assert.equal(ofClass(interval({ ...one, high: 2 }, 500), "arrow").length, 0);
  assert.match(tree.attributes["aria-label"], /\+1\.0 points, at least \+0\.5/);
});
test("ranks are drawn from the first place on: a thin bar with all others, a thick one by itself, a dot on the list", () => {
  const board = { kind: "ranks", rows: [{ name: "a", value: 1, low: 1, high: 1, own: [1, 1], verdict: "better", leads: true, mean: "0.9" }, { name: "b", value: 2, low: 2, high: 4, own: [2, 3], verdict: "undecided", leads: false, mean: "0.5" }] };
  const tree = ranks(board, 600), [bar, own] = findAll(marks(tree)[1], (n) => n.tag === "line");
  assert.equal(ofClass(tree, "tied").length, 1);
  assert.ok(bar.attributes.x2 > own.attributes.x2);
  assert.deepEqual(findAll(tree, (n) => n.tag === "text" && /^[1-9]$/.test(textOf(n))).map(textOf), ["1", "2", "3", "4"]);
  assert.equal(rankText(board.rows[1]), "b: ranks 2 to 4; by itself ranks 2 to 3; place 2 on the list by 0.5");
  assert.equal(legendOfRanks(board).filter(Boolean).length, 4);
  assert.match(rankText(board.rows[0]), /^a: rank 1; .*nobody is shown to be better$/);
});
test("dots of the same place are stacked, not hidden", () => {
  const tree = interval({ a: "A", b: "B", value: 0, low: -1, high: 1, verdict: "undecided", decimals: 1, unit: "", margin: 0, dots: [["x", 0.5], ["y", 0.5], ["z", 0.5]] }, 500);
  assert.equal(new Set(marks(tree).map((m) => m.attributes["data-y"])).size, 3);
});
test("every dataset is a row of dumbbells and a dot of the scatter", () => {
  const pair = { a: "A", b: "B", decimals: 1, scoreDecimals: 1, unit: "%", higher: true, rows: [{ name: "iris", a: 90, b: 92, advantage: 2 }, { name: "zoo", a: 80, b: 79, advantage: -1 }] };
  assert.deepEqual(marks(dumbbells(pair, 500)).map((m) => m.attributes["aria-label"]), ["iris: B 92.0, A 90.0, +2.0", "zoo: B 79.0, A 80.0, −1.0"]);
  assert.equal(marks(scatter(pair, 500)).length, 2);
});
test("a heat map has a mark for each cell, a cross where a score is missing, and paints when there are too many", () => {
  const small = { datasets: ["iris", "zoo"], classifiers: ["A", "B"], scores: [[1, 2], [3, null]], higher: true, gone: new Set(["zoo"]), decimals: 0 };
  const tree = heat(small, 700);
  assert.equal(marks(tree).length, 4 + 2 + 2);
  assert.ok(marks(tree).some((m) => m.attributes["aria-label"] === "B on zoo: missing" && textOf(m) === "×"));
  const names = Array.from({ length: MOST_CELLS }, (_, i) => `d${i}`);
  assert.ok(marks(heat({ ...small, datasets: names, scores: names.map(() => [1, 2]), gone: new Set() }, 700)).length < MOST_CELLS);
});
test("steps of a heat map count from the middle of each dataset, turned round where lower is better", () => {
  const scores = [[10, 20, 30]], up = steps(scores, true).levels[0], down = steps(scores, false).levels[0];
  assert.deepEqual(up.map((v) => v + 0), [-1, 0, 1].map((v) => v * Math.abs(up[2])));
  assert.deepEqual(down.map((v) => v + 0), up.map((v) => -v + 0));
});
test("the colours of a heat map are told in numbers, as better and worse, and a missing score only where there is one", () => {
  const scores = [[10, 20, 30]], { unit } = steps(scores, true), said = textOf(heatLegend({ scores, higher: true }, "points"));
  assert.match(said, new RegExp(`^worse by ${2 * unit} points or moreby ${unit / 2} to ${2 * unit}less than ${unit / 2} apartbetter by`));
  assert.doesNotMatch(said, /missing|above|below/);
  assert.match(textOf(heatLegend({ scores: [[10, null, 30]], higher: false }, "")), /missing$/);
});
test("a matrix says for each how many it is better and worse than", () => {
  const verdictOf = (r, c) => r === "A" ? "better" : c === "A" ? "worse" : "undecided";
  assert.deepEqual(marks(matrix({ names: ["A", "B", "C"], verdictOf }, 400)).map((m) => m.attributes["aria-label"]), ["A: better than 2, worse than 0 of 2", "B: better than 0, worse than 1 of 2", "C: better than 0, worse than 1 of 2"]);
});
test("long names that begin alike are told apart by their end", () => {
  const long = [6, 5].map((n) => row(`a very long name of a classifier with many words, number ${n}`, -n, "undecided"));
  const shown = findAll(ranking({ ...data, rows: long, groups: [] }, 600), (n) => n.tag === "text" && textOf(n).includes("…")).map(textOf);
  assert.ok(shown.some((text) => text.endsWith("6")) && shown.some((text) => text.endsWith("5")));
});
