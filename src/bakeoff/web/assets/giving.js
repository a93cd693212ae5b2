// Evidence comes in: pasted, dropped, chosen, an example, a study of the folder.
import { $, make } from "./dom.js";
import { namesOfFiles } from "./files.js";
import { choose } from "./form.js";
import { takeEvidence } from "./intake.js";
import { problem } from "./problem.js";
import { get } from "./requests.js";
import { act } from "./state.js";

act.nameOf = (source) => source.name ?? source.example ?? source.store ?? (source.evidence ? "a table that was given before" : source.files ? namesOfFiles(source.files) : "the pasted text");
takeEvidence({
  box: $("p-text"), button: $("p-go"), choosers: [$("p-files"), $("p-folder")], start: (source) => act.start(source),
  nothing: { what: "There is nothing to compare yet", fix: "Paste a table, drop a file, or take an example." },
});

// Examples and studies.
const examplesKnown = get("/api/examples");
act.optionsOf = async (key) => (await examplesKnown).find((e) => e.key === key)?.options ?? {};
const examples = async () => {
  const known = await examplesKnown;
  const open = async (key) => act.start({ example: key }, { options: await act.optionsOf(key) });
  choose($("p-example"), known.map((e) => e.key), "", (key) => { const e = known.find((k) => k.key === key); return `${e.what} (${e.source})`; });
  $("p-example").addEventListener("change", (event) => { if (event.target.value) open(event.target.value); event.target.value = ""; });
  $("p-cards").replaceChildren(...known.map((e) => {
    const each = make("button", { type: "button" }, make("span", { textContent: e.what }), make("small", { textContent: e.source }));
    each.dataset.example = e.key;
    each.addEventListener("click", () => open(e.key));
    return each;
  }));
};
const stores = async () => {
  const found = (await get("/api/studies")).flatMap((s) => s.studies.map((t) => ({ store: s.store, study: t.study })));
  if (!found.length) return;
  const select = $("p-store");
  select.hidden = document.querySelector("label[for=p-store]").hidden = false;
  select.append(...found.map((f, i) => make("option", { value: String(i), textContent: `${f.study} (${f.store})` })));
  select.addEventListener("change", () => { const f = found[select.value]; if (f) act.start({ store: f.store }, { options: { study: f.study } }); select.value = ""; });
};
examples().catch(problem);
stores().catch(() => {});
