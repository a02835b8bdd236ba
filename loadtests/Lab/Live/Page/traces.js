import { byId, element, setText } from "./dom.js";
import { short, timeOfDay } from "./format.js";
import { openTrace } from "./waterfall.js";

let sort = "duration";

export function startTraces() {
  byId("trace-filter").addEventListener("submit", event => {
    event.preventDefault();
    loadTraces();
  });
  for (const header of document.querySelectorAll("#trace-table th[data-sort]")) {
    header.querySelector("button").addEventListener("click", () => {
      sort = header.dataset.sort;
      loadTraces();
    });
  }
}

export async function loadTraces() {
  const query = new URLSearchParams({ sort, minMs: byId("min-ms").value || "0", status: byId("trace-status").value });
  try {
    const response = await fetch(`api/traces?${query}`);
    const answer = await response.json();
    if (response.ok) {
      showTraces(answer);
    } else {
      setText(byId("traces-shown"), Object.values(answer.errors ?? {}).flat().join(" ") || answer.detail);
    }
  } catch {
    setText(byId("traces-shown"), "The lab did not answer.");
  }
}

function showTraces(traces) {
  document.querySelectorAll("#trace-table th[data-sort]").forEach(header => {
    header.setAttribute("aria-sort", header.dataset.sort === sort ? "descending" : "none");
  });
  byId("trace-table").tBodies[0].replaceChildren(...traces.map(row));
  const order = sort === "duration" ? "the slowest first" : "the newest first";
  setText(byId("traces-shown"), traces.length === 0 ? "No trace matches." : `${traces.length} ${traces.length === 1 ? "trace" : "traces"} at ${timeOfDay(Date.now())}, ${order}.`);
}

function row(trace) {
  const open = element("button", { type: "button" }, trace.id.slice(0, 8));
  open.setAttribute("aria-label", `Open trace ${trace.id.slice(0, 8)}, ${short(trace.durationMs)} ms`);
  open.addEventListener("click", () => openTrace(trace.id));
  const status = trace.status === null ? (trace.failed ? "failed" : "–") : String(trace.status);
  const cells = [timeOfDay(trace.startedAt), short(trace.durationMs), status, short(trace.cosmosCalls), short(trace.requestUnits),
    short(trace.throttled), short(trace.waitedMs)];
  return element("tr", {}, element("th", { scope: "row" }, open), ...cells.map(text => element("td", {}, text)));
}
