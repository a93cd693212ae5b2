// The pictures of the page, each a pure function from numbers and a width to a tree: every mark is an element with a name of its own.
import { h } from "./tree.js";
import { decimalsOfStep, extent, linear, niceStep, stack, ticks } from "./scales.js";
import { number, shortenName, shortenNames, signed } from "./words.js";

export const LETTER = 7.1; // pixels of one letter, on average
export const ROW = 23; // pixels of a row of a ranking
export const TOP = 24;
export const FOOT = 42;
const TONES = { better: "c-better", worse: "c-worse", equivalent: "c-equal", undecided: "c-open", anchor: "c-better" };
export const MOST_ROWS = 16; // of a ranking, before somebody asks for all

// A mark has a name that is read aloud and shown below; the dataset or classifier it belongs to lights up everywhere.
export const mark = (name, { d, m, gone = false, more = {} }, ...children) => h("g", {
  class: `mark${gone ? " gone" : ""}`, role: "button", tabindex: -1, "aria-label": name, "aria-pressed": "false", "data-d": d, "data-m": m, ...more,
}, ...children);
export const picture = (name, width, height, ...children) => h("svg", {
  class: "live-picture", role: "group", "aria-label": name, width, height, viewBox: `0 0 ${width} ${height}`,
}, ...children);
export const label = (x, y, text, kind = "") => h("text", { x, y, class: kind }, text);
export const line = (x1, y1, x2, y2, kind) => h("line", { x1, y1, x2, y2, class: kind });
const fit = (text, pixels) => shortenName(text, Math.max(4, Math.floor(pixels / LETTER)));
export const fitAll = (names, pixels) => shortenNames(names, Math.max(4, Math.floor(pixels / LETTER)));
// The first of some texts that has room, or what there is room for of the last.
export const firstFit = (texts, pixels) => texts.find((text) => text.length * LETTER * 0.92 <= pixels) ?? fit(texts.at(-1), pixels);
export const gutter = (names, width, most = 0.34) => Math.min(width * most, 14 + LETTER * Math.max(4, ...names.map((n) => n.length)));

const axis = (scale, y, { top, unit, format }) => {
  const room = Math.max(2, Math.floor(Math.abs(scale(scale.to) - scale(scale.from)) / 70));
  const most = ticks(scale.from, scale.to, room).length < 3 ? 2 * room : room; // one number alone is no scale
  const marks = ticks(scale.from, scale.to, most), decimals = decimalsOfStep(niceStep(scale.to - scale.from, most));
  return [
    ...marks.map((v) => line(scale(v), top, scale(v), y, v === 0 ? "zero" : "rule")),
    ...marks.map((v) => label(scale(v), y + 16, format(v, decimals), "q s middle")),
    unit ? label(scale(scale.to), y + 32, unit, "q s end") : null,
  ];
};
const band = (scale, margin, top, bottom) => margin > 0
  ? h("rect", { class: "band", x: scale(-margin), width: Math.max(1, scale(margin) - scale(-margin)), y: top, height: bottom - top }) : null;
// An interval: an end without a bound runs to the edge of the picture, with an arrow that says that it goes on.
const arrow = (x, y, way, kind) => h("path", { class: `arrow ${kind}`, d: `M${x + 6 * way},${y}l${-9 * way},-5v10z` });
const whisker = (scale, { low, high }, y, kind) => [
  line(scale(low ?? scale.from), y, scale(high ?? scale.to), y, `whisker ${kind}`),
  low === null ? arrow(scale(scale.from), y, -1, kind) : null, high === null ? arrow(scale(scale.to), y, 1, kind) : null,
];
export const dot = (x, y, r, isSure, kind) => h("circle", { cx: x, cy: y, r, class: `${isSure ? "filled" : "hollow"} ${kind}` });
const rangeText = ({ low, high }, decimals) => low === null && high === null ? "no bound"
  : low === null ? `at most ${signed(high, decimals)}` : high === null ? `at least ${signed(low, decimals)}` : `${signed(low, decimals)} to ${signed(high, decimals)}`;

