// Two answers side by side: the present one, and one that was kept, of another table, another study or other settings.
import { drawing, word } from "./answer.js";
import { addressOf, readAddress } from "./addresses.js";
import { $, build } from "./dom.js";
import { reachOf } from "./pictures.js";
import { problem } from "./problem.js";
import { post } from "./requests.js";
import { act, state } from "./state.js";
import { drawPicture, put } from "./verdict.js";
import { h } from "./tree.js";

let kept = null; // { name, answer, address }
// Two intervals of the same unit have the same scale, so that what looks longer is longer.
const sharedReach = (p, other) => [p, other].every((each) => each?.kind === "interval") && p.unit === other.unit ? reachOf(other) : [];
act.besideOf = (p) => sharedReach(p, kept?.answer.picture);
const draw = () => {
  const place = $("p-beside");
  place.hidden = !kept;
  $("p-main").classList.toggle("two-answers", Boolean(kept));
  if (!kept) { place.replaceChildren(); drawPicture(); return; }
  const { name, answer } = kept;
  place.replaceChildren(build(h("div", { class: `answer tone-${answer.tone}` },
    h("p", { class: "quiet" }, h("b", {}, name)), word(answer), h("h2", { id: "p-beside-head" }, answer.title), answer.support.map((line) => h("p", {}, line)), h("div", { class: "pic" }), h("p", { class: "fine" }, answer.fine),
    h("p", { class: "tools" }, h("button", { type: "button", "data-do": "change-places" }, "Change places"), h("button", { type: "button", "data-do": "close-beside" }, "Close")))));
  drawKept();
  drawPicture();
};
const drawKept = () => {
  const pic = $("p-beside").querySelector(".pic");
  if (!pic || !kept) return;
  const { answer } = kept;
  if (answer.picture) put(pic, drawing(answer.picture, Math.max(260, pic.clientWidth), { beside: sharedReach(answer.picture, state.answer?.picture) }));
};
const keepPresent = async () => ({ name: act.nameOf(state.source), answer: state.answer, address: await addressOf() });
$("p-keep").addEventListener("click", async () => {
  if (!state.answer) return;
  kept = await keepPresent();
  draw();
  $("p-shared").textContent = "This answer is kept beside the next one: give another table, or change a setting.";
});
$("p-beside").addEventListener("click", async (event) => {
  const how = event.target.closest("button")?.dataset.do;
  if (how === "close-beside") { kept = null; draw(); $("content").focus({ preventScroll: true }); }
  if (how !== "change-places" || !state.source) return;
  const { address } = kept;
  kept = await keepPresent();
  draw();
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate", { state: null }));
});
// A recent table beside the present one.
$("p-recent-list").addEventListener("click", async (event) => {
  const button = event.target.closest("[data-beside]");
  if (!button) return;
  try {
    const { source, options = {}, without = [] } = await readAddress(button.dataset.beside), all = { ...options, ...(without.length ? { without, after_seeing: true } : {}) };
    const { view } = await (await post("/api/view", { ...source, options: all })).json();
    kept = { name: act.nameOf(source), answer: view.answer, address: button.dataset.beside };
    draw();
  } catch (error) { problem(error); }
});
act.drawBeside = drawKept;
