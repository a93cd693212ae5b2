// Requests about the present table: by digest where the server has it already, with the table itself where it has not.
import { nameOfFile } from "./files.js";
import { post } from "./requests.js";
import { state } from "./state.js";

const bodyOf = (more, by) => {
  const asked = { ...more, options: { ...state.options, ...(more.options ?? {}), ...(state.without.length && !more.all ? { without: state.without, after_seeing: true } : {}) } };
  delete asked.all;
  for (const name of Object.keys(asked.options)) if (asked.options[name] === null) delete asked.options[name]; // taken back
  if (by) return { ...asked, evidence: by };
  const { source } = state;
  if (!source.files) return { ...asked, ...source };
  const form = new FormData();
  for (const file of source.files) form.append("file", file, nameOfFile(file));
  form.append("asked", JSON.stringify(asked));
  return form;
};
export const ask = async (path, more = {}, signal = undefined) => {
  const { source, digest } = state;
  if (digest && !source.store) {
    try { return await post(path, bodyOf(more, digest), signal); } catch (error) {
      if (error.said?.code !== "BO506" || source.evidence || source !== state.source) throw error;
      state.digest = null;
    }
  }
  return post(path, bodyOf(more, null), signal);
};
export const take = async (path, more, problem) => {
  try {
    const answer = await ask(path, more);
    const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "bakeoff";
    report.save(decodeURIComponent(name), await answer.blob());
    problem(null);
  } catch (error) { problem(error); }
};
// Battles, one score for each entry, and judged answers are no comparison: the leaderboard page takes them over.
export const handOver = async (isStillAsked, go) => {
  try {
    const { digest, view } = await (await ask("/api/board")).json();
    if (["battles", "counts", "judged"].includes(view.kind) && isStillAsked()) go(`/leaderboard#e=${digest}`);
  } catch { /* it is no leaderboard either: what was said first stands */ }
};