// Which rows of a long ranking are shown: all that are asked for by name, or who leads, the one all are measured against, and the next.
export const chooseRows = (rows, { all = false, query = "" } = {}) => {
  if (query) return rows.filter((row) => row.name.toLowerCase().includes(query.toLowerCase())).slice(0, 200);
  if (all || rows.length <= MOST_ROWS + 2) return rows;
  const wanted = rows.filter((row) => row.verdict === "anchor" || row.leads).slice(0, MOST_ROWS);
  const more = rows.filter((row) => !wanted.includes(row)).slice(0, Math.max(0, MOST_ROWS - wanted.length));
  return rows.filter((row) => wanted.includes(row) || more.includes(row));
};
const SAID = { better: "better than", worse: "worse than", equivalent: "equivalent in practice to", undecided: "not told apart from" };
export const rowText = (row, { anchor, decimals, unit, is_baseline: isBaseline }) => {
  const of = unit ? ` ${unit}` : "";
  if (row.verdict === "anchor") return `${row.name}: ${isBaseline ? "the baseline" : "in front"}${row.mean ? `, mean ${row.mean}` : ""}`;
  if (row.value === null) return `${row.name}: not compared with ${anchor}`;
  return `${row.name}: ${signed(row.value, decimals)}${of} against ${anchor} (${rangeText(row, decimals)}), ${SAID[row.verdict]} it${row.mean ? `; mean ${row.mean}` : ""}`;
};
// Groups as bars at the right: sets of classifiers of which no two are told apart, each in the first lane that is free.
export const lanes = (groups, shown, most = 6) => {
  const ends = [], made = [];
  for (const group of groups) {
    const places = group.map((i) => shown.indexOf(i)).filter((place) => place >= 0);
    if (places.length < 2) continue;
    const first = Math.min(...places), last = Math.max(...places);
    if (last - first + 1 !== places.length) continue; // not side by side in this order: a bar would say too much
    let lane = ends.findIndex((end) => end < first);
    if (lane < 0) lane = ends.length;
    if (lane >= most) continue;
    ends[lane] = last;
    made.push({ lane, first, last });
  }
  return made;
};

