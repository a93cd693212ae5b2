// Pictures and boxes as plain data: a view is a function from data to such a tree, and never touches the page.
const present = (child) => child !== null && child !== undefined && child !== false && child !== "";
export const h = (tag, attributes = {}, ...children) => ({ tag, attributes, children: children.flat(Infinity).filter(present) });
export const textOf = (node) => typeof node === "object" ? node.children.map(textOf).join("") : String(node);
export const findAll = (node, test) => typeof node !== "object" ? []
  : [...(test(node) ? [node] : []), ...node.children.flatMap((child) => findAll(child, test))];
export const ofClass = (node, name) => findAll(node, ({ attributes }) => (attributes.class ?? "").split(" ").includes(name));
