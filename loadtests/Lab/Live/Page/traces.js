import { announce, byId, element, isSelectedIn, setText } from "./dom.js";
import { short, timeOfDay } from "./format.js";
import { openTrace } from "./waterfall.js";

const table = byId("trace-table");
let rows = new Map();
let sort = "duration";
let filter;
let lastLoad = 0;

export function startTraces() {
  filter = readFilter();
  byId("trace-filter").addEventListener("submit", event => {
    event.preventDefault();
    filter = readFilter();
    loadAndAnnounce();
  });
  byId("trace").addEventListener("close", refreshTraces);
  for (const header of table.querySelectorAll("th[data-sort]")) {
    header.querySelector("button").addEventListener("click", () => {
      sort = header.dataset.sort;
      loadAndAnnounce();
    });
  }
}

const readFilter = () => ({ minMs: byId("min-ms").value || "0", status: byId("trace-status").value });

/** Leaves the list alone while one of its traces is open, and text that a reader has selected. */
export async function refreshTraces() {
  if (!byId("trace").open && !isSelectedIn(table)) {
    await loadTraces();
  }
}

async function loadAndAnnounce() {
  await loadTraces();
  announce(byId("traces-shown").textContent);
}

/** Answers may arrive in another order than their requests: only that of the last request is shown. */
async function loadTraces() {
  const load = ++lastLoad;
  try {
    const response = await fetch(`api/traces?${new URLSearchParams({ sort, ...filter })}`);
    const answer = await response.json();
    if (load !== lastLoad) {
      return;
    }

    if (response.ok) {
      showTraces(answer);
    } else {
      setText(byId("traces-shown"), Object.values(answer.errors ?? {}).flat().join(" ") || answer.detail);
    }
  } catch {
    if (load === lastLoad) {
      setText(byId("traces-shown"), "The lab did not answer.");
    }
  }
}

function showTraces(traces) {
  table.querySelectorAll("th[data-sort]").forEach(header => {
    header.setAttribute("aria-sort", header.dataset.sort === sort ? "descending" : "none");
  });
  rows = new Map(traces.map(trace => [trace.id, rows.get(trace.id) ?? newRow(trace)]));
  traces.forEach(trace => fillRow(rows.get(trace.id), trace));
  place([...rows.values()]);
  const order = sort === "duration" ? "the slowest first" : "the newest first";
  setText(byId("traces-shown"), traces.length === 0 ? "No trace matches." : `${traces.length} ${traces.length === 1 ? "trace" : "traces"} at ${timeOfDay(Date.now())}, ${order}.`);
}

/** Moves the other rows around the row that has the focus: a row that moves loses it. That row stays, even if its trace is gone. */
function place(wanted) {
  const body = table.tBodies[0];
  const focused = document.activeElement.closest("#trace-table tbody tr");
  if (focused && !wanted.includes(focused)) {
    wanted.splice(focused.sectionRowIndex, 0, focused);
  }

  [...body.rows].filter(row => !wanted.includes(row)).forEach(row => row.remove());
  const middle = wanted.indexOf(focused);
  wanted.slice(0, Math.max(middle, 0)).forEach(row => focused.before(row));
  body.append(...wanted.slice(middle + 1));
}

function newRow(trace) {
  const open = element("button", { type: "button" }, trace.id.slice(0, 8));
  open.addEventListener("click", () => openTrace(trace.id));
  return element("tr", {}, element("th", { scope: "row" }, open), ...Array.from({ length: 7 }, () => element("td")));
}

function fillRow(row, trace) {
  const status = trace.status === null ? (trace.failed ? "failed" : "–") : String(trace.status);
  row.querySelector("button").setAttribute("aria-label", `Open trace ${trace.id.slice(0, 8)}, ${short(trace.durationMs)} ms`);
  [timeOfDay(trace.startedAt), short(trace.durationMs), status, short(trace.cosmosCalls), short(trace.requestUnits),
    short(trace.throttled), short(trace.waitedMs)].forEach((text, index) => setText(row.cells[index + 1], text));
}