// The lines of a ranking: its rows, and before the first of each group a heading.
export const linesOfRanking = (rows) => rows.flatMap((row, i) => row.group !== undefined && row.group !== rows[i - 1]?.group ? [{ heading: row.group }, row] : [row]);
const heads = ({ order = "in order", anchor, is_baseline: isBaseline, unit }, { left, right, means }, against = isBaseline ? "over" : "behind") => [
  label(4, 14, firstFit(isBaseline ? ["against the baseline", ""] : [order, "by rank"], left - 4), "q s"),
  label(Math.min(right - 8, (left + right) / 2), 14, firstFit([...(unit ? [`${unit} ${against} ${anchor}`] : []), `${against} ${anchor}`], right - left), "q s middle"),
  means ? label(right + means + 6, 14, "mean", "q s end") : null,
];
// Everybody against who is in front, or against the baseline: the gap with its interval; the shaded ones are tied for best.
export const ranking = (data, width, rows = chooseRows(data.rows)) => {
  const { unit, margin, anchor, groups } = data, lines = linesOfRanking(rows), bottom = TOP + lines.length * ROW;
  const placeOf = new Map(data.rows.map((row, i) => [row.name, i]));
  const bars = lanes(groups, lines.map((each) => placeOf.get(each.name) ?? -1));
  const left = gutter([...rows.map((r) => r.name), data.order ?? ""], width, width < 480 ? 0.3 : 0.36), means = Math.max(0, ...rows.map((r) => r.mean.length)) * LETTER;
  const right = width - means - 18 - (bars.length ? 10 * (1 + Math.max(...bars.map((b) => b.lane))) : 0);
  const scale = linear(...extent([...rows.flatMap((r) => [r.value, r.low, r.high]), ...(margin ? [-margin, margin] : [])]), left + 8, right - 8);
  const y = (i) => TOP + (i + 0.5) * ROW, texts = fitAll(lines.map((row) => row.name ?? ""), left - 8);
  const shaded = lines.map((row, i) => row.leads ? h("rect", { class: "tied", x: 0, width, y: TOP + i * ROW, height: ROW }) : null);
  const marks = lines.map((row, i) => row.heading !== undefined ? label(4, y(i) + 5, fit(row.heading, right), "q s heading") : mark(rowText(row, data), { m: row.name, more: { "data-row": i } },
    h("rect", { class: "hit", x: 0, y: TOP + i * ROW, width, height: ROW }), label(4, y(i) + 4, texts[i], row.leads ? "strong" : ""),
    row.value === null ? null : [row.verdict === "anchor" ? null : whisker(scale, row, y(i), TONES[row.verdict]), dot(scale(row.value), y(i), 4.5, row.verdict !== "undecided", TONES[row.verdict])],
    label(right + means + 6, y(i) + 4, row.mean, "end")));
  const joins = bars.map(({ lane, first, last }) => line(width - 4 - 10 * lane, y(first) - 7, width - 4 - 10 * lane, y(last) + 7, "clique"));
  return picture(`The gap of each of ${rows.length} to ${anchor}, with its interval`, width, bottom + FOOT, ...shaded, band(scale, margin, TOP, bottom), ...axis(scale, bottom, { top: TOP, unit, format: signed }), ...heads(data, { left, right, means }), ...marks, ...joins);
};

// One difference with its interval against zero, which falls as a shade on one dot for each dataset; `height` is the room that there is.
export const reachOf = ({ value, low, high, dots }) => [value, low, high, ...dots.map(([, v]) => v)];
export const interval = (data, width, { left = [], height: room = 0, beside = [] } = {}) => {
  const { a, b, value, low, high, verdict, decimals, unit, margin, dots } = data, tone = TONES[verdict], r = dots.length > 400 ? 2 : dots.length > 120 ? 3.2 : dots.length > 60 || width < 560 ? 5 : 6.5;
  const points = [...dots.map(([name, v]) => ({ name, v })), ...left.map(([name, v]) => ({ name, v, gone: true }))];
  const scale = linear(...extent([value, low, high, ...points.map((p) => p.v), ...beside, ...(margin ? [-margin, margin] : [])], { room: 0.07 }), 14, width - 14);
  const places = stack(points.map((p) => scale(p.v)), 2 * r + 1), deepest = Math.max(-1, ...places.map(([, level]) => level)), squeeze = Math.min(1, 13 / (deepest + 1));
  const step = (2 * r + 1) * squeeze, bottom = Math.max(104 + (deepest + 1) * step, room - FOOT), middle = 64, height = bottom + FOOT;
  const ends = [low === null ? null : label(scale(low) - 8, middle + 4, signed(low, decimals), "s end"), high === null ? null : label(scale(high) + 8, middle + 4, signed(high, decimals), "s")];
  return picture(`The advantage of ${b} over ${a}: ${signed(value, decimals)}${unit ? ` ${unit}` : ""}, ${rangeText(data, decimals)}${points.length ? `; ${points.length} dots` : ""}`, width, height,
    band(scale, margin, 28, bottom), h("rect", { class: `shade ${tone}`, x: scale(low ?? scale.from), width: Math.max(1, scale(high ?? scale.to) - scale(low ?? scale.from)), y: middle, height: bottom - middle }), ...axis(scale, bottom, { top: 28, unit, format: signed }),
    label(4, 14, `◀ ${fit(a, width / 2 - 80)} better`, "q s"), label(width - 4, 14, `${fit(b, width / 2 - 80)} better ▶`, "q s end"),
    h("g", { class: "estimate" }, whisker(scale, data, middle, `thick ${tone}`), dot(scale(value), middle, 6.5, verdict !== "undecided", tone), label(scale(value), middle - 14, signed(value, decimals), `strong middle ${tone}`), ...ends),
    ...points.map((p, i) => mark(`${p.name}: ${signed(p.v, decimals)}${unit ? ` ${unit}` : ""}${p.gone ? ", left out by hand" : ""}`, { d: p.name, gone: p.gone, more: { "data-x": places[i][0], "data-y": bottom - r - 2 - places[i][1] * step } },
      dot(places[i][0], bottom - r - 2 - places[i][1] * step, r, !p.gone, p.v > 0 ? "c-better" : p.v < 0 ? "c-worse" : "c-open"))),
    points.length ? label(4, bottom + 32, "one dot is one dataset", "q s") : null);
};

