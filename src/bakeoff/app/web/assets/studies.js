"use strict";
(function () {
  const { $, make, get, problem, say, pack } = page;
  let events = null, first = null, turn = 0, told = "";

  const list = async () => {
    const stores = await get("/api/studies");
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
    first ??= { done, at: Date.now() };
    $("p-progress").max = p.planned || 1;
    $("p-progress").value = done;
    const rate = (done - first.done) / ((Date.now() - first.at) / 1000);
    const left = p.running && rate > 0 ? `; about ${spoken((p.planned - done) / rate)} left` : "";
    $("p-progress-words").textContent = `${counts(p)}${p.running ? `, running now${left}` : done < p.planned ? ", not running" : ", finished"}. Frozen ${moment(p.frozen)}${p.amendments ? `, amended ${p.amendments === 1 ? "once" : `${p.amendments} times`}` : ""}.`;
    $("p-runs").textContent = p.runs.map((r) => `process ${r.pid} on ${r.host} since ${moment(r.since)}`).join("; ");
    const line = linkTo(location.hash)?.parentElement.querySelector("span");
    if (line) line.textContent = summary(p);
    // Said at every tenth of the way, and not at every cell.
    const news = `${Math.floor(10 * done / (p.planned || 1))} ${p.failed}`;
    if (news !== told) say(counts(p));
    told = news;
    cells(p);
    failures(p);
  };
  const moment = (at) => `${at.slice(0, 16).replace("T", " ")} UTC`; // the store keeps moments in UTC
  const spoken = (seconds) => seconds > 7200 ? `${Math.round(seconds / 3600)} hours` : seconds > 120 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds)} seconds`;
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
      if (cell.seconds) td.append(make("span", { className: "quiet", textContent: ` ${cell.seconds.toPrecision(2)} s` }));
      return td;
    }))));
  };
  const rows = (id, list) => {
    $(`${id}-head`).hidden = $(`${id}-region`).hidden = !list.length;
    const heads = Array.from($(id).tHead.rows[0].cells);
    $(id).tBodies[0].replaceChildren(...list.map((row) => make("tr", {}, ...row.map((text, i) => make("td", { className: heads[i].className, textContent: text ?? "" })))));
  };
  const failures = (p) => rows("p-failures", p.failures.map((f) => [f.classifier, f.dataset, f.repeat, f.fold, f.reason, f.message]));
  const ledger = async (store) => {
    const mine = turn, made = await get(`/api/ledger?store=${encodeURIComponent(store)}`);
    if (mine !== turn) return;
    rows("p-ledger", made.entries.map((e) => [e.sequence, moment(e.at), e.kind ?? "spoilt", e.source, verdicts(e.pairs)]));
    $("p-ledger-head").textContent = `Ledger of ${store}: every look at the data`;
    $("p-ledger-words").hidden = !made.entries.length;
    $("p-ledger-words").textContent = made.problems.length ? `The record is not whole: ${made.problems.join("; ")}` : "The record is whole: every entry follows from the one before it.";
  };

  const verdicts = (pairs) => {
    const words = pairs.slice(0, 5).map((p) => `${p.b} over ${p.a}: ${p.verdict}`).join("; ");
    return pairs.length > 5 ? `${words}; and ${pairs.length - 5} more` : words;
  };

  const open = async () => {
    const asked = ++turn;
    events?.close();
    mark();
    rows("p-ledger", []);
    $("p-ledger-words").hidden = true;
    const said = new URLSearchParams(location.hash.slice(1)), store = said.get("store"), study = said.get("study");
    $("p-study").hidden = true;
    $("p-live").textContent = told = "";
    problem(null);
    if (!store) return undefined;
    const looks = ledger(store);
    if (study === null) return looks.catch(problem);
    looks.catch(() => {});
    first = null;
    $("p-study-head").textContent = `${study} (${store})`;
    $("p-compare").href = `/#s=${encodeURIComponent(store)}&o=${await pack({ options: { study }, without: [] })}`;
    const query = `store=${encodeURIComponent(store)}&study=${encodeURIComponent(study)}`;
    try {
      const progress = await get(`/api/study?${query}`);
      if (asked !== turn) return undefined; // somebody has gone on to another study
      show(progress);
    } catch (error) {
      return asked === turn ? problem(error) : undefined;
    }
    events = new EventSource(`/api/study/events?${query}`); // comes back by itself after a break
    const mine = events;
    events.onopen = () => { $("p-live").textContent = "live"; };
    events.onmessage = (event) => show(JSON.parse(event.data));
    events.addEventListener("gone", (event) => { mine.close(); $("p-live").textContent = ""; problem(new page.Refusal(JSON.parse(event.data), 0)); });
    events.onerror = () => { $("p-live").textContent = mine.readyState === EventSource.CLOSED ? "no longer live: open the address that bakeoff serve has printed" : "waiting for the server…"; };
    return undefined;
  };
  addEventListener("hashchange", async () => {
    await open();
    const head = $("p-study").hidden ? $("p-ledger-head") : $("p-study-head");
    head.scrollIntoView({ block: "nearest" });
    head.focus({ preventScroll: true });
  });
  // Whoever comes back to the page sees the stores that have come meanwhile.
  addEventListener("focus", () => { if (!$("p-stores").contains(document.activeElement)) list().catch(() => {}); });
  list().catch(problem);
  open();
})();
