// The verdict in small at the upper edge, as long as the verdict itself is above what is seen.
import { $, build, make } from "./dom.js";
import { miniView } from "./small.js";
import { act, state } from "./state.js";

const button = (of) => {
  const made = make("button", { type: "button", id: `${of}-mini`, textContent: $(of).textContent });
  made.addEventListener("click", () => $(of).click());
  return made;
};
const steps = make("span", { className: "tools" }, button("p-undo"), button("p-redo"));
let isAbove = false;
act.showMini = () => {
  const mini = $("p-mini"), isShown = isAbove && Boolean(state.answer) && $("answer") !== null;
  if (!isShown && mini.contains(document.activeElement)) $("answer")?.focus({ preventScroll: true });
  mini.hidden = !isShown;
  if (!isShown) return;
  const had = document.activeElement.id;
  mini.replaceChildren(...miniView(state.answer).map((each) => build(each)), steps);
  for (const of of ["p-undo", "p-redo"]) {
    const { disabled, title, ariaLabel } = $(of);
    Object.assign($(`${of}-mini`), { disabled, title, ariaLabel });
  }
  if (had) $(had)?.focus({ preventScroll: true });
};
new IntersectionObserver(([entry]) => {
  isAbove = !entry.isIntersecting && entry.boundingClientRect.bottom <= 0;
  act.showMini();
}).observe($("p-answer"));
