// After an error: the line it is about, to be mended where it stands.
import { textOfSource } from "./addresses.js";
import { $, build } from "./dom.js";
import { cellsOf, findOddSeparator, guessSeparator, isMistyped, joinDecimals, linesAround, linesOf, placeOf, SEPARATORS, withLine, withoutLine } from "./mending.js";
import { offerButtons } from "./offers.js";
import { act, change, state } from "./state.js";
import { h } from "./tree.js";

const MENDED = " (mended on the page)";
const again = (text, name) => act.start({ text, name: `${(name ?? "the pasted text").replace(MENDED, "")}${MENDED}` }, { options: state.options });
// The line cell by cell: each a field, the one that is meant marked.
const cellFields = (cells, column) => h("div", { class: "cells" }, cells.map((cell, i) => h("input", { class: i + 1 === column ? "bad" : "", value: cell.replace(/^"(.*)"$/, "$1"), size: Math.max(4, Math.min(24, cell.length + 1)), "aria-label": `cell ${i + 1}${i + 1 === column ? ", the one that is meant" : ""}`, autocomplete: "off", spellcheck: "false" })));
export const mendView = ({ text, line, column, separator, isQuestion = false }) => {
  const around = line ? linesAround(text, line) : [], bad = linesOf(text)[line - 1] ?? "", fix = line ? joinDecimals(text, line) : null, cells = cellsOf(bad, separator), isLikely = !fix && isMistyped(cells[column - 1]);
  return h("div", { id: "p-mend", class: "mend" },
    around.length ? h("div", { class: "lines", role: "group", "aria-label": `The lines around line ${line}`, tabindex: 0 }, around.map(({ number, content }) => h("div", { class: number === line ? "bad" : "" }, h("i", {}, String(number)), content || " "))) : null,
    line && bad ? [h("p", {}, `Line ${line}, cell by cell:`), cellFields(cells, column)] : null,
    h("p", { class: "tools" },
      fix ? h("button", { type: "button", class: "main", "data-mend": "decimals" }, `Read “${fix.was}” as ${fix.is}`) : null,
      line && bad ? [h("button", { type: "button", class: isLikely ? "main" : "", "data-mend": "cells" }, column ? "Compare with the mended cell" : "Compare with this line"), h("button", { type: "button", "data-mend": "drop" }, `Leave line ${line} out`)] : null,
      isQuestion ? null : [h("label", {}, "Cells are separated by ", h("select", { "data-mend": "separator" }, h("option", { value: "" }, `${SEPARATORS[separator] ?? separator} (as found)`), Object.entries(SEPARATORS).filter(([sign]) => sign !== separator).map(([sign, name]) => h("option", { value: sign }, name)))),
        h("label", {}, "or by ", h("input", { "data-mend": "separator", maxlength: 1, size: 2, autocomplete: "off" }))],
      h("button", { type: "button", "data-mend": "edit" }, "Edit the text")));
};
export const offerMending = async (error) => {
  const turn = state.turn, { line, column } = placeOf(error.said?.where ?? ""), own = state.source ? await textOfSource() : null;
  if (turn !== state.turn || error.status !== 422) return; // it is not about what was given
  const odd = own && !state.options.separator ? findOddSeparator(own.text) : null;
  const offers = [...(odd ? [{ text: `Cells are separated by “${odd}”`, options: { separator: odd } }] : []), ...(error.said?.offers ?? [])];
  if (offers.length) $("p-problem").querySelector(".close").before(build(h("p", { class: "tools", id: "p-offers" }, offerButtons(offers))));
  if (!own) return;
  const separator = state.options.separator ?? guessSeparator(own.text), place = build(mendView({ text: own.text, line, column, separator, isQuestion: Boolean(error.said?.alternatives) }));
  const isFirst = Boolean(place.querySelector(".main")); // one way is the likeliest: it stands first
  if (isFirst) $("p-offers")?.querySelector(".main")?.classList.remove("main");
  (isFirst && $("p-offers") || $("p-problem").querySelector(".close")).before(place);
  place.addEventListener("change", (event) => { if (event.target.dataset.mend === "separator" && event.target.value) change({ options: { ...state.options, separator: event.target.value } }); });
  place.addEventListener("click", (event) => {
    const how = event.target.closest("button")?.dataset.mend;
    if (how === "decimals") again(withLine(own.text, line, joinDecimals(own.text, line).line), own.name);
    if (how === "drop") again(withoutLine(own.text, line), own.name);
    if (how === "cells") again(withLine(own.text, line, Array.from(place.querySelectorAll(".cells input"), (input) => input.value.includes(separator) ? `"${input.value}"` : input.value).join(separator)), own.name);
    if (how === "edit") {
      $("p-text").value = own.text;
      $("p-give").open = true;
      $("p-text").focus();
    }
  });
};
