import { drawLine, drawMarkers, drawTimeAxis, drawValueAxis, margin, prepare, timeScale, valueScale } from "./axis.js";
import { colorOf, dashesOf } from "./line-style.js";
import { colors } from "./theme.js";

// Points further apart than this are not joined.
const gapMs = 3500;

/** Lines over time. linesOf(store, from) names those with a value from a time on: {series, label, slot}. */
export class LineChart {
  constructor({ unit, linesOf, least = 0 }) {
    Object.assign(this, { unit, linesOf, least });
  }

  draw(canvas, store, view) {
    const { context, width, height } = prepare(canvas);
    const [left, right, top, bottom] = [margin.left, width - margin.right, margin.top, height - margin.bottom];
    const lines = this.linesOf(store, view.from);
    const highest = lines.map(line => store.summary(line.series, view.from)?.highest ?? 0);
    const y = valueScale(Math.max(this.least, ...highest), top, bottom);
    const x = timeScale(view.from, view.to, left, right);
    drawValueAxis(context, y, left, right, this.unit, colors);
    drawTimeAxis(context, x, bottom, colors);
    drawMarkers(context, x, view.markers, view.from, top, bottom, colors);
    for (const line of lines) {
      this.drawSeries(context, store, view, line, x, y);
    }

    if (view.cursor) {
      drawLine(context, x.at(view.cursor), top, x.at(view.cursor), bottom, colors.soft);
    }

    this.timeAt = x.timeAt;
  }

  drawSeries(context, store, view, line, x, y) {
    context.strokeStyle = colors[colorOf(line.slot)];
    context.lineWidth = 1.6;
    context.setLineDash(dashesOf(line.slot));
    context.beginPath();
    let before = -Infinity;
    store.visit(line.series, view.from, (time, value) => {
      if (Number.isNaN(value)) {
        before = -Infinity;
        return;
      }

      if (time - before > gapMs) {
        context.moveTo(x.at(time), y.at(value));
      } else {
        context.lineTo(x.at(time), y.at(value));
      }

      before = time;
    });
    context.stroke();
    context.setLineDash([]);
  }
}
