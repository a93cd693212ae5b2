// What went wrong, where, and how to mend it; and what a code means.
import { $, make } from "./dom.js";
import { get } from "./requests.js";
import { sentence } from "./words.js";

// The command line's words name its options; where the page has a field for one, its label stands beside it.
export const inWordsOfThePage = (text) => text.replace(/--([a-z]+(?:-[a-z]+)*)/g, (option, name) => {
  const label = document.querySelector(`#p-options [name=${name.replaceAll("-", "_")}]`)?.closest("label")?.firstChild.textContent.trim();
  return label ? `“${label}” (${option})` : option;
});
export const problem = (refusal) => {
  const box = $("p-problem");
  box.hidden = !refusal;
  box.replaceChildren();
  if (!refusal) return;
  const { code, what, where, fix } = refusal.said ?? { code: "", what: String(refusal), where: "this page", fix: "load it again" };
  box.append(
    make("p", { className: "what", textContent: sentence(what) }),
    make("p", { textContent: sentence(inWordsOfThePage(fix)) }),
    make("p", { className: "quiet", textContent: [code, where].filter(Boolean).join(" · ") }),
  );
  if (code) box.append(meaning(code));
  const close = make("button", { type: "button", className: "close", textContent: "Close" });
  close.addEventListener("click", dismiss);
  box.append(close);
};
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
