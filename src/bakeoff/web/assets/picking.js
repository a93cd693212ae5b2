// What is pointed at, picked, moved and left out: the logic of it, without a page.
// Which dataset or classifier the tip of a drawing is about: the longest name that it begins with, before a colon.
export const nameOfTip = (tip, names) => {
  const head = tip.includes(": ") ? tip.slice(0, tip.indexOf(": ")) : tip;
  return names.has(head) ? head : names.has(tip) ? tip : null;
};
// The dots of a picture that lie in a rectangle: { x, y, d } for each.
export const within = (dots, { x1, y1, x2, y2 }) => {
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)], [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
  return dots.filter(({ x, y }) => x >= left && x <= right && y >= top && y <= bottom).map(({ d }) => d);
};
// Keys move inside a picture: the place of the next mark, or null where a key does not move.
export const nextPlace = (key, at, length) => {
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  return by === undefined ? null : Math.max(0, Math.min(length - 1, at + by));
};
// Orders of classifiers: by rank, as it came; by name; as in the file; or one's own, in which a row is moved by one place.
export const ORDERS = { rank: "by rank", name: "by name", file: "as in the file", own: "my own" };
export const orderRows = (rows, order, { file = [], own = [] } = {}) => {
  const by = { name: (r) => r.name, file: (r) => file.indexOf(r.name), own: (r) => own.includes(r.name) ? own.indexOf(r.name) : own.length + rows.indexOf(r) }[order];
  if (!by) return rows;
  const compare = (p, q) => typeof p === "string" ? p.localeCompare(q, undefined, { numeric: true }) : p - q;
  return [...rows].sort((p, q) => compare(by(p), by(q)));
};
// Groups of classifiers: by what came of each, or by how their names begin where two or more begin alike.
export const GROUPINGS = { none: "not at all", verdict: "by verdict", name: "by how the name begins" };
const beginningOf = (name) => /^[^\s\-_/.:+(@,]+/.exec(name)?.[0].replace(/\d+$/, "").toLowerCase() || name.toLowerCase();
const groupOf = {
  verdict: (row, { anchor, isBaseline, leaders }) => row.leads && !isBaseline ? (leaders > 1 ? "tied for best" : "in front") : row.verdict === "anchor" ? "the baseline" : `${{ better: "better than", worse: "worse than", equivalent: "equivalent in practice to" }[row.verdict] ?? "not told apart from"} ${anchor}`,
  name: (row, { shared }) => shared.has(beginningOf(row.name)) ? `${beginningOf(row.name)} …` : "other names",
};
// Rows with the name of their group, group by group; a group stands where its first row stood, what is in no group last.
export const groupRows = (rows, grouping, { anchor = "", isBaseline = false } = {}) => {
  const nameOf = groupOf[grouping];
  if (!nameOf) return rows;
  const beginnings = rows.map((row) => beginningOf(row.name)), shared = new Set(beginnings.filter((each, i) => beginnings.indexOf(each) !== i));
  const named = rows.map((row) => ({ ...row, group: nameOf(row, { anchor, isBaseline, shared, leaders: rows.filter(({ leads }) => leads).length }) })), order = [...new Set(named.map((row) => row.group))];
  const place = (row) => row.group === "other names" ? order.length : order.indexOf(row.group);
  return named.map((row, i) => [row, i]).sort(([p, i], [q, k]) => place(p) - place(q) || i - k).map(([row]) => row);
};
export const moveName = (names, name, by) => {
  const at = names.indexOf(name), to = Math.max(0, Math.min(names.length - 1, at + by));
  if (at < 0 || to === at) return names;
  const rest = names.filter((each) => each !== name);
  return [...rest.slice(0, to), name, ...rest.slice(to)];
};
// Datasets that are left out after a click on some of them: what is in goes out, and what is out comes back.
export const toggle = (without, names) => names.every((name) => without.includes(name)) ? without.filter((name) => !names.includes(name)) : [...without, ...names.filter((name) => !without.includes(name))];
