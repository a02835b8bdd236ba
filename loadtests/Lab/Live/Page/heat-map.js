import { drawLine, drawMarkers, drawTimeAxis, margin, prepare, timeScale } from "./axis.js";
import { colors } from "./theme.js";

// The report's levels: shares of a partition's budget from which a colour begins.
export const levels = [0, 0.2, 0.4, 0.6, 0.8, 0.95, 1.000001];

const narrowest = 2;

/** A row for each series with a prefix: cells stand out more near the limit; above the limit in a colour of its own. */
export class HeatMap {
  constructor({ prefix, unit }) {
    Object.assign(this, { prefix, unit });
  }

  linesOf(store, from) {
    return store.names(this.prefix, from).map(series => ({ series, label: `partition ${series.slice(this.prefix.length)}` }));
  }

  draw(canvas, store, view) {
    const { context, width, height } = prepare(canvas);
    const [left, right, top, bottom] = [margin.left, width - margin.right, margin.top, height - margin.bottom];
    const rows = this.linesOf(store, view.from);
    const rowHeight = (bottom - top) / Math.max(rows.length, 1);
    const x = timeScale(view.from, view.to, left, right);
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillStyle = colors.soft;
    context.fillText(this.unit, 2, 7);
    rows.forEach((row, index) => {
      context.fillStyle = colors.soft;
      context.textAlign = "right";
      context.textBaseline = "middle";
      context.fillText(row.series.slice(this.prefix.length), left - 6, top + (index + 0.5) * rowHeight);
      this.drawRow(context, store, view, row.series, top + index * rowHeight, rowHeight - 1, left, right);
    });
    drawTimeAxis(context, x, bottom, colors);
    drawMarkers(context, x, view.markers, view.from, top, bottom, colors);
    if (view.cursor) {
      drawLine(context, x.at(view.cursor), top, x.at(view.cursor), bottom, colors.ink);
    }

    this.timeAt = x.timeAt;
  }

  /** Seconds that share a cell show the highest of them: a mean would hide the seconds that hurt. */
  drawRow(context, store, view, series, top, height, left, right) {
    const cells = Math.min(Math.round((view.to - view.from) / 1000), Math.floor((right - left) / narrowest));
    const cellMs = (view.to - view.from) / cells;
    const cellWidth = (right - left) / cells;
    let [cell, highest] = [-1, NaN];
    const fill = () => {
      if (!Number.isNaN(highest)) {
        context.fillStyle = colors[`heat${levelOf(highest)}`];
        context.fillRect(left + cell * cellWidth, top, cellWidth + 0.5, height);
      }
    };
    store.visit(series, view.from, (time, value) => {
      const here = Math.min(Math.floor((time - view.from) / cellMs), cells - 1);
      if (here !== cell) {
        fill();
        [cell, highest] = [here, value];
      } else if (!(value <= highest)) {
        highest = value;
      }
    });
    fill();
  }
}

const levelOf = share => Math.max(0, levels.findLastIndex(level => share >= level));
