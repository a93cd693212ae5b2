"use strict";
// What makes a report live: once for the page, and `enliven` for its content, which the local page fills in later.
const report = (function () {
  const $ = (id) => document.getElementById(id);
  $("theme").hidden = false;

  // Dark and light: the system decides until the reader does.
  const root = document.documentElement, theme = $("theme");
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const sayTheme = () => { theme.textContent = dark() ? "Light" : "Dark"; };
  theme.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; sayTheme(); });
  sayTheme();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", sayTheme);
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((d) => { d.open = true; }));

  // Tables that sort by a click on a heading.
  const valueOf = (cell) => {
    const text = cell.dataset.v ?? cell.firstChild?.textContent ?? "";
    const number = Number(text.trim().replace("−", "-").replace(/,/g, "").replace(/ ?%$/, ""));
    return text.trim() !== "" && !Number.isNaN(number) ? number : text.trim();
  };
  const order = (x, y) => {
    const absent = (v) => v === "" || v === "–";
    if (absent(x) || absent(y)) return absent(x) - absent(y);
    if (typeof x === "number" && typeof y === "number") return x - y;
    return String(x).localeCompare(String(y), undefined, { numeric: true });
  };
  const sortBy = (table, column, down) => {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row, i) => ({ row, i, v: valueOf(row.cells[column]) }));
    const last = (v) => v === "" || v === "–";
    rows.sort((p, q) => (last(p.v) || last(q.v) || !down ? order(p.v, q.v) : order(q.v, p.v)) || p.i - q.i);
    body.append(...rows.map((each) => each.row));
  };

  // Downloads. A text that a spreadsheet would take for a formula gets an apostrophe in front.
  const save = (name, content) => {
    const link = document.createElement("a");
    link.href = typeof content === "string" ? content : URL.createObjectURL(content);
    link.download = name;
    link.click();
    if (typeof content !== "string") setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const csvCell = (value) => {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return String(value);
    const safe = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
  };
  const csv = (rows) => new Blob([rows.map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n"], { type: "text/csv" });

  // Figures: tips on marks, and the drawing as a file of its own.
  const tip = $("tip");
  // A drawing that is wider than its place scrolls there, and is reached by those who have no mouse.
  const places = new ResizeObserver((changed) => changed.forEach(({ target }) => {
    if (target.scrollWidth > target.clientWidth + 1) {
      target.tabIndex = 0;
      target.setAttribute("role", "group");
      target.setAttribute("aria-label", `${target.closest("figure").querySelector("figcaption").firstChild.textContent.trim()} Scrolls sideways.`);
    } else for (const name of ["tabindex", "role", "aria-label"]) target.removeAttribute(name);
  }));
  const enlivenDrawing = (figure) => {
    const drawing = figure.querySelector(".drawing");
    places.unobserve(drawing);
    places.observe(drawing); // told at once, and whenever its size changes
    for (const title of figure.querySelectorAll(".drawing svg title")) {
      title.parentNode.dataset.tip = title.textContent;
      title.remove();
    }
  };
  const showTip = (event) => {
    const mark = event.target.closest?.("[data-tip]");
    tip.hidden = !mark;
    if (!mark) return;
    tip.textContent = mark.dataset.tip;
    tip.style.left = Math.max(4, Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 4)) + "px";
    tip.style.top = Math.max(4, event.clientY - tip.offsetHeight - 10) + "px";
  };
  document.addEventListener("pointermove", showTip);
  document.addEventListener("pointerdown", showTip);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") tip.hidden = true; });
  const alone = (svg) => {
    const copy = svg.cloneNode(true), [, , width, height] = svg.getAttribute("viewBox").split(" ");
    copy.setAttribute("width", width + "pt");
    copy.setAttribute("height", height + "pt");
    copy.removeAttribute("style");
    return new XMLSerializer().serializeToString(copy).replace(/var\(--[a-z-]+,(#[0-9a-f]{6})\)/g, "$1");
  };
  const png = (text, svg, name) => {
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number), scale = 300 / 72;
    const image = new Image(), canvas = document.createElement("canvas");
    image.onload = () => {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      const pen = canvas.getContext("2d");
      pen.fillStyle = "#ffffff";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      save(name, canvas.toDataURL("image/png"));
    };
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  };
  const saveFigure = (button) => {
    const figure = button.closest("figure"), svg = figure.querySelector("svg"), text = alone(svg);
    const name = `${figure.dataset.file}.${button.dataset.save}`;
    if (button.dataset.save === "svg") save(name, new Blob([text], { type: "image/svg+xml" }));
    else png(text, svg, name);
  };

  const enliven = (data, within = document) => {
    for (const each of within.querySelectorAll(".tools")) each.hidden = false;
    for (const table of within.querySelectorAll("table.sortable")) {
      const heads = Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells);
      heads.forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        head.append(button);
        button.addEventListener("click", () => {
          const down = head.getAttribute("aria-sort") === "ascending";
          heads.forEach((each) => each.removeAttribute("aria-sort"));
          head.setAttribute("aria-sort", down ? "descending" : "ascending");
          sortBy(table, column, down);
        });
      });
    }

    // The pairs: filter by name and verdict.
    if ($("pair-filter")) {
      const rows = Array.from($("pair-table").tBodies[0].rows);
      const filter = () => {
        const words = $("pair-filter").value.toLowerCase(), verdict = $("pair-verdict").value;
        let shown = 0;
        for (const row of rows) {
          const named = row.cells[0].textContent.toLowerCase().includes(words) || row.cells[1].textContent.toLowerCase().includes(words);
          row.hidden = !(named && (!verdict || row.cells[2].textContent === verdict));
          shown += !row.hidden;
        }
        $("pair-count").textContent = `${shown} of ${rows.length} pairs`;
      };
      $("pair-filter").addEventListener("input", filter);
      $("pair-verdict").addEventListener("change", filter);
      filter();
    }

    // The scores: marks against the baseline that the reader chooses.
    const field = Object.fromEntries(data.fields.map((name, i) => [name, i]));
    const turned = { better: "worse", worse: "better", "+": "-", "-": "+" };
    const pairOf = (base, other) => {
      for (const pair of data.pairs) {
        const [a, b] = pair;
        const tally = [pair[field.wins], pair[field.draws], pair[field.losses]], verdict = pair[field.verdict];
        if (a === base && b === other) return { tally, verdict };
        if (b === base && a === other) return { tally: tally.reverse(), verdict: turned[verdict] ?? verdict };
      }
      return null;
    };
    const tested = Object.keys(data.signs).length > 0;
    const markOf = (i, base, other) => {
      const mine = data.scores[i][other], its = data.scores[i][base];
      if (base === other || mine === null || its === null) return "";
      if (tested) {
        const straight = data.signs[`${base},${other}`], back = data.signs[`${other},${base}`];
        const sign = straight ? straight[i] : back ? turned[back[i]] : "";
        return sign === "+" ? "▲" : sign === "-" ? "▼" : "";
      }
      return mine === its ? "" : (mine > its) === data.higher ? "△" : "▽";
    };
    if ($("baseline")) {
      const table = $("score-table"), rows = Array.from(table.tBodies[0].rows);
      $("baseline").addEventListener("change", (event) => {
        const base = Number(event.target.value);
        $("baseline-name").textContent = event.target.selectedOptions[0].textContent;
        rows.forEach((row, i) => data.classifiers.forEach((_, j) => {
          const cell = row.cells[j + 1], mark = markOf(i, base, j);
          cell.querySelector("i")?.remove();
          if (mark) cell.append(Object.assign(document.createElement("i"), { textContent: mark }));
        }));
        data.classifiers.forEach((_, j) => {
          const pair = j === base ? null : pairOf(base, j);
          $("tally").cells[j + 1].textContent = pair ? pair.tally.join("/") : "";
          $("verdicts").cells[j + 1].textContent = pair ? pair.verdict : "";
        });
      });
    }

    $("pairs-csv").addEventListener("click", () => save("bakeoff-pairs.csv", csv([
      [...data.fields, ...(data.left_out ? ["left_out"] : [])],
      ...data.pairs.map(([a, b, ...rest]) => [data.classifiers[a], data.classifiers[b], ...rest, ...(data.left_out ? [data.left_out] : [])]),
    ])));
    $("scores-csv")?.addEventListener("click", () => save("bakeoff-scores.csv", csv([
      [data.unit, ...data.classifiers],
      ...data.scores.map((row, i) => [data.rows[i], ...row]),
    ])));

    within.querySelectorAll("figure").forEach(enlivenDrawing);
    for (const button of within.querySelectorAll("[data-save]")) button.addEventListener("click", () => saveFigure(button));
  };

  if ($("data")) enliven(JSON.parse($("data").textContent));
  return { enliven, enlivenDrawing, save };
})();
