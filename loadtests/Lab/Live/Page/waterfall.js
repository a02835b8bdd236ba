import { byId, element, setText } from "./dom.js";
import { short, timeOfDay } from "./format.js";

// A picture of more rows helps nobody.
const maxRows = 300;
const throttled = 429;

/** Shows one trace as rows with bars, above the page; of a trace that is not kept any more only a sentence. */
export async function openTrace(id) {
  let answer = { detail: "The lab did not answer." };
  try {
    const response = await fetch(`api/traces/${encodeURIComponent(id)}`);
    answer = await response.json();
  } catch {
    // The text says so.
  }

  setText(byId("trace-heading"), `Trace ${id.slice(0, 8)}`);
  setText(byId("trace-facts"), answer.rows ? facts(answer) : answer.detail);
  byId("trace-picture").hidden = !answer.rows;
  const rows = (answer.rows ?? []).slice(0, maxRows);
  byId("waterfall").tBodies[0].replaceChildren(...rows.map(row => rowOf(row, answer.summary.durationMs)));
  byId("trace").showModal();
  byId("trace-heading").focus();
}

function facts({ summary, rows }) {
  const waits = rows.filter(row => row.kind === "Wait").length;
  const words = [
    `${summary.name}, ${timeOfDay(summary.startedAt)}, ${short(summary.durationMs)} ms at the gateway`,
    `${summary.cosmosCalls} Cosmos ${summary.cosmosCalls === 1 ? "call" : "calls"}, ${short(summary.requestUnits)} RU`,
    waits > 0 ? `${waits} ${waits === 1 ? "wait" : "waits"} to retry, ${short(summary.waitedMs)} ms in all` : "no wait to retry",
  ];
  const left = rows.length - Math.min(rows.length, maxRows);
  return `${words.join("; ")}.${left > 0 ? ` ${left} more rows are not shown.` : ""}${summary.complete ? "" : " Some of its spans are missing."}`;
}

function rowOf(row, wholeMs) {
  const label = row.kind === "Wait" ? row.name : `${row.service}: ${row.name}`;
  const head = element("th", { scope: "row", title: label }, label);
  head.style.paddingLeft = `${row.depth * 0.7 + 0.4}rem`;
  const bar = element("span", { class: classOf(row) });
  bar.style.left = `${100 * row.startMs / wholeMs}%`;
  bar.style.width = `${100 * row.durationMs / wholeMs}%`;
  const picture = element("td", { class: "picture" }, element("div", { class: "track", "aria-hidden": "true" }, bar));
  const status = row.status === throttled ? "429 throttled" : row.status ?? (row.failed ? "failed" : "");
  const cells = [short(row.startMs), short(row.durationMs), String(status), row.requestUnits ? short(row.requestUnits) : ""];
  return element("tr", { "data-kind": row.kind }, head, picture, ...cells.map(text => element("td", {}, text)));
}

function classOf(row) {
  if (row.kind === "Wait") {
    return "bar-wait";
  }

  if (row.kind.startsWith("Cosmos")) {
    return row.status === throttled ? "bar-throttled" : "bar-cosmos";
  }

  return { Server: "bar-server", Client: "bar-client" }[row.kind] ?? "bar-internal";
}
