// Scales and ticks of pictures.
export const linear = (from, to, start, end) => {
  const width = to - from || 1;
  const place = (value) => start + (value - from) / width * (end - start);
  return Object.assign(place, { invert: (x) => from + (x - start) / ((end - start) || 1) * width, from, to });
};
export const niceStep = (width, most) => {
  const rough = width / Math.max(1, most), power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((step) => step * power >= rough * (1 - 1e-9)) ?? 10);
};
export const ticks = (from, to, most) => {
  if (!(to > from)) return [from];
  const step = niceStep(to - from, most), first = Math.ceil(from / step - 1e-9), last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
};
export const decimalsOfStep = (step) => Math.max(0, Math.min(8, -Math.floor(Math.log10(step) + 1e-9)));
// What has to be seen, with a little room; zero is always in sight.
export const extent = (values, { zero = true, room = 0.04 } = {}) => {
  const seen = values.filter((v) => v !== null && Number.isFinite(v));
  let low = Infinity, high = -Infinity;
  for (const v of zero ? [...seen, 0] : seen) { low = Math.min(low, v); high = Math.max(high, v); }
  if (!(high >= low)) return [-1, 1];
  const width = high - low || Math.abs(high) || 1;
  return [low - width * room, high + width * room];
};
// Dots that would lie on each other are stacked: [x, level] for each, with levels from 0 upwards.
export const stack = (xs, size) => {
  const levels = new Map();
  return xs.map((x) => {
    const column = Math.round(x / size), level = levels.get(column) ?? 0;
    levels.set(column, level + 1);
    return [column * size, level];
  });
};
