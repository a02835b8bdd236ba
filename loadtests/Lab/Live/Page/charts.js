import { percent, short } from "./format.js";
import { HeatMap } from "./heat-map.js";
import { LineChart } from "./line-chart.js";
import { Panel } from "./panel.js";

const statusSlots = { 200: 0, 429: 1, 503: 3 };

const fixed = lines => () => lines.map(([series, label], slot) => ({ series, label, slot }));

/** A line for each series with a prefix. Some have a slot of their own; the others take the rest in order. */
const each = (prefix, own = {}) => (store, from) => {
  const free = Array.from({ length: 96 }, (_, slot) => slot).filter(slot => !Object.values(own).includes(slot));
  return store.names(prefix, from).map(series => {
    const label = series.slice(prefix.length);
    return { series, label, slot: own[label] ?? free.shift() };
  });
};

const container = ({ cosmos }) => `Container ${cosmos.container}, partition key ${cosmos.partitionKeyPath}`;

const partitions = ({ cosmos }) => `${cosmos.partitions.length} ${cosmos.partitions.length === 1 ? "partition" : "partitions"}`;

/** The report's pictures, while they come to be. */
export const panels = () => [
  new Panel({
    title: "Throughput",
    chart: new LineChart({
      unit: "requests per second",
      linesOf: fixed([["requests", "successful"], ["errors", "failed"]]),
    }),
  }),
  new Panel({
    title: "Latency",
    chart: new LineChart({
      unit: "ms",
      linesOf: fixed([["p99", "p99"], ["p95", "p95"], ["p50", "p50"]]),
    }),
  }),
  new Panel({
    title: "Answers to users by status",
    chart: new LineChart({ unit: "requests per second", linesOf: each("status:", statusSlots) }),
  }),
  new Panel({
    title: "Cosmos DB answers by status",
    about: latest => latest.cosmos && `${container(latest)}.`,
    chart: new LineChart({ unit: "data calls per second", linesOf: each("answers:", statusSlots) }),
  }),
  new Panel({
    title: "RU of each partition, as a share of its budget",
    about: latest => latest.cosmos
      && `${container(latest)}: ${partitions(latest)} with ${short(latest.cosmos.provisioned / latest.cosmos.partitions.length)} RU/s each.`,
    chart: new HeatMap({ prefix: "share:", unit: "partition" }),
    format: value => (value === undefined || Number.isNaN(value) ? "–" : percent(value)),
    heat: true,
  }),
  new Panel({
    title: "RU per second, used and provisioned",
    about: latest => latest.cosmos && `${short(latest.cosmos.provisioned)} RU/s provisioned for ${partitions(latest)}.`,
    chart: new LineChart({
      unit: "RU per second",
      linesOf: fixed([["requestUnits", "used"], ["provisioned", "provisioned"]]),
    }),
  }),
  new Panel({
    title: "RU and calls of one operation",
    about: latest => latest.cosmos && `${container(latest)}, ${partitions(latest)}.`,
    chart: new LineChart({
      unit: "RU or calls",
      linesOf: fixed([["requestUnitsPerOperation", "RU per operation"], ["callsPerOperation", "calls per operation"]]),
    }),
  }),
  new Panel({
    title: "Requests by API key, as the gateway counts them",
    chart: new LineChart({ unit: "requests per second", linesOf: each("usage:") }),
    optional: true,
  }),
  new Panel({ title: "Users", chart: new LineChart({ unit: "users", linesOf: fixed([["users", "users"]]), least: 4 }) }),
  new Panel({ title: "Processor use", chart: new LineChart({ unit: "cores", linesOf: each("cpu:"), least: 0.1 }), format: short }),
  new Panel({ title: "Memory", chart: new LineChart({ unit: "MiB", linesOf: each("memory:") }) }),
  new Panel({
    title: "Disk, read and written",
    chart: new LineChart({ unit: "MB per second", linesOf: each("disk:"), least: 0.1 }),
    optional: true,
  }),
  new Panel({
    title: "Network of this machine",
    chart: new LineChart({ unit: "MB per second", linesOf: fixed([["loopback", "sent over loopback by all processes"]]) }),
    optional: true,
  }),
];
