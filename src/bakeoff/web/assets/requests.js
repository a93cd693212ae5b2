// Requests to the server that this page came from. Beside the cookie each carries a key that only pages of this very origin have.
const root = document.documentElement.dataset.root ?? "";
const KEPT = `bakeoff-key${root}`;
export const addressOfPath = (path) => `${root}${path}`;
export const keyOf = () => localStorage.getItem(KEPT) ?? "";
export const keepKey = (key) => localStorage.setItem(KEPT, key);

export class Refusal extends Error {
  constructor(said, status) { super(said.what); this.said = said; this.status = status; }
}
const unreachable = { code: "", what: "The server does not answer", where: "this page", fix: "start it again: bakeoff serve" };
const request = async (path, options = {}) => {
  let answer;
  try { answer = await fetch(addressOfPath(path), { ...options, headers: { ...options.headers, "X-Bakeoff-Key": keyOf() } }); } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(unreachable, 0);
  }
  if (answer.ok) return answer;
  let said;
  try { said = await answer.json(); } catch { said = { ...unreachable, what: `The server answered ${answer.status}` }; }
  throw new Refusal(said, answer.status);
};
export const post = (path, body, signal) => request(path, body instanceof FormData
  ? { method: "POST", body, signal }
  : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, signal });
export const get = async (path) => (await request(path)).json();
