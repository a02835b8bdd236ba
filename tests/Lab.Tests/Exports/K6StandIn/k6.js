import { seen } from './seen.js';

export function sleep(seconds) {
  seen.sleeps.push(seconds);
}

export function check(value, checks) {
  const results = Object.values(checks).map((holds) => holds(value));
  seen.checks.push(...results);
  return results.every(Boolean);
}

// As in k6, random numbers repeat from here on.
export function randomSeed(seed) {
  let state = seed >>> 0;
  seen.seeds.push(seed);
  Math.random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
