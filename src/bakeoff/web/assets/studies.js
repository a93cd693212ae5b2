import { $, make, say } from "./dom.js";
import { pack } from "./packing.js";
import { problem } from "./problem.js";
import { addressOfPath, get, keyOf, Refusal } from "./requests.js";

let watched = null, events = null, first = null, turn = 0, listed = 0, told = "";

const list = async () => {
  const mine = ++listed, stores = await get("/api/studies");
  if (mine !== listed || $("p-stores").contains(document.activeElement)) return; // a newer list is on its way, or somebody is in this one
  $("p-stores").replaceChildren(...(stores.length ? stores.map(storeOf) : [make("p", { textContent: "There is no store in the folder that is served. A study makes one: bakeoff run --new writes a study file to start from. A store from elsewhere can be dropped on the page Compare." })]));
  mark();
};
const addressOf = (store, study) => `#store=${encodeURIComponent(store)}${study === undefined ? "" : `&study=${encodeURIComponent(study)}`}`;
const counts = (t) => `${t.scored} of ${t.planned} cells scored${t.failed ? `, ${t.failed} failed` : ""}`;
const summary = (t) => `${counts(t)}${t.running ? " · running now" : ""}`;
const linkTo = (address) => Array.from($("p-stores").querySelectorAll("a")).find((a) => a.hash === address);
const mark = () => {
  for (const a of $("p-stores").querySelectorAll("a")) a.removeAttribute("aria-current");
  linkTo(location.hash)?.setAttribute("aria-current", "true");
};
const storeOf = (s) => {
  const items = s.studies.map((t) => {
    const link = make("a", { href: addressOf(s.store, t.study), textContent: t.study });
    return make("li", {}, link, " ", make("span", { textContent: summary(t) }));
  });
  if (s.looks) items.push(make("li", {}, make("a", { href: addressOf(s.store), textContent: `Ledger of ${s.store}` }), ` ${s.looks === 1 ? "one look" : `${s.looks} looks`} at data`));
  if (!items.length) items.push(make("li", { textContent: "nothing yet" }));
  return make("div", { className: "store" }, make("b", { textContent: s.store }), s.problem ? make("p", { className: "quiet", textContent: s.problem }) : make("ul", {}, ...items));
};

const show = (p) => {
  const done = p.scored + p.failed;
  $("p-study").hidden = false;
  first = p.running ? first ?? { done, at: Date.now() } : null; // a rest does not count
  $("p-progress").max = p.planned || 1;
  $("p-progress").value = done;
  const rate = first ? (done - first.done) / ((Date.now() - first.at) / 1000) : 0;
  const left = rate > 0 && done < p.planned ? `; about ${spoken((p.planned - done) / rate)} left` : "";
  $("p-progress-words").textContent = `${counts(p)}${p.running ? `, running now${left}` : done < p.planned || !done ? ", not running" : ", finished"}. Frozen ${moment(p.frozen)}${p.amendments ? `, amended ${p.amendments === 1 ? "once" : `${p.amendments} times`}` : ""}.`;
  $("p-runs").textContent = p.runs.map((r) => `process ${r.pid} on ${r.host} since ${moment(r.since)}`).join("; ");
  const line = linkTo(location.hash)?.parentElement.querySelector("span");
  if (line) line.textContent = summary(p);
  // Said at every tenth of the way and at the first failure, and not at every cell.
  const news = `${Math.floor(10 * done / (p.planned || 1))} ${p.failed > 0}`;
  if (news !== told) say(counts(p));
  told = news;
  cells(p);
  failures(p);
};
const moment = (at) => `${at.slice(0, 16).replace("T", " ")} UTC`; // the store keeps moments in UTC
const spoken = (seconds) => seconds >= 5400 ? counted(seconds / 3600, "hour") : seconds >= 90 ? counted(seconds / 60, "minute") : counted(Math.max(1, seconds), "second");
const counted = (number, unit) => `${Math.round(number)} ${unit}${Math.round(number) === 1 ? "" : "s"}`;
const short = (seconds) => seconds < 0.001 ? "< 1 ms" : seconds < 99.5 ? `${Number(seconds.toPrecision(2))} s` : seconds < 5970 ? `${Math.round(seconds / 60)} min` : `${Number((seconds / 3600).toPrecision(2)).toLocaleString("en")} h`;
const cells = (p) => {
  const classifiers = [...new Set(p.cells.map((c) => c.classifier))], sets = [...new Set(p.cells.map((c) => c.dataset))];
  const at = new Map(p.cells.map((c) => [`${c.classifier}\n${c.dataset}`, c]));
  const table = $("p-cells");
  table.tHead.replaceChildren(make("tr", {}, make("th", { scope: "col", textContent: "dataset" }), ...classifiers.map((c) => make("th", { scope: "col", textContent: c }))));
  table.tBodies[0].replaceChildren(...sets.map((d) => make("tr", {}, make("th", { scope: "row", textContent: d }), ...classifiers.map((c) => {
    const cell = at.get(`${c}\n${d}`);
    if (!cell) return make("td", { textContent: "–" });
    const td = make("td", { className: cell.scored === cell.planned ? "full" : "" }, `${cell.scored}/${cell.planned}`);
    if (cell.failed) td.append(" ", make("span", { className: "bad", textContent: `✕${cell.failed}` }));
    if (cell.seconds) td.append(make("span", { className: "quiet", textContent: ` ${short(cell.seconds)}` }));
    return td;
  }))));
};
const rows = (id, list) => {
  $(`${id}-head`).hidden = $(`${id}-region`).hidden = !list.length;
  const heads = Array.from($(id).tHead.rows[0].cells);
  // A narrow screen shows each row as a card: the roles stay, and each cell says what it is.
  $(id).tBodies[0].replaceChildren(...list.map((row) => make("tr", { role: "row" }, ...row.map((text, i) => {
    const cell = make("td", { role: "cell", className: heads[i].className, textContent: text ?? "" });
    cell.dataset.head = heads[i].textContent;
    return cell;
  }))));
};
const failures = (p) => {
  rows("p-failures", p.failures.map((f) => [f.classifier, f.dataset, f.repeat, f.fold, f.reason, f.message]));
  $("p-failures-head").textContent = p.failed > p.failures.length ? `Failures: the first ${p.failures.length} of ${p.failed}` : "Failures";
};
// Beside a study an empty ledger is nothing to speak of, and one that cannot be read is no problem of the study.
const ledger = async (store, { alone }) => {
  const mine = turn, head = $("p-ledger-head"), words = $("p-ledger-words");
  try {
    const { entries, problems } = await get(`/api/ledger?store=${encodeURIComponent(store)}`);
    if (mine !== turn) return;
    rows("p-ledger", entries.map((e) => [e.sequence, moment(e.at), e.kind ?? "spoilt", e.source, verdicts(e.pairs) || e.note]));
    words.hidden = !entries.length && !alone;
    words.textContent = !entries.length ? "It is empty: no look at data was written down."
      : problems.length ? `The record is not whole: ${problems.join("; ")}` : "The record is whole: every entry follows from the one before it.";
  } catch (error) {
    if (mine !== turn) return;
    if (alone) return void problem(error);
    words.hidden = false;
    words.textContent = `It cannot be read: ${error.message}`;
  }
  head.textContent = `Ledger of ${store}: every look at the data`;
  head.hidden = words.hidden;
};

