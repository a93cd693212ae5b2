// The verdict in small, for when it is out of sight: its shape, its sentence, its interval, and what was left out by hand.
import { shape } from "./answer.js";
import { linear } from "./scales.js";
import { h } from "./tree.js";

const MINI = { width: 120, height: 20, edge: 8 };
const smallInterval = ({ value, low, high }, tone) => {
  const ends = [value, low ?? value, high ?? value, 0], x = linear(Math.min(...ends), Math.max(...ends), MINI.edge, MINI.width - MINI.edge), y = MINI.height / 2;
  return h("svg", { class: `interval live-picture tone-${tone}`, width: MINI.width, height: MINI.height, "aria-hidden": "true" },
    h("line", { class: "zero", x1: x(0), x2: x(0), y1: 1, y2: MINI.height - 1 }), h("line", { class: "whisker", x1: low === null ? 0 : x(low), x2: high === null ? MINI.width : x(high), y1: y, y2: y }), h("circle", { class: "filled", cx: x(value), cy: y, r: 4.5 }));
};
export const miniView = (answer) => {
  const { tone, title, picture: p, chips } = answer;
  return [h("span", { class: `word tone-${tone}` }, shape(answer)), h("a", { href: "#answer" }, title), p?.kind === "interval" && p.value !== null ? smallInterval(p, tone) : null,
    chips.filter(({ kind }) => kind === "hand").map(({ text }) => h("span", { class: "chip hand" }, text))].flat().filter(Boolean);
};
