// Elements: found, made of text, built from the trees that views return.
const SVG = "http://www.w3.org/2000/svg";
export const $ = (id) => document.getElementById(id);
export const make = (tag, fields = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), fields);
  element.append(...children);
  return element;
};
export const build = (node, inPicture = false) => {
  if (typeof node !== "object") return document.createTextNode(String(node));
  const drawn = inPicture || node.tag === "svg";
  const element = drawn ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  for (const [name, value] of Object.entries(node.attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...node.children.map((child) => build(child, drawn)));
  return element;
};
export const say = (text) => { $("p-status").textContent = text; };
export const later = (wait, act) => {
  let timer;
  return (...given) => { clearTimeout(timer); timer = setTimeout(() => act(...given), wait); };
};
// What had the focus and goes leaves it to what stands in its place, or to something near.
export const instead = (box, change, near) => {
  const had = box.contains(document.activeElement) ? document.activeElement.id : null;
  change();
  if (had !== null) ($(had)?.checkVisibility() ? $(had) : $(near)).focus({ preventScroll: true });
};
// An address may hold the state of a page: a link to a place inside the page leads there, and leaves the address alone.
document.addEventListener("click", (event) => {
  const target = $(event.target.closest?.("a[href^='#']")?.hash.slice(1) ?? "");
  if (!target) return;
  event.preventDefault();
  for (let fold = target.closest("details:not([open])"); fold; fold = fold.parentElement?.closest("details:not([open])")) fold.open = true;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.scrollIntoView();
  target.focus({ preventScroll: true });
});