// Two scores on every dataset, joined: where each stands, and by how much they differ.
export const dumbbells = ({ a, b, rows, decimals, scoreDecimals, unit }, width) => {
  const left = gutter(rows.map((r) => r.name), width), right = width - 62, height = 10 + rows.length * 20 + FOOT, bottom = 10 + rows.length * 20, texts = fitAll(rows.map((r) => r.name), left - 8);
  const scale = linear(...extent(rows.flatMap((r) => [r.a, r.b]), { zero: false }), left + 8, right - 10);
  return picture(`The scores of ${a} and ${b} on each of ${rows.length} datasets`, width, height, ...axis(scale, bottom, { top: 6, unit, format: number }),
    ...rows.map((r, i) => {
      const y = 20 + i * 20, tone = r.advantage > 0 ? "c-better" : r.advantage < 0 ? "c-worse" : "c-open";
      return mark(`${r.name}: ${b} ${number(r.b, scoreDecimals)}, ${a} ${number(r.a, scoreDecimals)}, ${signed(r.advantage, decimals)}${r.gone ? ", left out by hand" : ""}`, { d: r.name, gone: r.gone },
        h("rect", { class: "hit", x: 0, y: y - 10, width, height: 20 }), label(4, y + 4, texts[i]),
        line(scale(r.a), y, scale(r.b), y, `join ${tone}`), dot(scale(r.a), y, 4, false, tone), dot(scale(r.b), y, 4, true, tone), label(width - 4, y + 4, signed(r.advantage, decimals), `end ${tone} tinted`));
    }));
};

// Score against score: above the line b is better.
export const scatter = ({ a, b, rows, decimals, scoreDecimals, higher, unit }, width) => {
  const size = Math.min(width, 560), [from, to] = extent(rows.flatMap((r) => [r.a, r.b]), { zero: false });
  const x = linear(from, to, 50, size - 12), y = linear(from, to, size - 44, 14), r = rows.length > 500 ? 2 : rows.length > 150 ? 3.2 : 5;
  const marks = ticks(from, to, 5), digits = decimalsOfStep(niceStep(to - from, 5));
  return picture(`${b} against ${a} on ${rows.length} datasets`, size, size,
    ...marks.flatMap((v) => [line(x(v), 14, x(v), size - 44, "rule"), line(50, y(v), size - 12, y(v), "rule"), label(x(v), size - 28, number(v, digits), "q s middle"), label(44, y(v) + 4, number(v, digits), "q s end")]),
    line(x(from), y(from), x(to), y(to), "zero"), label(size - 12, size - 8, fit(`${a}${unit ? `, ${unit}` : ""}`, size / 2), "q s end"), label(4, 10, fit(`${b}${unit ? `, ${unit}` : ""}; ${higher ? "above" : "below"} the line it is better`, size), "q s"),
    ...rows.map((row) => mark(`${row.name}: ${b} ${number(row.b, scoreDecimals)}, ${a} ${number(row.a, scoreDecimals)}, ${signed(row.advantage, decimals)}${row.gone ? ", left out by hand" : ""}`, { d: row.name, gone: row.gone, more: { "data-x": x(row.a), "data-y": y(row.b) } },
      dot(x(row.a), y(row.b), r, !row.gone, row.advantage > 0 ? "c-better" : row.advantage < 0 ? "c-worse" : "c-open"))));
};

