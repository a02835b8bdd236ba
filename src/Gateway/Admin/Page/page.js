const byId = id => document.getElementById(id);
const maxLines = 5;
let token = "";

/** An element; children may be elements or text, which is never read as HTML. */
function element(name, attributes = {}, ...children) {
  const made = name === "svg" || name === "polyline" || name === "text" || name === "title"
    ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
}

function fillTable(table, caption, titles, rows) {
  table.replaceChildren(
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...titles.map(title => element("th", { scope: "col" }, title)))),
    element("tbody", {}, ...rows.map(row => element("tr", {}, ...row.map((cell, index) =>
      element(index === 0 ? "th" : "td", index === 0 ? { scope: "row" } : {}, cell ?? ""))))));
}

/** Calls the admin API; the session's cookie goes along. Throws the detail of a problem. */
async function call(method, path, { body, headers = {} } = {}) {
  const response = await fetch(path, {
    method, cache: "no-store", credentials: "same-origin",
    headers: { ...headers, ...(token && { "X-Csrf-Token": token }), ...(body && { "Content-Type": "application/json" }) },
    body: body && JSON.stringify(body),
  });
  if (response.ok) {
    return response.headers.get("Content-Type")?.includes("json") ? response.json() : response.text();
  }

  if (response.status === 401) {
    show(null);
  }

  const problem = await response.json().catch(() => ({}));
  throw new Error(Object.values(problem.errors ?? {}).flat().join(" ") || problem.detail || `The answer was ${response.status}.`);
}

function show(session) {
  token = session?.csrfToken ?? "";
  byId("name").textContent = session?.name ?? "";
  byId("who").hidden = byId("content").hidden = !session;
  byId("sign-in").hidden = !!session;
  if (!session) {
    hideKey();
    ["keys", "plans", "usage", "refusals", "chart"].forEach(id => byId(id).replaceChildren());
  }
}

function hideKey() {
  byId("new-key").textContent = "";
  byId("made").hidden = true;
}

function showKey(made) {
  byId("new-key").textContent = made.key;
  byId("made").hidden = false;
}

/** Runs an operation and says how it ended. */
async function run(operation, done) {
  try {
    await operation();
    byId("status").textContent = done;
  } catch (error) {
    byId("status").textContent = error.message;
  }
}

async function loadKeys() {
  const keys = await call("GET", "/admin/keys");
  const button = (text, key, operation) => {
    const made = element("button", { type: "button", "aria-label": `${text} key ${key.id} of ${key.name}` }, text);
    made.addEventListener("click", operation);
    return made;
  };
  const rotate = key => run(async () => {
    showKey(await call("POST", `/admin/keys/${key.id}/rotate`));
    await loadKeys();
  }, `${key.name} has a second key.`);
  const revoke = key => confirm(`Revoke the key ${key.id} of ${key.name}?`) && run(async () => {
    await call("DELETE", `/admin/keys/${key.id}`);
    await loadKeys();
  }, `The key ${key.id} is revoked.`);
  fillTable(byId("keys"), `${keys.length} keys`, ["Id", "Holder", "Plan", "Scopes", "Owners", "State", "Expires", "Change"], keys.map(key => [
    key.id, key.name, key.plan, key.scopes.join(", "), key.owners.join(", "), key.state, key.expiresAt ?? "never",
    element("span", {}, ...(key.state === "live" ? [button("Rotate", key, () => rotate(key)), " ", button("Revoke", key, () => revoke(key))] : [])),
  ]));
}

async function loadPlans() {
  const { plans, rejected } = await call("GET", "/admin/plans");
  const limits = plan => [plan.requestsPerSecond ?? "no limit", plan.requestsPerSecond ? plan.burst : "", plan.requestsPerDay ?? "no limit", plan.concurrency ?? "no limit"];
  fillTable(byId("plans"), "Limits of plans, and of routes within them", ["Plan", "Requests/s", "Burst", "Requests/day", "In flight", "Paying", "Weight"],
    Object.entries(plans).flatMap(([name, plan]) => [
      [name, ...limits(plan), plan.isPaying ? "yes" : "no", ""],
      ...Object.entries(plan.routes).map(([route, own]) => [`${name}: ${route}`, ...limits(own), "", own.weight]),
    ]).map(row => row.map(String)));
  byId("rejected").hidden = !rejected;
  byId("rejected-at").textContent = rejected?.at ?? "";
  byId("faults").replaceChildren(...(rejected?.faults ?? []).map(fault => element("li", {}, fault)));
  byId("add-key").elements.plan.replaceChildren(...Object.keys(plans).map(name => element("option", {}, name)));
}

