import { $, later, make, say } from "./dom.js";
import { problem } from "./problem.js";
import { get, post } from "./requests.js";
import { sentence } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const draw = (tag, fields, text) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(fields)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
};
const percent = (rate) => `${(100 * rate).toFixed(1)}\u00a0%`;

// Drawn as wide as there is room, so that its letters keep their size; names stand beside the lines, or below where it is narrow.
const LETTER = 7.4; // of 13 pixels
// Lines are told apart by the shape of their marks, too, and not only by colour.
const mark = (s, cx, cy) => s === 0 ? draw("circle", { cx, cy, r: 4, class: "s0" })
  : draw("rect", { x: cx - 3.5, y: cy - 3.5, width: 7, height: 7, class: `s${s}`, ...(s === 2 ? { transform: `rotate(45 ${cx} ${cy})` } : {}) });
const chart = (made, { axis, rate }, room) => {
  const W = Math.max(280, Math.min(700, room)), beside = W >= 480, longest = Math.max(12, ...made.series.map((s) => s.name.length));
  const L = 50, R = beside ? 14 + longest * LETTER : 14, T = 14, B = 46 + (beside ? 0 : 8 + 20 * (made.series.length + 1)), H = 254 + B;
  const points = made.series.flatMap((s) => s.points), steps = made.series[0].points.map((p) => p.x);
  const high = Math.min(1, Math.max(made.nominal * 1.3, ...points.map((p) => p.rate + 2 * p.error)) * 1.05);
  const low = made.nominal > 0.5 ? Math.max(0, Math.min(...points.map((p) => p.rate - 2 * p.error)) - 0.02) : 0;
  const x = (i) => steps.length === 1 ? (L + W - R) / 2 : L + 12 + (W - R - L - 24) * i / (steps.length - 1);
  const y = (v) => T + (H - T - B) * (1 - (v - low) / (high - low));
  const svg = draw("svg", { viewBox: `0 0 ${W} ${H}`, class: "chart", style: `max-width:${W}px`, role: "img", "aria-label": `${rate} against ${axis}; the table below has the numbers` });
  const gap = [0.01, 0.02, 0.05, 0.1, 0.2].find((g) => (high - low) / g <= 6) ?? 0.2;
  for (let v = Math.ceil(low / gap - 1e-9) * gap; v <= high + 1e-9; v += gap) {
    svg.append(draw("line", { x1: L, x2: W - R, y1: y(v), y2: y(v), class: "axis" }), draw("text", { x: L - 6, y: y(v) + 4, "text-anchor": "end" }, `${Math.round(100 * v)} %`));
  }
  svg.append(draw("line", { x1: L, x2: W - R, y1: y(made.nominal), y2: y(made.nominal), class: "nominal" }));
  const names = [{ text: `says ${percent(made.nominal)}`, at: y(made.nominal), cls: "" }];
  steps.forEach((step, i) => svg.append(draw("text", { x: x(i), y: H - B + 18, "text-anchor": "middle" }, step)));
  svg.append(draw("text", { x: (L + W - R) / 2, y: H - B + 40, "text-anchor": "middle" }, axis));
  made.series.forEach((series, s) => {
    svg.append(draw("polyline", { points: series.points.map((p, i) => `${x(i)},${y(p.rate)}`).join(" "), class: `s${s}` }));
    series.points.forEach((p, i) => svg.append(
      draw("line", { x1: x(i), x2: x(i), y1: y(Math.min(high, p.rate + 2 * p.error)), y2: y(Math.max(low, p.rate - 2 * p.error)), class: `s${s}` }),
      mark(s, x(i), y(p.rate))));
    names.push({ text: series.name, at: y(series.points.at(-1).rate), cls: `s${s}` });
  });
  if (beside) names.sort((p, q) => p.at - q.at).reduce((last, name) => { name.at = Math.max(name.at, last + 16); return name.at; }, -99);
  names.forEach((name, i) => {
    const y1 = H - B + 60 + 20 * i;
    if (!beside) svg.append(draw("line", { x1: L, x2: L + 22, y1, y2: y1, class: name.cls || "nominal", "stroke-width": 2 }));
    if (!beside && name.cls) svg.append(mark(Number(name.cls.slice(1)), L + 11, y1));
    svg.append(draw("text", { x: beside ? W - R + 8 : L + 30, y: (beside ? name.at : y1) + 4, class: name.cls }, name.text));
  });
  return svg;
};
const scrolled = (name, ...what) => {
  const box = make("div", { className: "scroll", tabIndex: 0 }, make(...what));
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", name);
  return box;
};
const table = (made, { axis }) => {
  const head = make("tr", {}, make("th", { scope: "col", textContent: axis }), ...made.series.map((s) => make("th", { scope: "col", textContent: s.name })));
  const rows = made.series[0].points.map((p, i) => make("tr", {}, make("th", { scope: "row", textContent: p.x }),
    ...made.series.map((s) => make("td", { textContent: `${percent(s.points[i].rate)} ± ${percent(s.points[i].error)}` }))));
  return make("details", {}, make("summary", { textContent: "The numbers" }), scrolled(`${axis} and rates`, "table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
};

const apart = (measured, nominal) => {
  if (Math.abs(measured.rate - nominal) <= 2 * measured.error) return "; the rest is chance";
  return nominal < 0.5 ? `; this is ${(measured.rate / nominal).toFixed(1)} times that` : `; this is ${Math.abs(100 * (measured.rate - nominal)).toFixed(1)} points ${measured.rate < nominal ? "less" : "more"}`;
};

// The address names a simulation, and where its sliders stand: #naive-t&resamples=90
const [wanted, ...settings] = location.hash.slice(1).split("&");
const show = (known) => {
  const started = known.key === wanted ? Object.fromEntries(new URLSearchParams(settings.join("&"))) : {};
  const article = make("article", { className: "simulation", id: known.key });
  const title = make("h2", { textContent: known.title, id: `${known.key}-head` });
  article.setAttribute("aria-labelledby", title.id);
  const result = make("div", { className: "result" }, make("p", { className: "quiet", textContent: "…" }));
  const sliders = known.sliders.map((s) => {
    const input = make("input", { type: "range", min: s.low, max: s.high, step: s.step, value: s.start, id: `${known.key}-${s.name}` });
    input.value = Number.isFinite(Number.parseFloat(started[s.name])) ? started[s.name] : s.start;
    input.name = s.name;
    const output = make("output", { textContent: input.value });
    output.htmlFor = input.id;
    const label = make("label", { textContent: s.label, htmlFor: input.id });
    input.addEventListener("input", () => { output.textContent = input.value; remember(); soon(true); });
    return make("div", { className: "slider" }, label, output, input);
  });
  let running = null, made = null;
  const chosen = () => Object.fromEntries(Array.from(article.querySelectorAll("input[type=range]"), (i) => [i.name, Number(i.value)]));
  const remember = later(150, () => history.replaceState(null, "", `#${known.key}&${new URLSearchParams(chosen())}`));
  const paint = () => {
    const m = made.measured, by = made.series.length > 1 ? ` (${made.series[0].name})` : "";
    const words = make("p", { className: "measured" }, make("b", { textContent: percent(m.rate) }), ` ± ${percent(m.error)}: ${known.rate}${by}, in ${m.trials.toLocaleString("en")} trials. The level says ${percent(made.nominal)}${apart(m, made.nominal)}.`);
    const numbers = table(made, known), had = result.contains(document.activeElement) ? document.activeElement.tagName : null;
    numbers.open = result.querySelector("details")?.open ?? false;
    result.replaceChildren(words, chart(made, known, result.clientWidth || 640), numbers);
    if (had) (numbers.querySelector(had) ?? numbers.querySelector("summary")).focus({ preventScroll: true }); // where it was
    return words.textContent;
  };
  const run = async (aloud = false) => {
    running?.abort();
    const mine = running = new AbortController();
    result.classList.add("waiting");
    try {
      const answer = await (await post(`/api/simulations/${known.key}`, chosen(), mine.signal)).json();
      if (mine !== running) return;
      made = answer;
      const words = paint();
      if (aloud) say(words);
    } catch (error) {
      if (mine !== running) return;
      // Said here, and not at the head of the page, where the next simulation would take it for answered.
      made = null;
      const again = make("button", { type: "button", textContent: "Try again" });
      again.addEventListener("click", () => run(true));
      const had = result.contains(document.activeElement);
      result.replaceChildren(make("div", { className: "problem-box" }, make("p", { className: "what", textContent: sentence(error.message) }), make("p", { textContent: sentence(error.said?.fix ?? "") }), again));
      if (had) again.focus({ preventScroll: true });
      say(`${known.title}: ${error.message}`);
    } finally { if (mine === running) result.classList.remove("waiting"); }
  };
  // A chart is drawn for the room that there is: it is drawn again where that changes.
  let room = 0;
  new ResizeObserver(later(150, () => {
    if (made && result.clientWidth !== room) paint();
    room = result.clientWidth;
  })).observe(result);
  const soon = later(150, run);
  article.append(title, make("p", { className: "asks", textContent: known.question }), make("div", {}, ...sliders), result, make("p", { className: "lesson quiet", textContent: known.lesson }));
  new IntersectionObserver((seen, observer) => { if (seen.some((s) => s.isIntersecting)) { observer.disconnect(); run(); } }, { rootMargin: "200px" }).observe(article);
  return article;
};
addEventListener("hashchange", () => location.reload());
get("/api/simulations").then((known) => {
  $("p-simulations").replaceChildren(...known.map(show));
  $(wanted)?.scrollIntoView();
}).catch(problem);
