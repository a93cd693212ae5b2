import assert from "node:assert/strict";
import test from "node:test";
import { begin, describe, go, present, redoLabel, take, undoLabel } from "../../../src/bakeoff/web/assets/steps.js";

const at = (margin, without = []) => ({ options: margin ? { margin } : {}, without });

test("a step can be taken back and taken again, and says what it was", () => {
  let path = take(begin(at(0)), { settings: at(1), label: "Margin: 1" });
  path = take(path, { settings: at(1, ["iris"]), label: "leaving out iris" });
  assert.equal(undoLabel(path), "leaving out iris");
  path = go(path, path.at - 1);
  assert.deepEqual(present(path), at(1));
  assert.equal(undoLabel(path), "Margin: 1");
  assert.equal(redoLabel(path), "leaving out iris");
});
test("a new step forgets those that were taken back", () => {
  let path = take(begin(at(0)), { settings: at(1), label: "one" });
  path = take(go(path, 0), { settings: at(2), label: "two" });
  assert.equal(path.steps.length, 2);
  assert.equal(redoLabel(path), null);
});
test("a slider that is drawn is one step, and one that is moved again later another", () => {
  let path = begin(at(0));
  for (const [margin, now] of [[1, 0], [2, 50], [3, 100]]) path = take(path, { settings: at(margin), label: `Margin: ${margin}`, name: "margin", moving: true, now });
  assert.equal(path.steps.length, 2);
  assert.deepEqual(present(path), at(3));
  path = take(path, { settings: at(4), label: "Margin: 4", name: "margin", now: 5000 });
  assert.equal(path.steps.length, 3);
});
test("what changes nothing is no step", () => {
  const path = begin(at(1));
  assert.equal(take(path, { settings: at(1), label: "again" }), path);
});
test("a step is described by what is different", () => {
  assert.equal(describe(at(0), at(0, ["iris", "wine"])), "leaving out iris and wine");
  assert.equal(describe(at(0, ["a", "b", "c"]), at(0)), "putting back 3 datasets");
  assert.equal(describe(at(0), at(2), { margin: "Margin" }), "Margin: 2");
  assert.equal(describe(at(2), at(0), { margin: "Margin" }), "Margin as before");
});
