import { byId, element, setText } from "./dom.js";

export function startExplanation() {
  byId("explain").addEventListener("click", loadExplanation);
}

async function loadExplanation() {
  try {
    const response = await fetch("api/diagnosis");
    const answer = await response.json();
    setText(byId("explained"), response.ok ? [answer.verdict, ...answer.notes].join(" ") : answer.detail);
    byId("findings").replaceChildren(...(answer.findings ?? []).map(item));
  } catch {
    setText(byId("explained"), "The lab did not answer.");
  }
}

function item(finding) {
  const evidence = element("ul", {}, ...finding.evidence.map(line => element("li", {}, line)));
  const steps = finding.nextSteps.map(step => element("p", {}, element("b", {}, "Next step: "), step));
  return element("li", {}, element("b", {}, finding.heading), evidence, ...steps);
}
