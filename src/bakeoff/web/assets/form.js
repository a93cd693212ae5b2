// What was recognised, and the settings that may be changed.
import { $, make } from "./dom.js";
import { problem } from "./problem.js";
import { Refusal } from "./requests.js";
import { act, change, state } from "./state.js";
import { listNames, shortenName } from "./words.js";

export const listFacts = (rows) => $("p-facts").replaceChildren(...rows.map(([name, text]) => make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: text }))));
const namesText = (names) => listNames(names.map((name) => shortenName(name, 40)), names.length > 6 ? 5 : 6);
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
export const filled = () => {
  for (const field of $("p-options").elements) {
    if (!field.name || field === document.activeElement) continue;
    field.removeAttribute("aria-invalid");
    const value = state.options[field.name];
    if (field.type === "checkbox") field.checked = Boolean(value);
    else if ("list" in field.dataset) field.value = (value ?? []).join(", ");
    else field.value = value ?? "";
  }
};
const readOptions = () => {
  const options = Object.fromEntries(Object.entries(state.options).filter(([name]) => !(name in $("p-options").elements))); // what has no field
  for (const field of $("p-options").elements) {
    if (!field.name) continue;
    if (!field.checkValidity()) return cannot(field);
    field.removeAttribute("aria-invalid");
    if (field.type === "checkbox") { if (field.checked) options[field.name] = true; continue; }
    if (field.value === "") continue;
    if ("list" in field.dataset) options[field.name] = field.value.split(",").map((each) => each.trim()).filter(Boolean);
    else if ("direction" in field.dataset) options[field.name] = field.value === "true";
    else if (field.type === "number") options[field.name] = Number(field.value);
    else options[field.name] = field.value;
  }
  return state.source ? change({ options }, { run: act.soon }) : Object.assign(state, { options });
};
const cannot = (field) => {
  field.setAttribute("aria-invalid", "true");
  problem(new Refusal({ code: "", what: `${field.closest("label").firstChild.textContent.trim()}: ${field.validationMessage}`, where: "the settings", fix: "Nothing has changed: the answer below is the one from before." }, 0));
};
$("p-options").addEventListener("change", readOptions);
$("p-options").addEventListener("submit", (event) => { event.preventDefault(); readOptions(); });
