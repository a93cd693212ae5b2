// Mending a text in place: lines, cells and separators, without a page.
export const SEPARATORS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "space" };
const lineEnd = (text) => text.includes("\r\n") ? "\r\n" : "\n";
export const linesOf = (text) => text.split(/\r\n|\n|\r/);
// Where an error is: the numbers that its words name.
export const placeOf = (where) => ({ line: Number(/\blines? (\d+)/.exec(where)?.[1] ?? 0), column: Number(/\bcolumn (\d+)/.exec(where)?.[1] ?? 0) });
export const linesAround = (text, line, reach = 2) => linesOf(text).map((content, i) => ({ number: i + 1, content })).filter(({ number }) => Math.abs(number - line) <= reach).filter(({ number, content }) => number <= line || content !== "");
export const withLine = (text, line, content) => linesOf(text).map((old, i) => i + 1 === line ? content : old).join(lineEnd(text));
export const withoutLine = (text, line) => linesOf(text).filter((_, i) => i + 1 !== line).join(lineEnd(text));
// Cells of a line; a separator between quotes is text.
export const cellsOf = (line, separator) => {
  const cells = [];
  let cell = "", isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    if (letter === separator && !isQuoted) { cells.push(cell); cell = ""; } else cell += letter;
  }
  return [...cells, cell];
};
// The separator that most lines agree on: the one that cuts them into the same number of cells, two or more.
export const guessSeparator = (text) => {
  const lines = linesOf(text).filter((line) => line.trim()).slice(0, 50);
  const agreement = (separator) => {
    const sizes = lines.map((line) => cellsOf(line, separator).length), usual = sizes.sort((p, q) => p - q)[sizes.length >> 1] ?? 1;
    return usual < 2 ? 0 : sizes.filter((size) => size === usual).length * 100 + usual;
  };
  return Object.keys(SEPARATORS).reduce((best, each) => agreement(each) > agreement(best) ? each : best, ",");
};
// A sign that nobody uses between cells, but that cuts all lines into the same number of cells; null where there is none.
export const findOddSeparator = (text) => {
  const lines = linesOf(text).filter((line) => line.trim()).slice(0, 50), size = (line, sign) => cellsOf(line, sign).length;
  const signs = new Set((lines[0] ?? "").match(/[^\p{L}\p{N}\s"'.,;|+\-_()%]/gu) ?? []);
  return [...signs].find((sign) => lines.length > 1 && lines.every((line) => size(line, sign) === size(lines[0], sign))) ?? null;
};
// A cell with digits is likelier a number with a slip in it than a word for “missing”.
export const isMistyped = (cell) => /\p{Nd}/u.test(cell ?? "");
// A line with one cell too many, where two neighbours make one number with a decimal comma: "81,7" for 81.7.
export const joinDecimals = (text, line) => {
  const lines = linesOf(text), separator = guessSeparator(text), cells = cellsOf(lines[line - 1] ?? "", separator), usual = cellsOf(lines[0] ?? "", separator).length;
  if (separator !== "," || cells.length !== usual + 1) return null;
  const at = cells.findIndex((cell, i) => i > 0 && /^\s*\d+\s*$/.test(cell) && /^\d{1,3}$/.test(cells[i + 1] ?? ""));
  if (at < 0) return null;
  const joined = `${cells[at].trim()}.${cells[at + 1]}`;
  return { was: `${cells[at]},${cells[at + 1]}`, is: joined, line: [...cells.slice(0, at), joined, ...cells.slice(at + 2)].join(",") };
};
