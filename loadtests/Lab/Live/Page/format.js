// Figures as the report writes them: three significant digits or so.
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

export function short(value) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return "–";
  }

  const size = Math.abs(value);
  return (size < 10 ? twoDecimals : size < 100 ? oneDecimal : whole).format(value);
}

/** A latency of the load by its name: a lower bound says so, and where anything failed that of successes follows. */
export function latency(load, name) {
  const bound = load.atLeast?.includes(name) ? "at least " : "";
  const successes = load.successes ? ` (successes ${short(load.successes[name])})` : "";
  return load[name] === null ? "–" : `${bound}${short(load[name])}${successes}`;
}

export const percent = share => `${whole.format(share * 100)} %`;

export const timeOfDay = milliseconds => clock.format(milliseconds);
