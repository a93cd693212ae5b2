// One light for all pictures: what is pointed at in one lights up in all; datasets are picked, brushed and left out.
import { $ } from "./dom.js";
import { nextPlace, within } from "./picking.js";
import { count } from "./words.js";

export const linkPictures = (within_, { leaveOut, selected, onSelect }) => {
  let pinned = null; // { d, m } that stays lit
  const marks = () => within_.querySelectorAll("[data-d], [data-m]");
  const isLit = (element, { d, m }) => (d === undefined || element.dataset.d === d) && (m === undefined || element.dataset.m === m) && (element.dataset.d !== undefined || element.dataset.m !== undefined);
  // A cell belongs to its row and to its column; a row lights all cells of it, and a cell the row and the column.
  const touches = (element, { d, m }) => isLit(element, { d, m }) || (d !== undefined && element.dataset.m === undefined && element.dataset.d === d) || (m !== undefined && element.dataset.d === undefined && element.dataset.m === m);
  const light = (of) => {
    const on = Boolean(of) || selected().size > 0;
    within_.classList.toggle("lit", on);
    for (const element of marks()) {
      const isSelected = selected().has(element.dataset.d);
      element.classList.toggle("hl", on && (of ? touches(element, of) : isSelected));
      element.classList.toggle("picked", isSelected);
    }
  };
  const keysOf = (element) => ({ d: element.dataset.d, m: element.dataset.m });
  const readout = (element) => {
    const name = element.getAttribute("aria-label") ?? element.dataset.tip ?? "";
    const place = element.closest(".seen, figure")?.querySelector(".readout");
    if (place && name) place.textContent = `${name}${element.dataset.d !== undefined && element.dataset.m === undefined ? (element.classList.contains("gone") ? " · Shift+Enter or Shift+click puts it back" : " · Shift+Enter or Shift+click leaves it out") : ""}`;
  };
  const press = () => { for (const element of marks()) if (element.hasAttribute("aria-pressed")) element.setAttribute("aria-pressed", String(pinned !== null && element.dataset.d === pinned.d && element.dataset.m === pinned.m)); };
  const pin = (element) => {
    const keys = keysOf(element);
    pinned = pinned && pinned.d === keys.d && pinned.m === keys.m ? null : keys;
    press();
    light(pinned);
  };
  const marked = (event) => event.target.closest?.("[data-d], [data-m]");
  const act = (element, isShifted) => { if (isShifted && element.dataset.d !== undefined) leaveOut([element.dataset.d]); else pin(element); };
  within_.addEventListener("pointerover", (event) => { const element = marked(event); if (element) { light(keysOf(element)); readout(element); } });
  within_.addEventListener("pointerout", (event) => { if (marked(event)) light(pinned); });
  within_.addEventListener("focusin", (event) => { const element = marked(event); if (element) { light(keysOf(element)); readout(element); } });
  within_.addEventListener("focusout", (event) => { if (marked(event)) light(pinned); });
  within_.addEventListener("click", (event) => { const element = marked(event); if (element && !wasBrushed) act(element, event.shiftKey); });
  within_.addEventListener("keydown", (event) => {
    const element = marked(event), svg = element?.closest("svg");
    if (event.key === "Escape") { pinned = null; press(); onSelect(new Set()); light(null); return; }
    if (!svg) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(element, event.shiftKey); return; }
    if (event.key === "Delete" && element.dataset.d !== undefined) { event.preventDefault(); leaveOut([element.dataset.d]); return; }
    const all = Array.from(svg.querySelectorAll(".mark")), to = nextPlace(event.key, all.indexOf(element), all.length);
    if (to === null || event.altKey) return;
    event.preventDefault();
    if (event.shiftKey && element.dataset.d !== undefined && all[to].dataset.d !== undefined) onSelect(new Set([...selected(), element.dataset.d, all[to].dataset.d]));
    visit(all[to]);
  });
  // One Tab stop for each picture: the mark that was visited last.
  const visit = (element) => {
    for (const other of element.closest("svg").querySelectorAll(".mark[tabindex='0']")) other.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    element.focus();
  };
  const enter = (svg) => svg.querySelector(".mark")?.setAttribute("tabindex", "0");

  // Brush: draw a rectangle over dots, and those inside are picked.
  let wasBrushed = false;
  within_.addEventListener("pointerdown", (event) => {
    const svg = event.target.closest?.("svg.live-picture");
    wasBrushed = false;
    if (!svg || event.button !== 0 || event.pointerType === "touch" || !svg.querySelector("[data-x]")) return;
    const frame = svg.getBoundingClientRect(), at = (e) => [e.clientX - frame.left, e.clientY - frame.top], [x1, y1] = at(event);
    const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    rect.setAttribute("class", "brush");
    const move = (e) => {
      const [x2, y2] = at(e);
      if (!wasBrushed && Math.hypot(x2 - x1, y2 - y1) < 6) return;
      wasBrushed = true;
      if (!rect.parentNode) svg.append(rect);
      for (const [name, value] of Object.entries({ x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) })) rect.setAttribute(name, value);
      onSelect(new Set(within(Array.from(svg.querySelectorAll("[data-x]"), (e_) => ({ x: Number(e_.dataset.x), y: Number(e_.dataset.y), d: e_.dataset.d })), { x1, y1, x2, y2 })));
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      rect.remove();
      setTimeout(() => { wasBrushed = false; });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
  return { light: () => { press(); light(pinned); }, enter, point: (element) => { light(keysOf(element)); readout(element); }, forget: () => { pinned = null; } };
};
export const selectionText = (names) => `${count(names.size, "dataset")} picked`;
export const showSelection = (names) => {
  $("p-selection").hidden = names.size === 0;
  $("p-selected").textContent = names.size ? selectionText(names) : "";
};
