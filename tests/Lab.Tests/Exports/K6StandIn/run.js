// Runs a script's iterations in each of its scenarios, and prints what it did: node run.js SCRIPT ITERATIONS
import { pathToFileURL } from 'node:url';
import { seen } from './seen.js';

globalThis.__ENV = {};
globalThis.__VU = 1;
const script = await import(pathToFileURL(process.argv[2]));
for (const scenario of Object.keys(script.options.scenarios)) {
  seen.scenario = scenario;
  for (let iteration = 0; iteration < Number(process.argv[3]); iteration += 1) {
    script.default();
  }
}

console.log(JSON.stringify({ options: script.options, ...seen }));
