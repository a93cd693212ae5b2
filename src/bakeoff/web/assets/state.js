// The one state of the page. Views are made from it; whatever changes it goes through `change`, and can be taken back.
import { begin, describe, settingsOf, take } from "./steps.js";

// source: { text, name } | { files } | { example } | { store } | { evidence }
export const state = {
  source: null, table: "", digest: null, options: {}, without: [], path: begin({}),
  view: null, answer: null, audit: null, whole: null, wholeKey: "", turn: 0, shown: 0, name: "", // of the table that the answer is on
  selected: new Set(), order: "rank", grouping: "none", own: [], all: false, query: "", datasetOrder: "advantage",
};
// What one part of the page asks of another: filled in by the parts.
export const act = {};

let tables = 0;
export const beginTable = (source, { options = {}, without = [] } = {}) => {
  tables += 1;
  Object.assign(state, {
    source, table: `${performance.timeOrigin}-${tables}`, digest: source.evidence ?? null, options, without, path: begin({ options, without }),
    view: null, answer: null, audit: null, whole: null, wholeKey: "", selected: new Set(), order: "rank", grouping: "none", own: [], all: false, query: "",
  });
};
export const stamp = () => ({ table: state.table, at: state.path.at });
const labels = () => Object.fromEntries(Array.from(document.querySelectorAll("#p-options label"), (label) => [label.querySelector("[name]")?.name, label.textContent.trim().split("\n")[0]]));
// A change of settings is a step in the history of the browser: Back takes it back.
export const change = (next, { name = "", moving = false, run = act.run } = {}) => {
  const before = settingsOf(state), settings = settingsOf({ ...before, ...next });
  for (const key of Object.keys(settings.options)) if (settings.options[key] === null || settings.options[key] === undefined) delete settings.options[key];
  const path = take(state.path, { settings, label: describe(before, settings, labels()), name, moving, now: performance.now() });
  if (path === state.path) return;
  const isNew = path.at > state.path.at;
  Object.assign(state, settings, { path });
  history[isNew ? "pushState" : "replaceState"](stamp(), "", location.href);
  act.showSteps();
  run();
};
export const goTo = (at) => {
  state.path = { ...state.path, at };
  Object.assign(state, settingsOf(state.path.steps[at].settings));
};
