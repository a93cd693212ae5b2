// Fields of a form as values, and back.
const isFilled = (field) => field.type === "checkbox" ? field.checked : field.value !== "";
// Lists are written with commas; a name that has one, or quotes, stands in quotes.
export const listed = (text) => (text.match(/\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]+/g) ?? []).map((each) => each.trim()).map((each) => /^".*"$/s.test(each) ? each.slice(1, -1).replaceAll('""', '"') : each).filter(Boolean);
export const asList = (names) => names.map((name) => /[",]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name).join(", ");
const valueOf = (field) => {
  if (field.type === "checkbox") return true;
  if ("list" in field.dataset) return listed(field.value);
  if ("direction" in field.dataset) return field.value === "true";
  return field.type === "number" ? Number(field.value) : field.value;
};
const named = (form) => Array.from(form.elements).filter((field) => field.name);
// What is filled in, by name; `refuse` hears of the first field whose value cannot be, and nothing is returned then.
export const readFields = (form, refuse) => {
  const bad = named(form).find((field) => !field.checkValidity());
  for (const field of named(form)) if (field !== bad) field.removeAttribute("aria-invalid");
  if (!bad) return Object.fromEntries(named(form).filter(isFilled).map((field) => [field.name, valueOf(field)]));
  bad.setAttribute("aria-invalid", "true");
  refuse(bad);
  return null;
};
export const fillFields = (form, values) => {
  for (const field of named(form)) {
    if (field === document.activeElement) continue; // somebody is at it
    field.removeAttribute("aria-invalid");
    const value = values[field.name];
    if (field.type === "checkbox") field.checked = Boolean(value);
    else field.value = Array.isArray(value) ? asList(value) : String(value ?? "");
  }
};
