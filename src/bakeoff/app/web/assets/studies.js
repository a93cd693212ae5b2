"use strict";
(function () {
  const { $, make, get, problem, say, pack } = page;
  let events = null, first = null;

  const list = async () => {
    const stores = await get("/api/studies");
    $("p-stores").replaceChildren(...(stores.length ? stores.map(storeOf) : [make("p", { textContent: "There is no store in the folder that is served. A study makes one: bakeoff run --new writes a study file to start from. A store from elsewhere can be dropped on the page Compare." })]));
    return stores;
  };
  const storeOf = (s) => {
    const items = s.studies.map((t) => {
      const link = make("a", { href: `#store=${encodeURIComponent(s.store)}&study=${encodeURIComponent(t.study)}`, textContent: t.study });
      return make("li", {}, link, ` ${t.scored} of ${t.planned} cells scored${t.failed ? `, ${t.failed} failed` : ""}${t.running ? " · running now" : ""}`);
    });
    return make("div", { className: "store" }, make("b", { textContent: s.store }), s.problem ? make("p", { textContent: s.problem }) : make("ul", {}, ...items));
  };

  const show = (p) => {
    const done = p.scored + p.failed;
    first ??= { done, at: Date.now() };
    $("p-progress").max = p.planned || 1;
    $("p-progress").value = done;
    const rate = (done - first.done) / ((Date.now() - first.at) / 1000);
    const left = p.running && rate > 0 ? `; about ${spoken((p.planned - done) / rate)} left` : "";
    $("p-progress-words").textContent = `${p.scored} of ${p.planned} cells scored${p.failed ? `, ${p.failed} failed` : ""}${p.running ? `, running now${left}` : done < p.planned ? ", not running" : ", finished"}. Frozen ${moment(p.frozen)}${p.amendments ? `, amended ${p.amendments === 1 ? "once" : `${p.amendments} times`}` : ""}.`;
    $("p-runs").textContent = p.runs.map((r) => `process ${r.pid} on ${r.host} since ${moment(r.since)}`).join("; ");
    say(`${p.scored} of ${p.planned} cells scored`);
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
    $(id).tBodies[0].replaceChildren(...list.map((row) => make("tr", {}, ...row.map((text) => make("td", { textContent: text ?? "" })))));
  };
  const failures = (p) => rows("p-failures", p.failures.map((f) => [f.classifier, f.dataset, f.repeat, f.fold, f.reason, f.message]));
  const ledger = async (store) => {
    const made = await get(`/api/ledger?store=${encodeURIComponent(store)}`);
    rows("p-ledger", made.entries.map((e) => [e.sequence, moment(e.at), e.kind ?? "spoilt", e.source, e.pairs.map((p) => `${p.b} over ${p.a}: ${p.verdict}`).slice(0, 5).join("; ")]));
    $("p-ledger-words").hidden = !made.entries.length;
    $("p-ledger-words").textContent = made.problems.length ? `The record is not whole: ${made.problems.join("; ")}` : "The record is whole: every entry follows from the one before it.";
  };

  const open = async () => {
    events?.close();
    const said = new URLSearchParams(location.hash.slice(1)), store = said.get("store"), study = said.get("study");
    $("p-study").hidden = !store;
    if (!store) return;
    first = null;
    $("p-study-head").textContent = `${study} (${store})`;
    $("p-compare").href = `/#s=${encodeURIComponent(store)}&o=${await pack({ options: { study }, without: [] })}`;
    const query = `store=${encodeURIComponent(store)}&study=${encodeURIComponent(study)}`;
    try { show(await get(`/api/study?${query}`)); problem(null); } catch (error) { problem(error); $("p-study").hidden = true; return; }
    ledger(store).catch(() => {});
    events = new EventSource(`/api/study/events?${query}`); // comes back by itself after a break
    const mine = events;
    events.onopen = () => { $("p-live").textContent = "live"; };
    events.onmessage = (event) => show(JSON.parse(event.data));
    events.addEventListener("gone", (event) => { mine.close(); $("p-live").textContent = ""; problem(new page.Refusal(JSON.parse(event.data), 0)); });
    events.onerror = () => { $("p-live").textContent = mine.readyState === EventSource.CLOSED ? "no longer live: open the address that bakeoff serve has printed" : "waiting for the server…"; };
  };
  addEventListener("hashchange", open);
  list().catch(problem);
  open();
})();
