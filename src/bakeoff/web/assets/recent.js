// Recent tables of this tab: the name, what came of it, and the address that leads back.
import { $, build } from "./dom.js";
import { act, state } from "./state.js";
import { h } from "./tree.js";
import { shorten } from "./words.js";

const KEPT = "bakeoff-recent", MOST = 8;
const known = () => { try { return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]"); } catch { return []; } };
// The list with one more at its head: a table is in it once, with the settings it had last.
export const withRecent = (list, entry) => [entry, ...list.filter((each) => each.table !== entry.table && each.address !== entry.address)].slice(0, MOST);
export const noteRecent = (address) => {
  if (!address || !state.answer) return;
  const entry = { table: state.table, name: shorten(act.nameOf(state.source), 60), said: shorten(state.answer.title, 120), address };
  last = entry;
  try { sessionStorage.setItem(KEPT, JSON.stringify(withRecent(known(), entry))); } catch { /* it is full: what is recent is not worth an error */ }
  showRecent();
};
// What was answered last: an error of another table does not lose it.
let last = null;
export const stillHere = () => last && last.table !== state.table ? build(h("p", { class: "still" }, h("b", {}, `Still here: ${last.name}.`), ` ${last.said} `, h("button", { type: "button", "data-address": last.address }, "Back to it"))) : null;
export const showRecent = () => {
  const list = known().filter((each) => each.table !== state.table || !state.source);
  $("p-recent").hidden = !list.length;
  $("p-recent-list").replaceChildren(...list.map((each) => build(h("li", {}, h("button", { type: "button", "data-address": each.address }, h("b", {}, each.name), " ", h("small", {}, each.said)), " ", h("button", { type: "button", class: "text", "data-beside": each.address, "aria-label": `Beside this answer: ${each.name}` }, "beside")))));
};
$("p-main").addEventListener("click", (event) => {
  const { address } = event.target.closest?.("[data-address]")?.dataset ?? {};
  if (!address) return;
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate", { state: null }));
});
