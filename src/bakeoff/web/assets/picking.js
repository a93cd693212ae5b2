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
export const moveName = (names, name, by) => {
  const at = names.indexOf(name), to = Math.max(0, Math.min(names.length - 1, at + by));
  if (at < 0 || to === at) return names;
  const rest = names.filter((each) => each !== name);
  return [...rest.slice(0, to), name, ...rest.slice(to)];
};
// Datasets that are left out after a click on some of them: what is in goes out, and what is out comes back.
export const toggle = (without, names) => names.every((name) => without.includes(name)) ? without.filter((name) => !names.includes(name)) : [...without, ...names.filter((name) => !without.includes(name))];
