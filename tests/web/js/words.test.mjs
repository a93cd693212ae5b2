import assert from "node:assert/strict";
import test from "node:test";
import { number, shortenName, shortenNames, signed } from "../../../src/bakeoff/web/assets/words.js";

test("numbers are rounded as the terminal rounds them: a tie goes to the even digit", () => {
  assert.deepEqual([0.25, 1.25, 0.75, -1.25, 2.05, 1.35].map((v) => number(v, 1)), ["0.2", "1.2", "0.8", "−1.2", "2.0", "1.4"]);
  assert.deepEqual([0.5, 1.5, 2.5, -0.5].map((v) => number(v, 0)), ["0", "2", "2", "0"]);
  assert.equal(number(0.0625, 3), "0.062");
});
test("a sign stands before what is not zero as it is shown", () => {
  assert.deepEqual([1.25, -5, -0.04, 0.04, 0].map((v) => signed(v, 1)), ["+1.2", "−5.0", "0.0", "0.0", "0.0"]);
});
test("a long name keeps both ends", () => assert.equal(shortenName("gradient-boosting-a", 11), "gradi…ing-a"));
test("names of one picture are never cut to the same text", () => {
  const names = ["0.0", "1.1", "2.2"].map((v) => `a very long name, version ${v} (tuned)`);
  assert.ok(shortenNames(names, 12).every((text, i) => text.includes(`${i}.${i}`) && text.length <= 12));
  for (const most of [4, 8, 12, 20]) assert.equal(new Set(shortenNames(names, most)).size, 3);
  assert.deepEqual(shortenNames(["forest", "svm", "forest"], 12), ["forest", "svm", "forest"]);
});
