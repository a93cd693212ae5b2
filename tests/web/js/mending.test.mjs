import assert from "node:assert/strict";
import test from "node:test";
import { cellsOf, findOddSeparator, guessSeparator, isMistyped, joinDecimals, linesAround, placeOf, withLine, withoutLine } from "../../../src/bakeoff/web/assets/mending.js";

const TABLE = "dataset,A,B\niris,81,7,95.3\nzoo,90.1,91.0\n";

test("an error names the line and the column it is about", () => {
  assert.deepEqual(placeOf("results.csv, line 14, column 4"), { line: 14, column: 4 });
  assert.deepEqual(placeOf("results.csv"), { line: 0, column: 0 });
});
test("a decimal comma that was taken for a separator is joined again", () => {
  assert.deepEqual(joinDecimals(TABLE, 2), { was: "81,7", is: "81.7", line: "iris,81.7,95.3" });
  assert.equal(joinDecimals(TABLE, 3), null);
});
test("a line is changed or left out, and the others stay as they are", () => {
  assert.equal(withLine(TABLE, 2, "iris,81.7,95.3"), "dataset,A,B\niris,81.7,95.3\nzoo,90.1,91.0\n");
  assert.equal(withoutLine(TABLE, 2), "dataset,A,B\nzoo,90.1,91.0\n");
  assert.equal(withoutLine("a\r\nb\r\nc", 2), "a\r\nc");
});
test("the lines around the one that is meant are shown", () => {
  assert.deepEqual(linesAround(TABLE, 2, 1).map((l) => l.number), [1, 2, 3]);
});
test("a separator between quotes is text", () => {
  assert.deepEqual(cellsOf('"a,b",1', ","), ['"a,b"', "1"]);
});
test("the separator is the one that most lines agree on", () => {
  assert.equal(guessSeparator("d;A;B\niris;81,7;95,3\nzoo;90,1;91,0"), ";");
});
test("a sign that cuts every line alike is found, whatever it is; a sign of text is none", () => {
  assert.equal(findOddSeparator("set~A~B\niris~1.5~2.5\nzoo~3~4\n"), "~");
  assert.equal(findOddSeparator("d#1,A\nd#2,3\nzoo,4\n"), null);
  assert.equal(findOddSeparator("hello"), null);
});
test("a cell with a digit is a slip of the hand, a word may be a mark of a missing score", () => {
  for (const cell of ["8l.7", "81.7*", "O.93", "8l,7", "٨١x"]) assert.equal(isMistyped(cell), true, cell);
  for (const cell of ["n/k", "failed", "—", "", undefined]) assert.equal(isMistyped(cell), false, cell);
});
