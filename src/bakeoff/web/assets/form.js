// What was recognised, and the settings that may be changed.
import { $, make } from "./dom.js";
import { fillFields, readFields } from "./fields.js";
import { refuseField } from "./problem.js";
import { act, change, state } from "./state.js";
import { listNames, shortenNames } from "./words.js";

export const listFacts = (rows) => $("p-facts").replaceChildren(...rows.map(([name, text]) => make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: text }))));
const namesText = (names) => listNames(shortenNames(names.slice(0, 6), 40).concat(names.slice(6)), names.length > 6 ? 5 : 6);
export const showFacts = (view) => {
  listFacts(view.facts.map(([name, text]) => [name, name === "classifiers" ? namesText(view.classifiers) : text]));
  $("p-recognised").hidden = false;
};
export const choose = (select, values, chosen, text = (v) => v) => {
  const first = select.options[0];
  select.replaceChildren(first, ...values.map((value) => make("option", { value, textContent: text(value) })));
  select.value = chosen ?? "";
};
export const recogniseInForm = (found) => {
  for (const select of document.querySelectorAll("[data-columns]")) {
    select.options[0].textContent = select.name in found.roles ? `${found.roles[select.name]} (as found)` : "none found";
    choose(select, found.columns, state.options[select.name]);
  }
  const findings = (found.evidence?.findings ?? []).map((f) => make("li", { textContent: f.message }));
  $("p-findings").replaceChildren(...findings);
  $("p-study-label").hidden = found.studies.length < 2;
  choose($("p-study"), found.studies, state.options.study);
  $("p-recognised").hidden = false;
  if (!found.problem) return;
  listFacts(found.columns.length ? [["columns", namesText(found.columns)]] : []);
  $("p-settings").open = true;
  $("p-more").open = found.columns.length > 0;
};
$("p-study").addEventListener("change", (event) => {
  if (event.target.value) act.start(state.source, { options: { ...state.options, study: event.target.value } });
});
export const resetForm = (options) => {
  $("p-options").elements.test.options[0].textContent = "by the design";
  for (const name of ["baseline", "test"]) choose($("p-options").elements[name], options[name] ? [options[name]] : [], options[name]);
  filled();
};
export const fill = (view) => {
  const form = $("p-options").elements;
  choose(form.baseline, view.classifiers, state.options.baseline);
  form.test.options[0].textContent = `${view.settings.test} (by the design)`;
  const objection = new Map(view.tests.map((t) => [t.test, t.objection]));
  choose(form.test, view.tests.map((t) => t.test), state.options.test);
  for (const option of Array.from(form.test.options).slice(1)) {
    option.disabled = Boolean(objection.get(option.value)) && option.value !== state.options.test;
    if (option.disabled) option.title = objection.get(option.value);
  }
  filled();
};
export const filled = () => fillFields($("p-options"), state.options);
const readOptions = () => {
  const read = readFields($("p-options"), refuseField);
  if (!read) return;
  const options = { ...Object.fromEntries(Object.entries(state.options).filter(([name]) => !(name in $("p-options").elements))), ...read }; // what has no field stays
  if (state.source) change({ options }, { run: act.soon });
  else state.options = options;
};
$("p-options").addEventListener("change", readOptions);
$("p-options").addEventListener("submit", (event) => { event.preventDefault(); readOptions(); });
