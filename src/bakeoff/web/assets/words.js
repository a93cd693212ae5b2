// Words and numbers for people.
// The words of the command line follow a colon there; a name or a command at their beginning keeps its letters.
export const sentence = (text) => /^(?!bakeoff |pip )[a-z]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
// The command line's words name its options; here they have the names of the fields. What is a whole command stays one.
const ELSEWHERE = { rename: "“Rename” under “How it was read”", study: "“Study” under “Settings”", without: "the ticks under “What if a dataset were not there?”" };
export const withLabels = (text, labelOf) => text.split(/(\bbakeoff [a-z]+ (?:[^;`]*--[^;`]*))/).map((part, i) => i % 2 ? part : part.replace(/(?<![\w-])--([a-z]+(?:-[a-z]+)*)/g, (option, said) => {
  const [name, value] = /-is-better$/.test(said) ? ["higher_is_better", `: ${said.replaceAll("-", " ")}`] : [said.replaceAll("-", "_"), ""], label = labelOf(name);
  return label ? `“${label}”${value}` : ELSEWHERE[name] ?? option;
})).join("");
export const elapsed = (seconds) => seconds < 60 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
export const stageText = ({ stage, share }) => share === null ? `${sentence(stage)}…` : `${sentence(stage)}: ${Math.floor(100 * share)} %`;
export const count = (n, one) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;
export const listNames = (names, most = 5) => {
  if (names.length > most) return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
};
export const shorten = (text, most) => text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
// Long names of one table often begin alike and differ at their end: the middle goes.
export const shortenName = (name, most) => {
  if (name.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return `${name.slice(0, Math.max(1, most - 1 - tail)).trimEnd()}…${tail ? name.slice(-tail).trimStart() : ""}`;
};
// Names of one picture, no two cut to the same text: where their ends do not tell them apart, what they share at the beginning makes room; the last resort is a number.
const sharedLetters = (names) => { const i = [...names[0]].findIndex((letter, at) => names.some((name) => name[at] !== letter)); return i < 0 ? names[0].length : i; };
export const shortenNames = (names, most) => {
  const labels = names.map((name) => shortenName(name, most)), alike = new Map();
  labels.forEach((text, i) => { if (!alike.has(text)) alike.set(text, []); alike.get(text).push(i); });
  for (const places of alike.values()) {
    const told = [...new Set(places.map((i) => names[i]))];
    if (told.length < 2) continue;
    const start = Math.max(0, sharedLetters(told) - 2), cut = new Map(told.map((name) => [name, shorten(`…${name.slice(start)}`, most)])), isClear = new Set(cut.values()).size === told.length;
    for (const i of places) { const mark = ` (${told.indexOf(names[i]) + 1})`; labels[i] = isClear ? cut.get(names[i]) : `${shortenName(names[i], Math.max(2, most - mark.length))}${mark}`; }
  }
  return labels;
};
// As the terminal rounds: what lies exactly between two numbers goes to the even one.
const fixed = (value, decimals) => {
  const up = value.toFixed(decimals), isTie = /^50*$/.test(value.toFixed(Math.min(100, decimals + 40)).slice(decimals ? up.length : up.length + 1));
  return isTie && Number(up.at(-1)) % 2 ? (value - Math.sign(value) * 10 ** -decimals / 2).toFixed(decimals) : up;
};
export const number = (value, decimals) => fixed(value, decimals).replace(/^-(?=0*\.?0*$)/, "").replace("-", "−");
export const signed = (value, decimals) => {
  const text = number(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
};
export const percent = (level) => `${Number((100 * level).toPrecision(6))} %`;
// Decimals that all numbers of a column share: three digits of the middle one, but no more than the finest has.
export const decimalsOf = (values) => {
  const sizes = values.filter((v) => v !== null && v !== 0 && Number.isFinite(v)).map(Math.abs).sort((p, q) => p - q);
  if (!sizes.length) return 0;
  const enough = Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(sizes[sizes.length >> 1]))));
  const written = Math.max(0, ...sizes.slice(0, 500).map((v) => (Number(v.toPrecision(10)).toFixed(8).replace(/0+$/, "").split(".")[1] ?? "").length));
  return Math.min(enough, written);
};
