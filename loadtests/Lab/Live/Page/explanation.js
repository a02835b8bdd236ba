import { announce, byId, element, isSelectedIn, setText } from "./dom.js";
import { timeOfDay } from "./format.js";

let shown = "";

export function startExplanation() {
  byId("explain").addEventListener("click", async () => announce(await loadExplanation()));
}

/** Leaves text alone that a reader has selected. */
export async function refreshExplanation() {
  if (!isSelectedIn(byId("explanation"))) {
    await loadExplanation();
  }
}

async function loadExplanation() {
  let answer = { verdict: "The lab did not answer.", findings: [], notes: [] };
  try {
    const response = await fetch("api/diagnosis");
    answer = response.ok ? await response.json() : answer;
  } catch {
    // The text says so.
  }

  const text = [answer.verdict, ...answer.notes].join(" ");
  setText(byId("verdict"), answer.findings[0]?.heading ?? answer.verdict);
  setText(byId("explained"), `${timeOfDay(Date.now())}: ${text}`);
  if (JSON.stringify(answer.findings) !== shown) {
    shown = JSON.stringify(answer.findings);
    byId("findings").replaceChildren(...answer.findings.map(item));
  }

  return text;
}

function item(finding) {
  const evidence = element("ul", {}, ...finding.evidence.map(line => element("li", {}, line)));
  const steps = finding.nextSteps.map(step => element("p", {}, element("b", {}, "Next step: "), step));
  return element("li", {}, element("b", {}, finding.heading), evidence, ...steps);
}