// Five steps from far below the middle of a dataset to far above it; the step is the same for all.
// Of very many scores a sample says what is typical; what was counted once is kept as long as the scores are.
const SAMPLED = 20_000, counted = new WeakMap();
export const steps = (scores, higher) => {
  const kept = counted.get(scores);
  if (kept?.higher === higher) return kept;
  const middle = (row) => { const known = row.filter((v) => v !== null).sort((p, q) => p - q); return known.length ? known[known.length >> 1] : null; };
  const offsets = scores.map((row) => { const m = middle(row); return row.map((v) => v === null || m === null ? null : (v - m) * (higher ? 1 : -1)); });
  const every = Math.max(1, Math.floor(offsets.length * (offsets[0]?.length ?? 0) / SAMPLED));
  const sizes = offsets.filter((_, i) => i % every === 0).flat().filter((v) => v !== null).map(Math.abs).sort((p, q) => p - q), typical = sizes[Math.floor(sizes.length * 0.6)] || 1;
  const unit = niceStep(typical / 2, 1), made = { higher, unit, levels: offsets.map((row) => row.map((v) => v === null ? null : Math.abs(v) < unit / 2 ? 0 : Math.sign(v) * (Math.abs(v) < 2 * unit ? 1 : 2))) };
  counted.set(scores, made);
  return made;
};
export const MOST_CELLS = 2400; // that are elements of their own; more are painted
const NARROWEST = 11; // pixels of a column that has its name above it
export const heatGeometry = (datasets, classifiers, width) => {
  const turned = width < 640 || datasets.length > 60, rows = turned ? datasets : classifiers, columns = turned ? classifiers : datasets;
  const left = gutter(rows, width, 0.3), named = Math.min(130, 12 + 0.72 * LETTER * Math.max(4, ...columns.map((n) => Math.min(n.length, 18))));
  const head = (width - left - named * 0.5) / columns.length >= NARROWEST ? named : 8; // without names above, no room for them
  const cell = Math.max(2, Math.min(34, (width - left - head * 0.5) / columns.length, head === named ? Infinity : NARROWEST - 1)), tall = rows.length * columns.length > MOST_CELLS ? Math.max(2, Math.min(18, 900 / rows.length)) : 20;
  return { turned, rows, columns, left, head, cell, tall, width: left + cell * columns.length + head * 0.5, height: head + tall * rows.length + 6 };
};
export const heat = ({ datasets, classifiers, scores, higher, gone, decimals }, width) => {
  const g = heatGeometry(datasets, classifiers, width), place = (i, j) => g.turned ? [i, j] : [j, i];
  const painted = datasets.length * classifiers.length > MOST_CELLS, names = { rows: g.tall >= 12, columns: g.cell >= NARROWEST };
  const above = names.columns ? shortenNames(g.columns, 18) : [], beside = names.rows ? fitAll(g.rows, g.left - 8) : [];
  const heads = g.columns.map((name, c) => !names.columns ? null : mark(name, g.turned ? { m: name } : { d: name, gone: gone.has(name) }, h("text", { x: 0, y: 0, transform: `translate(${g.left + (c + 0.6) * g.cell} ${g.head - 6}) rotate(-52)`, class: "s" }, above[c])));
  const sides = g.rows.map((name, row) => !names.rows ? null : mark(name, g.turned ? { d: name, gone: gone.has(name) } : { m: name }, label(g.left - 6, g.head + (row + 0.5) * g.tall + 4, beside[row], "end s")));
  const { levels } = painted ? {} : steps(scores, higher);
  const cells = painted ? [] : datasets.flatMap((dataset, i) => classifiers.map((classifier, j) => {
    const [row, column] = place(i, j), x = g.left + column * g.cell, y = g.head + row * g.tall, v = scores[i][j];
    return mark(`${classifier} on ${dataset}: ${v === null ? "missing" : number(v, decimals)}`, { d: dataset, m: classifier, gone: gone.has(dataset) },
      h("rect", { class: `cell v${levels[i][j] ?? "x"}`, x: x + 0.5, y: y + 0.5, width: Math.max(1, g.cell - 1), height: g.tall - 1 }), v === null ? label(x + g.cell / 2, y + g.tall / 2 + 4, "×", "s middle") : null);
  }));
  return picture(`The score of each of ${classifiers.length} classifiers on each of ${datasets.length} datasets`, g.width, g.height, ...heads, ...sides, ...cells);
};
// What its colours mean, in the numbers of this table.
export const heatLegend = ({ scores, higher }, unit) => {
  const { unit: step } = steps(scores, higher), text = (value) => String(Number(value.toPrecision(6))), [near, far] = [text(step / 2), text(2 * step)], of = unit ? ` ${unit}` : "";
  const keys = [["v-2", `worse by ${far}${of} or more`], ["v-1", `by ${near} to ${far}`], ["v0", `less than ${near} apart`], ["v1", `better by ${near} to ${far}`], ["v2", `by ${far} or more`], scores.some((row) => row.includes(null)) ? ["vx", "missing"] : null];
  return h("p", { class: "legend" }, keys.filter(Boolean).map(([kind, said]) => h("span", {}, h("i", { class: `key-${kind}`, "aria-hidden": "true" }), said)));
};