const verdicts = (pairs) => {
  const words = pairs.slice(0, 5).map((p) => `${p.b} over ${p.a}: ${p.verdict}${p.alone && p.alone !== p.verdict ? ` (${p.alone} by itself)` : ""}`).join("; ");
  return pairs.length > 5 ? `${words}; and ${pairs.length - 5} more` : words;
};

const open = async () => {
  const asked = ++turn;
  hush();
  watched = first = null;
  mark();
  rows("p-ledger", []);
  $("p-ledger-words").hidden = true;
  const said = new URLSearchParams(location.hash.slice(1)), store = said.get("store"), study = said.get("study");
  $("p-study").hidden = true;
  told = "";
  problem(null);
  if (!store) return;
  const looks = ledger(store, { alone: study === null });
  if (study === null) return void await looks;
  $("p-study-head").textContent = `${study} (${store})`;
  const query = `store=${encodeURIComponent(store)}&study=${encodeURIComponent(study)}`;
  try {
    const [address, progress] = await Promise.all([pack({ options: { study }, without: [] }), get(`/api/study?${query}`).catch((error) => error)]);
    if (asked !== turn) return; // somebody has gone on to another study
    $("p-compare").href = `${addressOfPath("/")}#s=${encodeURIComponent(store)}&o=${address}`;
    if (progress instanceof Error) throw progress;
    show(progress);
  } catch (error) {
    problem(error);
    if (![409, 503].includes(error.status)) return; // a store that is locked is opened later
  }
  watched = query;
  heed();
};

// News of the study that is shown. A tab that nobody sees only looks now and then: a browser opens few connections to
// one server, and a stream takes one of them for as long as it lasts.
const PAUSE = 5_000, NOW_AND_THEN = 30_000;
let next;
const live = (text) => { $("p-live").textContent = text; };
const hush = () => {
  events?.close();
  events = null;
  clearTimeout(next);
  live("");
};
const heed = () => {
  hush();
  if (!watched) return;
  if (document.hidden) next = setTimeout(glance, NOW_AND_THEN);
  else listen();
};
const glance = async () => {
  const query = watched;
  try {
    const progress = await get(`/api/study?${query}`);
    if (query === watched) show(progress);
  } catch (error) {
    if (query === watched && error.status === 404) lost(error);
  }
  if (query === watched) heed();
};
const listen = () => {
  const query = watched, mine = events = new EventSource(addressOfPath(`/api/study/events?${query}&key=${encodeURIComponent(keyOf())}`)); // comes back by itself after a break
  mine.onopen = () => live("live");
  mine.onmessage = (event) => {
    if ($("p-study").hidden) problem(null);
    live("live");
    show(JSON.parse(event.data));
  };
  mine.addEventListener("late", (event) => live(`waiting: ${JSON.parse(event.data).what}…`));
  mine.addEventListener("gone", (event) => lost(new Refusal(JSON.parse(event.data), 404)));
  mine.onerror = async () => {
    live("waiting for the server…");
    if (mine.readyState !== EventSource.CLOSED) return;
    const why = await get(`/api/study?${query}`).then(() => null, (error) => error);
    if (mine !== events) return;
    if (why?.status === 401) live("no longer live: open the address that bakeoff serve has printed");
    else if (why?.status === 404) lost(why);
    else next = setTimeout(heed, PAUSE);
  };
};
const lost = (why) => {
  watched = null;
  hush();
  problem(why);
};
document.addEventListener("visibilitychange", heed);
addEventListener("hashchange", async () => {
  const asked = turn + 1;
  await open();
  if (asked !== turn) return;
  const head = $("p-study").hidden ? $("p-ledger-head") : $("p-study-head");
  head.scrollIntoView({ block: "nearest" });
  head.focus({ preventScroll: true });
});
// Whoever comes back to the page sees the stores that have come meanwhile.
addEventListener("focus", () => { if (!$("p-stores").contains(document.activeElement)) list().catch(() => {}); });
list().catch(problem);
open();
