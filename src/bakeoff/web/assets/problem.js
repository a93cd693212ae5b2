// What went wrong, where, and how to mend it; and what a code means.
import { $, make } from "./dom.js";
import { get, Refusal } from "./requests.js";
import { sentence, withLabels } from "./words.js";

// What a setting is called on this page; nothing where it has no field.
const labelOf = (name) => {
  const field = document.querySelector(`#p-options [name=${name}]`), label = field?.closest("label");
  return label ? (field.type === "checkbox" ? label.lastChild : label.firstChild).textContent.trim() : "";
};
export const inWordsOfThePage = (text) => withLabels(text, labelOf);
export const problem = (refusal) => {
  const box = $("p-problem");
  box.hidden = !refusal;
  box.replaceChildren();
  if (!refusal) return;
  const { code, what, where, fix, alternatives } = refusal.said ?? { code: "", what: String(refusal), where: "this page", fix: "load it again" };
  box.append(
    make("p", { className: `word tone-${alternatives ? "open" : "worse"}`, textContent: alternatives ? "A question first" : "Not answered" }),
    make("p", { className: "what", textContent: sentence(what) }),
    make("p", { textContent: sentence(inWordsOfThePage(alternatives ? fix.replace(/:$/, ": take one of the readings below.") : fix)) }),
    make("p", { className: "quiet", textContent: [code, inWordsOfThePage(where)].filter(Boolean).join(" · ") }),
  );
  if (code) box.append(meaning(code));
  const close = make("button", { type: "button", className: "close", textContent: "Close" });
  close.addEventListener("click", dismiss);
  box.append(close);
};
export const refuseField = (field) => problem(new Refusal({ code: "", what: `${field.closest("label").firstChild.textContent.trim()}: ${field.validationMessage}`, where: "the settings", fix: "Nothing has changed: the answer below is the one from before." }, 0));
export const refuseAddress = () => problem(new Refusal({ code: "", what: "This address is damaged", where: "after the #", fix: "copy it again" }, 0));
const dismiss = () => {
  problem(null);
  $("p-problem").dispatchEvent(new Event("closed"));
  $("content").focus({ preventScroll: true });
};
$("p-problem")?.addEventListener("keydown", (event) => { if (event.key === "Escape") dismiss(); });
// What a code means is fetched when somebody wants to know.
export const meaning = (code) => {
  const box = make("details", { className: "meaning" }, make("summary", { textContent: `What ${code} means, and what to do` }));
  box.addEventListener("toggle", async () => {
    try {
      const { paragraphs } = await get(`/api/codes/${code}`);
      box.append(...paragraphs.map((p) => p.example ? make("pre", { textContent: p.text, tabIndex: 0 }) : make("p", {}, ...(p.head ? [make("b", { textContent: `${p.head}.` }), " "] : []), inWordsOfThePage(p.text))));
    } catch (error) { box.append(make("p", { textContent: error.message })); }
  }, { once: true });
  return box;
};