// Who is better than whom: the row against the column.
export const MOST_IN_MATRIX = 60;
export const matrix = ({ names, verdictOf }, width) => {
  const left = gutter(names, width, 0.3), head = Math.min(120, 12 + 0.72 * LETTER * Math.max(...names.map((n) => Math.min(n.length, 18)))), cell = Math.max(7, Math.min(26, (width - left - head * 0.5) / names.length));
  const above = shortenNames(names, 18), beside = fitAll(names, left - 8);
  const shape = { better: "M0,-4.5L4.5,4L-4.5,4Z", worse: "M0,4.5L4.5,-4L-4.5,-4Z", equivalent: "M-4.5,-3H4.5V-1H-4.5ZM-4.5,1H4.5V3H-4.5Z" };
  return picture(`Who is better than whom among ${names.length}: the row against the column`, left + cell * names.length + head * 0.5, head + cell * names.length + 6,
    ...names.map((name, c) => h("text", { class: "s", transform: `translate(${left + (c + 0.6) * cell} ${head - 6}) rotate(-52)` }, cell >= 9 ? above[c] : "")),
    ...names.map((name, r) => mark(`${name}: better than ${names.filter((other) => other !== name && verdictOf(name, other) === "better").length}, worse than ${names.filter((other) => other !== name && verdictOf(name, other) === "worse").length} of ${names.length - 1}`, { m: name },
      label(left - 6, head + (r + 0.5) * cell + 4, cell >= 9 ? beside[r] : "", "end s"),
      ...names.map((other, c) => {
        if (other === name) return null;
        const verdict = verdictOf(name, other), scale = cell / 26 < 0.6 ? 0.6 : 1;
        return h("g", { transform: `translate(${left + (c + 0.5) * cell} ${head + (r + 0.5) * cell})` }, h("rect", { class: "cell v0", x: -cell / 2 + 0.5, y: -cell / 2 + 0.5, width: cell - 1, height: cell - 1 }),
          shape[verdict] ? h("path", { d: shape[verdict], class: `filled ${TONES[verdict]}`, transform: `scale(${scale})` }) : null);
      }))));
};