async function loadUsage() {
  const by = byId("by").value;
  const to = new Date();
  const period = `from=${new Date(to - byId("period").value * 3_600_000).toISOString()}&to=${to.toISOString()}`;
  const report = await call("GET", `/admin/usage?${period}`).catch(() => null);
  const groups = Map.groupBy(report?.rows ?? [], row => row[by]);
  const sums = [...groups].map(([name, rows]) => ({
    name, holder: rows[0].holder,
    requests: rows.reduce((sum, row) => sum + row.sums.requests, 0),
    refused: rows.filter(row => [401, 403, 429, 503].includes(row.status)).reduce((sum, row) => sum + row.sums.requests, 0),
  })).sort((one, other) => other.requests - one.requests);
  fillTable(byId("usage"), report ? `${report.total.requests} requests` : "Usage is not counted, or cannot be read.", [by === "key" ? "Key" : "Route", "Holder", "Requests", "Refused"],
    sums.map(sum => [sum.name, by === "key" ? sum.holder : "", String(sum.requests), String(sum.refused)]));
  const lines = await Promise.all(sums.slice(0, maxLines).map(async ({ name }) =>
    ({ name, intervals: (await call("GET", `/admin/usage?${period}&${by}=${encodeURIComponent(name)}`)).intervals })));
  byId("chart").replaceChildren(...(report && lines.length > 0 ? drawChart(report, lines) : []));
}

/** Requests over time: a line for each name, and a point for each interval; intervals without a request are zero. */
function drawChart({ from, to, intervalSeconds }, lines) {
  const [width, height] = [1000, 220];
  const step = intervalSeconds * 1000;
  const start = Math.floor(new Date(from) / step) * step;
  const count = Math.max(2, Math.ceil((new Date(to) - start) / step));
  const highest = Math.max(1, ...lines.flatMap(line => line.intervals.map(interval => interval.sums.requests)));
  const points = line => {
    const requests = new Map(line.intervals.map(interval => [Math.round((new Date(interval.start) - start) / step), interval.sums.requests]));
    return Array.from({ length: count }, (_, index) =>
      `${(index * width / (count - 1)).toFixed(1)},${(height - (requests.get(index) ?? 0) * (height - 20) / highest).toFixed(1)}`).join(" ");
  };
  const name = `Requests per ${intervalSeconds} s, at most ${highest}`;
  return [
    element("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": name },
      ...lines.map((line, index) => element("polyline", { class: `c${index}`, points: points(line) }, element("title", {}, line.name)))),
    element("p", {}, `${name}. `, ...lines.map((line, index) => element("span", {}, element("b", { class: `c${index}`, "aria-hidden": "true" }, "— "), `${line.name} `))),
  ];
}

/** The counters of refused requests, from the metrics. */
async function loadRefusals() {
  const counters = (await call("GET", "/metrics")).matchAll(/^gateway_(\w+)_refused\w*\{(.*)\} (\d+)/gm);
  fillTable(byId("refusals"), "By what refused the request", ["Refused by", "Kind", "Requests"], [...counters].map(([, by, labels, count]) =>
    [by, labels.split(",").filter(label => !label.startsWith("otel_")).join(", ").replaceAll("\"", ""), count]));
}

const load = () => Promise.all([loadKeys(), loadPlans(), loadUsage(), loadRefusals()]);

byId("sign-in").addEventListener("submit", event => {
  event.preventDefault();
  const key = byId("key").value.trim();
  byId("key").value = "";
  run(async () => {
    show(await call("POST", "/admin/session", { headers: { "X-Api-Key": key } }));
    await load();
  }, "Signed in.");
});
byId("sign-out").addEventListener("click", () => run(async () => {
  await call("DELETE", "/admin/session");
  show(null);
}, "Signed out."));
byId("add-key").addEventListener("submit", event => {
  event.preventDefault();
  const { name, plan, scopes, owners } = Object.fromEntries(new FormData(event.target));
  const split = text => text.split(",").map(part => part.trim()).filter(part => part);
  run(async () => {
    showKey(await call("POST", "/admin/keys", { body: { name, plan, scopes: split(scopes), owners: split(owners) } }));
    await loadKeys();
  }, `${name} has a key.`);
});
byId("hide-key").addEventListener("click", hideKey);
["period", "by"].forEach(id => byId(id).addEventListener("change", () => run(loadUsage, "")));
byId("refresh").addEventListener("click", () => run(load, "Refreshed."));

try {
  show(await call("GET", "/admin/session"));
  await run(load, "");
} catch {
  show(null);
}
