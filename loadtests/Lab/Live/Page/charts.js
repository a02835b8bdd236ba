import { percent, short } from "./format.js";
import { HeatMap } from "./heat-map.js";
import { LineChart } from "./line-chart.js";
import { Panel } from "./panel.js";

const palette = ["c1", "c2", "c3", "c4", "c5", "c6", "c7"];
const statusColors = { 200: "c1", 429: "c2", 503: "c4" };

const fixed = lines => () => lines;

/** A line for each series with a prefix. Some have a colour of their own; the others share the rest, which comes round again with dashes. */
const each = (prefix, own = {}) => {
  const rest = palette.filter(color => !Object.values(own).includes(color));
  return store => {
    let used = 0;
    return store.names(prefix).map(series => {
      const label = series.slice(prefix.length);
      const index = own[label] ? 0 : used++;
      return { series, label, color: own[label] ?? rest[index % rest.length], dashed: index >= rest.length };
    });
  };
};

const line = (series, label, color, dashed = false) => ({ series, label, color, dashed });

/** The report's pictures, while they come to be. */
export const panels = () => [
  new Panel({
    title: "Throughput",
    chart: new LineChart({
      unit: "requests per second",
      linesOf: fixed([line("requests", "successful", "c1"), line("errors", "failed", "c2", true)]),
    }),
  }),
  new Panel({
    title: "Latency",
    chart: new LineChart({
      unit: "ms",
      linesOf: fixed([line("p99", "p99", "c2"), line("p95", "p95", "c4", true), line("p50", "p50", "c1")]),
    }),
  }),
  new Panel({
    title: "Answers to users by status",
    chart: new LineChart({ unit: "requests per second", linesOf: each("status:", statusColors) }),
  }),
  new Panel({
    title: "Cosmos DB answers by status",
    chart: new LineChart({ unit: "data calls per second", linesOf: each("answers:", statusColors) }),
  }),
  new Panel({
    title: "RU of each partition, as a share of its budget",
    chart: new HeatMap({ prefix: "share:", unit: "partition" }),
    format: value => (value === undefined || Number.isNaN(value) ? "–" : percent(value)),
    heat: true,
  }),
  new Panel({
    title: "RU per second, used and provisioned",
    chart: new LineChart({
      unit: "RU per second",
      linesOf: fixed([line("requestUnits", "used", "c1"), line("provisioned", "provisioned", "c2", true)]),
    }),
  }),
  new Panel({
    title: "RU and calls of one operation",
    chart: new LineChart({
      unit: "RU or calls",
      linesOf: fixed([line("requestUnitsPerOperation", "RU per operation", "c1"), line("callsPerOperation", "calls per operation", "c3", true)]),
    }),
  }),
  new Panel({
    title: "Requests by API key, as the gateway counts them",
    chart: new LineChart({ unit: "requests per second", linesOf: each("usage:") }),
    optional: true,
  }),
  new Panel({ title: "Users", chart: new LineChart({ unit: "users", linesOf: fixed([line("users", "users", "c1")]), least: 4 }) }),
  new Panel({ title: "Processor use", chart: new LineChart({ unit: "cores", linesOf: each("cpu:"), least: 0.1 }), format: short }),
  new Panel({ title: "Memory", chart: new LineChart({ unit: "MiB", linesOf: each("memory:") }) }),
];
