// The picture of a leaderboard, a pure function like the others: which ranks each entry may have.
import { chooseRows, dot, firstFit, fitAll, FOOT, gutter, label, LETTER, line, mark, picture, ROW, TOP } from "./pictures.js";
import { linear, ticks } from "./scales.js";
import { h } from "./tree.js";
import { number } from "./words.js";

// The thin bar with all others, the thick one by itself, the dot its place on the list.
const ranksText = (low, high) => low === high ? `rank ${low}` : `ranks ${low} to ${high}`;
export const rankText = ({ name, value, low, high, own, leads, mean }) => `${name}: ${ranksText(low, high)}; by itself ${ranksText(...own)}; place ${value} on the list${mean ? ` by ${mean}` : ""}${leads ? "; nobody is shown to be better" : ""}`;
export const ranks = (data, width, rows = chooseRows(data.rows)) => {
  const bottom = TOP + rows.length * ROW, left = gutter(rows.map((r) => r.name), width, width < 480 ? 0.34 : 0.36), means = Math.max(5, ...rows.map((r) => r.mean.length)) * LETTER, right = width - means - 12;
  const scale = linear(0.5, Math.max(2, ...rows.map((r) => r.high)) + 0.5, left + 8, right - 10), texts = fitAll(rows.map((r) => r.name), left - 8), y = (i) => TOP + (i + 0.5) * ROW;
  const places = [...new Set([1, ...ticks(1, scale.to, Math.max(3, Math.floor((right - left) / 70))).filter((v) => Number.isInteger(v) && v > 0)])];
  return picture(`The ranks that each of ${rows.length} entries may have`, width, bottom + FOOT,
    ...rows.map((row, i) => row.leads ? h("rect", { class: "tied", x: 0, width, y: TOP + i * ROW, height: ROW }) : null),
    ...places.flatMap((v) => [line(scale(v), TOP, scale(v), bottom, "rule"), label(scale(v), bottom + 16, number(v, 0), "q s middle")]),
    label(4, 14, "entry", "q s"), label((left + right) / 2, 14, firstFit(["ranks it may have", "ranks"], right - left), "q s middle"), label(width - 6, 14, "score", "q s end"),
    ...rows.map((row, i) => {
      const tone = row.leads ? "c-better" : "c-open";
      return mark(rankText(row), { m: row.name, more: { "data-row": i } }, h("rect", { class: "hit", x: 0, y: TOP + i * ROW, width, height: ROW }), label(4, y(i) + 4, texts[i], row.leads ? "strong" : ""),
        line(scale(row.low - 0.3), y(i), scale(row.high + 0.3), y(i), `whisker ${tone}`), line(scale(row.own[0] - 0.3), y(i), scale(row.own[1] + 0.3), y(i), `whisker own ${tone}`), dot(scale(row.value), y(i), 4.5, true, tone), label(width - 6, y(i) + 4, row.mean, "end"));
    }));
};
export const legendOfRanks = ({ rows }) => [rows.some((r) => r.leads) ? ["shade", "may be first"] : null, ["bars-thin", "all entries together"], ["bars-thick", "the entry by itself, if it was named beforehand"], ["filled", "its place on the list"]];
