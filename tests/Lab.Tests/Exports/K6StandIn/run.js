// Runs a script's iterations in each of its scenarios, and prints what it did: node run.js SCRIPT ITERATIONS [NAME=VALUE...]
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seen } from './seen.js';

globalThis.__ENV = Object.fromEntries(process.argv.slice(4).map((each) => each.split('=')));

// As in k6: relative to the script, a string unless bytes are asked for.
globalThis.open = (path, mode) => {
  const bytes = readFileSync(resolve(dirname(process.argv[2]), path));
  return mode === 'b' ? bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) : bytes.toString();
};

const script = await import(pathToFileURL(process.argv[2]));
for (const scenario of Object.keys(script.options.scenarios)) {
  seen.scenario = scenario;
  for (let iteration = 0; iteration < Number(process.argv[3]); iteration += 1) {
    script.default();
  }
}

console.log(JSON.stringify({ options: script.options, ...seen }));
