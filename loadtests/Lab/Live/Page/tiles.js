import { byId, element, setText } from "./dom.js";
import { latency, short, timeOfDay } from "./format.js";

const tiles = [
  ["users", "Users", latest => short(latest.load.users)],
  ["requests", "Requests/s", latest => short(latest.load.requestsPerSecond)],
  ["p50", "p50, ms", latest => latency(latest.load, "p50Ms")],
  ["p95", "p95, ms", latest => latency(latest.load, "p95Ms")],
  ["p99", "p99, ms", latest => latency(latest.load, "p99Ms")],
  ["errors", "Errors/s", latest => short(latest.load.errorsPerSecond)],
  ["ru-per-operation", "RU per operation", latest => short(latest.cosmos?.requestUnitsPerOperation)],
  ["calls-per-operation", "Calls per operation", latest => short(latest.cosmos?.callsPerOperation)],
  ["throttled", "429 per second", latest => short(latest.cosmos ? latest.cosmos.callsPerSecond["429"] ?? 0 : null)],
  ["request-units", "RU/s used", latest => short(latest.cosmos?.requestUnitsPerSecond)],
];

export function makeTiles() {
  byId("tiles").replaceChildren(...tiles.map(([id, label]) =>
    element("div", {}, element("dt", {}, label), element("dd", { id: `tile-${id}` }, "–"))));
}

export function showTiles(latest) {
  tiles.forEach(([id, , text]) => setText(byId(`tile-${id}`), text(latest)));
}

/** What runs and how far it is. */
export function describe(latest) {
  const { load, cosmos, traces } = latest;
  const time = load.plannedSeconds === null
    ? `for ${duration(load.elapsedSeconds)}`
    : `${duration(load.elapsedSeconds)} of ${duration(load.plannedSeconds)}`;
  const container = cosmos ? ` Container ${cosmos.container}, ${short(cosmos.provisioned)} RU/s.` : "";
  const dropped = load.dropped > 0 ? `, ${short(load.dropped)} arrivals dropped` : "";
  return `${latest.title}: ${load.phase}, ${time}. ${short(load.completed)} requests answered, ${short(load.failed)} failed${dropped}.`
    + `${container} ${short(traces.kept)} of ${short(traces.received)} traces kept.`;
}

/** One sentence for who listens to the page. */
export function sentence(latest) {
  const figures = tiles.map(([, label, text]) => `${label} ${text(latest)}`);
  return `${timeOfDay(Date.parse(latest.time))}: ${figures.join("; ")}.`;
}

function duration(seconds) {
  const whole = Math.floor(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
