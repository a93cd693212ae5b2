// Addresses: the state with the data in it where that is short, else by digest.
import { $ } from "./dom.js";
import { MOST_IN_ADDRESS, pack, unpack } from "./packing.js";
import { refuseAddress } from "./problem.js";
import { act, stamp, state } from "./state.js";

// The text of the table, where it is one that was pasted, or a single file of text.
export const textOfSource = async ({ source } = state) => {
  if (source.text !== undefined) return { text: source.text, name: source.name };
  if (source.files?.length !== 1 || source.files[0].size > 1_000_000) return null;
  const bytes = new Uint8Array(await source.files[0].arrayBuffer());
  try { return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), name: source.files[0].name }; } catch { return null; }
};
export const addressOf = async () => {
  const { source } = state, rest = { options: state.options, without: state.without };
  const told = Object.keys(rest.options).length || rest.without.length ? `&o=${await pack(rest)}` : "";
  if (source.example) return `#x=${encodeURIComponent(source.example)}&o=${await pack(rest)}`;
  if (source.store) return `#s=${encodeURIComponent(source.store)}${told}`;
  const own = await textOfSource();
  if (own) {
    const letters = await pack({ ...own, ...rest });
    if (letters.length <= MOST_IN_ADDRESS) return `#z=${letters}`;
  }
  return state.digest ? `#e=${state.digest}${told}` : ""; // nothing was read yet
};
// A new table is a new entry of the history; a setting has its entry already, and gets its address when it is answered.
export const remember = async ({ fresh, recalled }) => {
  const turn = state.turn, address = await addressOf();
  if (!address || turn !== state.turn) return;
  if (fresh && !recalled && address !== location.hash) history.pushState(stamp(), "", address);
  else history.replaceState(stamp(), "", address);
};
// What an address says: which table, with which settings.
export const readAddress = async (hash) => {
  const said = new URLSearchParams(hash.slice(1)), rest = said.get("o") ? await unpack(said.get("o")) : {};
  if (said.get("z")) {
    const { text, name, ...more } = await unpack(said.get("z"));
    return { source: { text, ...(name ? { name } : {}) }, ...more };
  }
  if (said.get("x")) return { source: { example: said.get("x") }, ...(said.get("o") ? rest : { options: await act.optionsOf(said.get("x")) }) };
  if (said.get("s")) return { source: { store: said.get("s") }, ...rest };
  return said.get("e") ? { source: { evidence: said.get("e") }, ...rest } : null;
};
export const recall = async () => {
  const { hash } = location;
  if (hash.length < 2) { act.home(); return; }
  try {
    const read = await readAddress(hash);
    if (read && hash === location.hash) act.start(read.source, { ...read, recalled: true }); // who is already elsewhere stays there
  } catch { refuseAddress(); }
};
const REACH = {
  z: "The data are in the address: whoever runs bakeoff serve can open it.",
  x: "It names the example: whoever runs bakeoff serve can open it.",
  s: "It names the store: it can be opened where that lies in the folder that is served.",
  e: "The table is too large for an address: this one works as long as this server runs, and for you only.",
};
$("p-share").addEventListener("click", async () => {
  const address = await addressOf(), whole = location.origin + location.pathname + address;
  let copied = "Copied.";
  try { await navigator.clipboard.writeText(whole); } catch { copied = "It could not be copied; it stands in the address bar."; }
  $("p-shared").textContent = `${copied} ${REACH[address[1]]}`;
});
