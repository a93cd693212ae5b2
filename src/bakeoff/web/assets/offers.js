// What the command line would have somebody type is a click here.
import { h } from "./tree.js";

export const offerButtons = (offers = []) => offers.map(({ text, options }, i) => h("button", { type: "button", class: i === 0 ? "main" : "", "data-offer": JSON.stringify(options) }, text));
// Lists go on from what was said before.
export const withOffer = (options, offered) => ({ ...options, ...Object.fromEntries(Object.entries(offered).map(([name, value]) => [name, Array.isArray(value) ? [...new Set([...(options[name] ?? []), ...value])] : value])) });
