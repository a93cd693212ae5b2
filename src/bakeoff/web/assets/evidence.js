// Requests about a table: by digest where the server has it already, with the table itself where it has not.
import { nameOfFile } from "./files.js";
import { post } from "./requests.js";

const bodyOf = (source, asked, by) => {
  if (by) return { ...asked, evidence: by };
  if (!source.files) return { ...asked, ...source };
  const form = new FormData();
  for (const file of source.files) form.append("file", file, nameOfFile(file));
  form.append("asked", JSON.stringify(asked));
  return form;
};
// `about` is the state of a page: { source, digest }. What the server has forgotten is sent again.
export const askAbout = async (about, path, asked, signal = undefined) => {
  const { source, digest } = about;
  if (digest && !source.store) {
    try { return await post(path, bodyOf(source, asked, digest), signal); } catch (error) {
      if (error.said?.code !== "BO506" || source.evidence || source !== about.source) throw error;
      about.digest = null;
    }
  }
  return post(path, bodyOf(source, asked, null), signal);
};
// A file that was answered goes where downloads go, under the name that the server gave it.
export const save = async (answer) => {
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "bakeoff";
  report.save(decodeURIComponent(name), await answer.blob());
};
