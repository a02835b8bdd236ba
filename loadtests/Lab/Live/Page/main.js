import { panels } from "./charts.js";
import { showChange } from "./change.js";
import { Connection } from "./connection.js";
import { byId, setText } from "./dom.js";
import { refreshExplanation, startExplanation } from "./explanation.js";
import { Markers } from "./markers.js";
import { SeriesStore } from "./series.js";
import { offerSettings, showSettings } from "./settings.js";
import { onThemeChange } from "./theme.js";
import { describe, makeTiles, sentence, showTiles } from "./tiles.js";
import { refreshTraces, startTraces } from "./traces.js";

// The lab builds the trees of all recent traces for each refresh.
const refreshMs = 15_000;

// At the start, charts show this time. It grows with what was measured, up to the time that is chosen.
const shortestMs = 60_000;

const markers = new Markers();
const shown = panels();
let store = new SeriesStore(3600);
let latest = null;
let cursor = null;
let drawn = false;
let refreshedAt = -Infinity;

// Drawn once a second, when a second is new; never while nobody looks.
function draw() {
  drawn = !document.hidden;
  if (document.hidden || store.count === 0) {
    return;
  }

  const to = store.lastTime;
  const from = Math.max(to - Number(byId("span").value) * 1000, Math.min(store.firstTime, to - shortestMs));
  const view = { from, to, markers: markers.all, cursor, latest };
  shown.forEach(panel => panel.draw(store, view));
}

function show(event) {
  latest = event;
  if (latest && !document.hidden) {
    showTiles(latest);
    setText(byId("what"), describe(latest));
  }

  draw();
}

function refresh(time) {
  if (!document.hidden && Math.abs(time - refreshedAt) >= refreshMs) {
    refreshedAt = time;
    refreshTraces();
    refreshExplanation();
  }
}

function watchPointer(panel) {
  panel.canvas.addEventListener("pointermove", event => {
    cursor = panel.chart.timeAt?.(event.offsetX) ?? null;
    requestDraw();
  });
  panel.canvas.addEventListener("pointerleave", () => {
    cursor = null;
    requestDraw();
  });
}

let requested = false;
function requestDraw() {
  if (!requested) {
    requested = true;
    requestAnimationFrame(() => {
      requested = false;
      draw();
    });
  }
}

makeTiles();
byId("panels").append(...shown.map(panel => panel.root));
shown.forEach(panel => {
  watchPointer(panel);
  panel.details.addEventListener("toggle", requestDraw);
});
byId("span").addEventListener("change", requestDraw);
byId("say").addEventListener("click", () => setText(byId("said"), latest ? sentence(latest) : "No figures yet."));
window.addEventListener("resize", requestDraw);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !drawn) {
    show(latest);
  }
});
onThemeChange(requestDraw);
startTraces();
startExplanation();

new Connection({
  hello: hello => {
    store = store.capacity === hello.capacity ? store : new SeriesStore(hello.capacity);
    store.load(hello.history);
    markers.load(hello.markers);
    offerSettings(hello.settings, hello.choices);
    showChange(hello.change);
    show(hello.latest);
    refreshedAt = -Infinity;
    refresh(store.lastTime);
  },
  second: second => {
    store.add(second.time, second.values);
    show(second.latest);
    refresh(second.time);
  },
  marker: marker => markers.add(marker),
  change: change => {
    showChange(change);
    if (change.settings) {
      showSettings(change.settings);
    }
  },
});
