import { isChanging, setSending } from "./change.js";
import { byId, element, setText } from "./dom.js";

let settings;

/** Makes the form, once, for the values that the lab allows; hides it where a run cannot be changed. */
export function offerSettings(current, choices) {
  byId("flags").hidden = !current;
  byId("flags-link").hidden = !current;
  if (current && settings) {
    showSettings(current);
  } else if (current) {
    makeForm(current, choices);
  }
}

function makeForm(current, choices) {
  settings = current;
  byId("fields").replaceChildren(
    select("partitionKey", "Partition key", choices.partitionKeys.map(key => ({ name: key, title: key }))),
    number("maxConcurrency", "Partitions queried at once (-1: as the SDK decides)", choices.lowestMaxConcurrency, choices.highestMaxConcurrency, 1),
    number("throughput", "RU/s of the container", choices.minThroughput, choices.maxThroughput, choices.throughputStep),
    number("latencyMeanMs", "Latency of a database call, ms", 0, choices.maxLatencyMs, "any"),
    number("users", "Users", 0, choices.maxUsers, 1),
    select("fault", "Broken on purpose", choices.faults));
  fill();
  byId("settings").onsubmit = event => {
    event.preventDefault();
    if (!isChanging()) {
      apply();
    }
  };
}

/** Settings changed, here or on another page; what a reader has typed and not applied stays. */
export function showSettings(current) {
  const untouched = Object.keys(settings).filter(name => field(name).value === String(settings[name]));
  settings = current;
  fill(untouched);
}

async function apply() {
  const change = changed();
  clearProblems();
  if (Object.keys(change).length === 0) {
    setText(byId("applied"), "Nothing was changed.");
    return;
  }

  setSending(true);
  setText(byId("applied"), "Applying.");
  try {
    const response = await fetch("api/settings", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(change),
    });
    await show(response);
  } catch {
    setText(byId("applied"), "The lab did not answer.");
  } finally {
    setSending(false);
  }
}

async function show(response) {
  const answer = await response.json();
  if (response.ok) {
    showSettings(answer);
    if (byId("applied").textContent === "Applying.") {
      setText(byId("applied"), "Done.");
    }
  } else if (answer.errors) {
    setText(byId("applied"), "Not applied: see the marked fields.");
    Object.entries(answer.errors).forEach(([name, problems]) => markProblem(name, problems.join(" ")));
    field(Object.keys(answer.errors)[0])?.focus();
  } else {
    setText(byId("applied"), answer.detail ?? `The lab answered ${response.status}.`);
  }
}

function changed() {
  const change = {};
  for (const [name, value] of Object.entries(settings)) {
    const typed = field(name).value;
    if (typed !== String(value)) {
      change[name] = typeof value === "number" ? Number(typed) : typed;
    }
  }

  return change;
}

function fill(names = Object.keys(settings)) {
  names.forEach(name => { field(name).value = settings[name]; });
}

const field = name => byId(`setting-${name}`);

function markProblem(name, text) {
  field(name)?.setAttribute("aria-invalid", "true");
  setText(byId(`problem-${name}`), text);
}

function clearProblems() {
  for (const name of Object.keys(settings)) {
    field(name).removeAttribute("aria-invalid");
    setText(byId(`problem-${name}`), "");
  }
}

function select(name, label, options) {
  const input = element("select", { id: `setting-${name}`, "aria-describedby": `problem-${name}` });
  input.append(...options.map(option => element("option", { value: option.name }, option.title)));
  return labelled(name, label, input);
}

function number(name, label, min, max, step) {
  const input = element("input", { id: `setting-${name}`, type: "number", min, max, step, "aria-describedby": `problem-${name}` });
  return labelled(name, label, input);
}

const labelled = (name, label, input) => element(
  "div", {}, element("label", { for: `setting-${name}` }, label), input, element("span", { id: `problem-${name}`, class: "problem" }));
