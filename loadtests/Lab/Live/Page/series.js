// The last points of every series, in arrays that are written in a circle: memory does not grow, however long the page is open.
const maxSeries = 96;

export class SeriesStore {
  constructor(capacity) {
    this.capacity = capacity;
    this.times = new Float64Array(capacity);
    this.series = new Map();
    this.clear();
  }

  clear() {
    this.next = 0;
    this.count = 0;
    this.series.forEach(points => points.fill(NaN));
    this.seen = new Map();
  }

  /** Takes the place of all that was there. */
  load(history) {
    this.clear();
    const names = Object.keys(history.series);
    history.times.forEach((time, index) => {
      this.add(time, Object.fromEntries(names.map(name => [name, history.series[name][index] ?? NaN])));
    });
  }

  add(time, values) {
    this.times[this.next] = time;
    this.series.forEach(points => { points[this.next] = NaN; });
    for (const name of Object.keys(values)) {
      const points = this.findOrMake(name);
      if (points) {
        points[this.next] = values[name];
        if (!Number.isNaN(values[name])) {
          this.seen.set(name, time);
        }
      }
    }

    this.next = (this.next + 1) % this.capacity;
    this.count = Math.min(this.count + 1, this.capacity);
  }

  findOrMake(name) {
    let points = this.series.get(name);
    if (!points && this.series.size < maxSeries) {
      points = new Float32Array(this.capacity).fill(NaN);
      this.series.set(name, points);
    }

    return points;
  }

  /** The names that begin with a prefix and have a value from a time on, in order; numbers in them count as numbers. */
  names(prefix, from) {
    return [...this.seen].filter(([name, time]) => name.startsWith(prefix) && time >= from).map(([name]) => name)
      .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  }

  get firstTime() {
    return this.count > 0 ? this.times[(this.next - this.count + this.capacity) % this.capacity] : 0;
  }

  get lastTime() {
    return this.count > 0 ? this.times[(this.next - 1 + this.capacity) % this.capacity] : 0;
  }

  /** Calls visit(time, value) for each point from a time on, the oldest first; NaN where the series had none. */
  visit(name, from, visit) {
    const points = this.series.get(name);
    if (!points) {
      return;
    }

    for (let back = this.count; back > 0; back--) {
      const index = (this.next - back + this.capacity) % this.capacity;
      if (this.times[index] >= from) {
        visit(this.times[index], points[index]);
      }
    }
  }

  /** Last, mean, lowest and highest value from a time on; null where there is none. */
  summary(name, from) {
    let [count, sum, lowest, highest, last] = [0, 0, Infinity, -Infinity, NaN];
    this.visit(name, from, (_, value) => {
      if (!Number.isNaN(value)) {
        count++;
        sum += value;
        lowest = Math.min(lowest, value);
        highest = Math.max(highest, value);
        last = value;
      }
    });
    return count > 0 ? { last, mean: sum / count, lowest, highest } : null;
  }

  /** The value at a time, or NaN. */
  at(name, time) {
    let found = NaN;
    this.visit(name, time - 500, (moment, value) => {
      if (moment < time + 500) {
        found = value;
      }
    });
    return found;
  }
}
