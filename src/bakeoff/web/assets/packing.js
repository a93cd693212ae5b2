// Addresses: text packed into letters that an address may hold.
const MOST_UNPACKED = 5_000_000;
export const MOST_IN_ADDRESS = 12_000; // letters; longer addresses are cut by some programs
const toLetters = (bytes) => {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};
const fromLetters = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
export const pack = async (object) => {
  const stream = new Blob([JSON.stringify(object)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return toLetters(new Uint8Array(await new Response(stream).arrayBuffer()));
};
export const unpack = async (letters) => {
  const reader = new Blob([fromLetters(letters)]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces = [];
  let size = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.length;
    if (size > MOST_UNPACKED) { reader.cancel(); throw new Error("the address holds too much"); }
    pieces.push(piece.value);
  }
  return JSON.parse(await new Blob(pieces).text());
};
