// Evidence comes in, on every page that takes some: pasted, dropped anywhere, chosen as files or as a folder.
import { $ } from "./dom.js";
import { droppedFiles } from "./files.js";
import { problem } from "./problem.js";
import { Refusal } from "./requests.js";

// `start` gets { text } or { files }; `nothing` says what is missing where the box is empty.
export const takeEvidence = ({ box, button, choosers, nothing, start }) => {
  const takeFiles = (files) => { if (files.length) start({ files: Array.from(files) }); };
  const go = () => {
    const text = box.value;
    if (text.trim()) { start({ text }); return; }
    box.focus();
    problem(new Refusal({ code: "", where: "the box for the table", ...nothing }, 0));
  };
  button.addEventListener("click", go);
  box.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) go(); });
  box.addEventListener("paste", () => setTimeout(go));
  for (const chooser of choosers) chooser.addEventListener("change", () => { takeFiles(chooser.files); chooser.value = ""; });
  takeDrops({ takeFiles, takeText: (text) => start({ text }) });
};
const takeDrops = ({ takeFiles, takeText }) => {
  let over = 0;
  const show = (depth) => { over = Math.max(0, depth); $("p-drop").hidden = over === 0; };
  addEventListener("dragenter", (event) => { event.preventDefault(); show(over + 1); });
  addEventListener("dragleave", () => show(over - 1));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    show(0);
    if (event.dataTransfer.files.length) { droppedFiles(event.dataTransfer).then(takeFiles); return; }
    const text = event.dataTransfer.getData("text/plain");
    if (text.trim()) takeText(text);
  });
};
