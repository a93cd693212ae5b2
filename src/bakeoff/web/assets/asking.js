// Requests about the present table, with the settings that it has now.
import { askAbout, save } from "./evidence.js";
import { state } from "./state.js";

const settings = ({ all = false, ...more }) => {
  const options = { ...state.options, ...(more.options ?? {}), ...(state.without.length && !all ? { without: state.without, after_seeing: true } : {}) };
  for (const name of Object.keys(options)) if (options[name] === null) delete options[name]; // taken back
  return { ...more, options };
};
export const ask = (path, more = {}, signal = undefined) => askAbout(state, path, settings(more), signal);
export const take = async (path, more, problem) => {
  try {
    await save(await ask(path, more));
    problem(null);
  } catch (error) { problem(error); }
};
export const TOO_MANY_PAIRS = "BO535";
// A table of too many pairs to compare can be ranked: where the board of it stands.
export const findBoard = async () => `/leaderboard#e=${(await (await ask("/api/board")).json()).digest}`;
// Battles, one score for each entry, and judged answers are no comparison: the leaderboard page takes them over.
export const handOver = async (isStillAsked, go) => {
  try {
    const { digest, view } = await (await ask("/api/board")).json();
    if (["battles", "counts", "judged"].includes(view.kind) && isStillAsked()) go(`/leaderboard#e=${digest}`);
  } catch { /* it is no leaderboard either: what was said first stands */ }
};
