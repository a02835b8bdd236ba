import { short, timeOfDay } from "./format.js";

export const margin = { left: 46, right: 10, top: 18, bottom: 20 };

/** The next of 1, 2, 5, 10, 20, 50, ... from a step up. */
function roundStep(step) {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5].find(candidate => step / power <= candidate + 1e-9) ?? 10;
  return factor * power;
}

/** From zero to a round number that covers the largest value. */
export function valueScale(largest, top, bottom) {
  const covered = largest > 0 && Number.isFinite(largest) ? largest : 1;
  const step = roundStep(covered / 4);
  const end = Math.ceil(covered / step - 1e-9) * step;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  return { ticks, at: value => bottom + (top - bottom) * Math.min(Math.max(value / end, 0), 1) };
}

/** Time from left to right; ticks at round times. */
export function timeScale(from, to, left, right) {
  const step = [10, 15, 30, 60, 120, 300, 600, 900].find(seconds => (to - from) / 1000 / seconds <= 6) * 1000;
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
    ticks.push(tick);
  }

  return {
    ticks,
    right,
    at: time => left + (right - left) * (time - from) / (to - from),
    timeAt: pixel => from + (to - from) * (pixel - left) / (right - left),
  };
}

/** Fits the canvas's pixels to its place on the screen, and returns its size as the page measures it. */
export function prepare(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }

  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = "11px system-ui, sans-serif";
  return { context, width, height };
}

export function drawValueAxis(context, scale, left, right, unit, colors) {
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const tick of scale.ticks) {
    const y = Math.round(scale.at(tick)) + 0.5;
    drawLine(context, left, y, right, y, tick === 0 ? colors.soft : colors.rule);
    context.fillStyle = colors.soft;
    context.fillText(short(tick), left - 6, y);
  }

  context.textAlign = "left";
  context.fillText(unit, 2, 7);
}

export function drawTimeAxis(context, scale, bottom, colors) {
  context.textAlign = "center";
  context.textBaseline = "top";
  context.fillStyle = colors.soft;
  for (const tick of scale.ticks) {
    const label = timeOfDay(tick);
    const rightmost = scale.right + margin.right - context.measureText(label).width / 2;
    context.fillText(label, Math.min(scale.at(tick), rightmost), bottom + 5);
  }
}

export function drawMarkers(context, scale, markers, from, top, bottom, colors) {
  context.setLineDash([3, 3]);
  markers.forEach((marker, index) => {
    if (marker.time >= from) {
      const x = Math.round(scale.at(marker.time)) + 0.5;
      drawLine(context, x, top, x, bottom, colors.ink);
      context.fillStyle = colors.ink;
      context.textAlign = "center";
      context.textBaseline = "bottom";
      context.fillText(String(index + 1), x, top - 1);
    }
  });
  context.setLineDash([]);
}

export function drawLine(context, x1, y1, x2, y2, color) {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
