import { element, setText } from "./dom.js";
import { levels } from "./heat-map.js";
import { short } from "./format.js";
import { colorOf, dashesOf } from "./line-style.js";

/**
 * A chart with its heading, its legend, and its figures as a table for who cannot see it. about(latest): what is measured, under the
 * flags in force. An optional panel is hidden while it has no line.
 */
export class Panel {
  constructor({ title, chart, about, format = short, heat = false, optional = false }) {
    Object.assign(this, { chart, about, format, heat, optional });
    const id = `about-${title.toLowerCase().replace(/\W+/g, "-")}`;
    this.canvas = element("canvas", {
      role: "img", "aria-label": `${title}: a chart over time. The table below it has its figures.`, "aria-describedby": id,
    });
    this.description = element("p", { class: "about", id });
    this.legend = element("ul", { class: "legend" });
    this.body = element("tbody");
    this.details = element("details", {}, element("summary", {}, `${title} as a table`), table(title, this.body));
    this.root = element("figure", {}, element("h3", {}, title), this.description, this.canvas, this.legend, this.details);
    this.root.hidden = optional;
    this.legendFor = "";
  }

  draw(store, view) {
    const lines = this.chart.linesOf(store, view.from);
    this.root.hidden = this.optional && lines.length === 0;
    if (this.root.hidden) {
      return;
    }

    setText(this.description, (view.latest && this.about?.(view.latest)) ?? "");
    this.chart.draw(this.canvas, store, view);
    this.fitLegend(lines);
    if (!this.heat) {
      lines.forEach((line, index) => {
        const time = view.cursor || view.to;
        const bound = store.at(`atLeast:${line.series}`, time) === 1 ? "at least " : "";
        setText(this.legend.children[index].querySelector("b"), bound + this.format(store.at(line.series, time)));
      });
    }

    if (this.details.open) {
      this.fillTable(lines, store, view);
    }
  }

  fitLegend(lines) {
    const wanted = lines.map(line => `${line.series} ${line.slot}`).join();
    if (wanted === this.legendFor) {
      return;
    }

    this.legendFor = wanted;
    this.legend.replaceChildren(...(this.heat ? heatLegend() : lines.map(lineLegend)));
  }

  fillTable(lines, store, view) {
    while (this.body.rows.length > lines.length) {
      this.body.deleteRow(-1);
    }

    lines.forEach((line, index) => {
      const row = this.body.rows[index] ?? this.body.appendChild(newRow());
      const summary = store.summary(line.series, view.from);
      const bound = store.summary(`atLeast:${line.series}`, view.from) ? "at least " : "";
      setText(row.cells[0], line.label);
      ["last", "mean", "lowest", "highest"].forEach((name, column) => setText(row.cells[column + 1], bound + this.format(summary?.[name])));
    });
  }
}

function table(title, body) {
  const columns = ["Line", "Last", "Mean", "Lowest", "Highest"].map(name => element("th", { scope: "col" }, name));
  const head = element("thead", {}, element("tr", {}, ...columns));
  const content = element("table", {}, element("caption", {}, `${title}, over the time shown`), head, body);
  return element("div", { class: "wide", role: "region", "aria-label": `${title}: table`, tabindex: "0" }, content);
}

const newRow = () => element("tr", {}, element("th", { scope: "row" }), ...["", "", "", ""].map(() => element("td")));

function lineLegend(line) {
  const swatch = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const stroke = document.createElementNS(swatch.namespaceURI, "path");
  const attributes = { d: "M0 3H42", "stroke-dasharray": dashesOf(line.slot).join(" "), "stroke-width": 2.5 };
  Object.entries(attributes).forEach(([name, value]) => stroke.setAttribute(name, value));
  stroke.style.stroke = `var(--${colorOf(line.slot)})`;
  swatch.setAttribute("class", "line");
  swatch.setAttribute("aria-hidden", "true");
  swatch.append(stroke);
  return element("li", {}, swatch, `${line.label} `, element("b"));
}

function heatLegend() {
  const words = ["0 %", "20 %", "40 %", "60 %", "80 %", "95 %", "over the budget"];
  return levels.map((_, index) => {
    const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = `var(--heat${index})`;
    return element("li", {}, swatch, words[index]);
  });
}
