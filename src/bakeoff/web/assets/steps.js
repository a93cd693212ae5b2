// One state of settings, and the steps that led to it: every step can be taken back, and says what it was.
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
export const settingsOf = ({ options = {}, without = [] }) => ({ options, without });
export const begin = (settings) => ({ at: 0, steps: [{ settings: settingsOf(settings), label: "" }] });
const SOON = 900; // milliseconds within which the same setting, moved again, is still one step
// Return the path with one more step; a slider that is still moving, or is moved again at once, changes its last step instead.
export const take = (path, { settings, label, name = "", now = 0, moving = false }) => {
  const last = path.steps[path.at], step = { settings: settingsOf(settings), label, name, now };
  if (same(last.settings, step.settings)) return path;
  const goesOn = path.at > 0 && name !== "" && last.name === name && (moving || now - last.now < SOON);
  const kept = path.steps.slice(0, path.at + (goesOn ? 0 : 1));
  return { at: kept.length, steps: [...kept, step] };
};
export const go = (path, at) => ({ ...path, at: Math.max(0, Math.min(path.steps.length - 1, at)) });
export const present = (path) => path.steps[path.at].settings;
export const undoLabel = (path) => path.at > 0 ? path.steps[path.at].label : null;
export const redoLabel = (path) => path.at + 1 < path.steps.length ? path.steps[path.at + 1].label : null;

const listed = (names) => names.length > 2 ? `${names.length} datasets` : names.join(" and ");
const valueText = (value) => Array.isArray(value) ? value.join(", ") : String(value);
// What a step did, in words: by what is different.
export const describe = (before, after, labels = {}) => {
  const gone = after.without.filter((name) => !before.without.includes(name));
  const back = before.without.filter((name) => !after.without.includes(name));
  if (gone.length && !back.length) return `leaving out ${listed(gone)}`;
  if (back.length && !gone.length) return `putting back ${listed(back)}`;
  if (gone.length || back.length) return "another choice of datasets";
  const names = [...new Set([...Object.keys(before.options), ...Object.keys(after.options)])].filter((n) => !same(before.options[n], after.options[n]));
  if (names.length !== 1) return names.length ? "another reading" : "";
  const [name] = names, label = labels[name] ?? name.replaceAll("_", " "), value = after.options[name];
  return value === undefined || value === null ? `${label} as before` : value === true ? label : `${label}: ${valueText(value)}`;
};
