"use strict";
// What every page of ours needs: requests, problems, elements made of text.
const page = (function () {
  const $ = (id) => document.getElementById(id);
  const make = (tag, fields = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), fields);
    element.append(...children);
    return element;
  };
  const say = (text) => { $("p-status").textContent = text; };

  class Refusal extends Error {
    constructor(said, status) { super(said.what); this.said = said; this.status = status; }
  }
  const unreachable = { code: "", what: "The server does not answer", where: "this page", fix: "start it again: bakeoff serve" };
  const request = async (path, options) => {
    let answer;
    try { answer = await fetch(path, options); } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Refusal(unreachable, 0);
    }
    if (answer.ok) return answer;
    let said;
    try { said = await answer.json(); } catch { said = { ...unreachable, what: `The server answered ${answer.status}` }; }
    throw new Refusal(said, answer.status);
  };
  const post = (path, body, signal) => request(path, body instanceof FormData
    ? { method: "POST", body, signal }
    : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, signal });
  const get = async (path) => (await request(path)).json();

  // A file is called by its place in the folder that it came with.
  const nameOf = (file) => file.under || file.webkitRelativePath || file.name;
  const namesOf = (files) => [...new Set(Array.from(files, (file) => nameOf(file).split("/")[0]))].join(", ");
  const whole = (read) => new Promise(read);
  const inside = async (entry) => {
    if (entry.isFile) return [Object.assign(await whole((done, fail) => entry.file(done, fail)), { under: entry.fullPath.slice(1) })];
    const reader = entry.createReader(), found = [];
    for (let some; (some = await whole((done, fail) => reader.readEntries(done, fail))).length;) found.push(...some); // a hundred at a time
    return (await Promise.all(found.filter((each) => !each.name.startsWith(".")).map(inside))).flat();
  };
  const dropped = (transfer) => { // entries are there only while the event is
    const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.some((entry) => entry.isDirectory)) return Promise.resolve(Array.from(transfer.files));
    return Promise.all(entries.map(inside)).then((all) => all.flat());
  };

  // The command line's words name its options; where the page has a field for one, its label stands beside it.
  const inWordsOfThePage = (text) => text.replace(/--([a-z]+(?:-[a-z]+)*)/g, (option, name) => {
    const label = document.querySelector(`#p-options [name=${name.replaceAll("-", "_")}]`)?.closest("label")?.firstChild.textContent.trim();
    return label ? `“${label}” (${option})` : option;
  });
  // The words of the command line follow a colon there; a name or a command at their beginning keeps its letters.
  const sentence = (text) => /^(?!bakeoff |pip )[a-z]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  const problem = (refusal) => {
    const box = $("p-problem");
    box.hidden = !refusal;
    box.replaceChildren();
    if (!refusal) return;
    const { code, what, where, fix } = refusal.said ?? { code: "", what: String(refusal), where: "this page", fix: "load it again" };
    box.append(
      make("p", { className: "what", textContent: sentence(what) }),
      make("p", { textContent: sentence(inWordsOfThePage(fix)) }),
      make("p", { className: "quiet", textContent: [code, where].filter(Boolean).join(" · ") }),
    );
    if (code) box.append(meaning(code));
    const close = make("button", { type: "button", className: "close", textContent: "Close" });
    close.addEventListener("click", dismissed);
    box.append(close);
  };
  const dismissed = () => {
    problem(null);
    $("p-problem").dispatchEvent(new Event("closed"));
    $("content").focus({ preventScroll: true });
  };
  $("p-problem")?.addEventListener("keydown", (event) => { if (event.key === "Escape") dismissed(); });
  // What a code means is fetched when somebody wants to know.
  const meaning = (code) => {
    const box = make("details", { className: "meaning" }, make("summary", { textContent: `What ${code} means, and what to do` }));
    box.addEventListener("toggle", async () => {
      try {
        const { paragraphs } = await get(`/api/codes/${code}`);
        box.append(...paragraphs.map((p) => p.example ? make("pre", { textContent: p.text, tabIndex: 0 }) : make("p", {}, ...(p.head ? [make("b", { textContent: `${p.head}.` }), " "] : []), inWordsOfThePage(p.text))));
      } catch (error) { box.append(make("p", { textContent: error.message })); }
    }, { once: true });
    return box;
  };
  // An address may hold the state of a page: a link to a place inside the page leads there, and leaves the address alone.
  document.addEventListener("click", (event) => {
    const target = $(event.target.closest?.("a[href^='#']")?.hash.slice(1) ?? "");
    if (!target) return;
    event.preventDefault();
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  });
  const later = (wait, act) => {
    let timer;
    return (...given) => { clearTimeout(timer); timer = setTimeout(() => act(...given), wait); };
  };

  // Addresses: text packed into letters that an address may hold.
  const toLetters = (bytes) => {
    let text = "";
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const fromLetters = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const pack = async (object) => {
    const stream = new Blob([JSON.stringify(object)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return toLetters(new Uint8Array(await new Response(stream).arrayBuffer()));
  };
  const MOST_UNPACKED = 5_000_000;
  const unpack = async (letters) => {
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
  return { $, make, say, post, get, problem, sentence, inWordsOfThePage, meaning, later, nameOf, namesOf, dropped, pack, unpack, Refusal };
})();
