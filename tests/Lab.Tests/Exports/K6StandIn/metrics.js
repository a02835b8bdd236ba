import { seen } from './seen.js';

class Metric {
  constructor(name) {
    this.values = seen.metrics[name] = [];
  }

  add(value) {
    this.values.push(value);
  }
}

export class Counter extends Metric {}
export class Trend extends Metric {}
