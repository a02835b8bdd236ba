import { byId, element } from "./dom.js";
import { timeOfDay } from "./format.js";

const maxMarkers = 100;

/** What was changed and when. */
export class Markers {
  constructor() {
    this.all = [];
  }

  load(markers) {
    this.all = markers.slice(-maxMarkers);
    this.show();
  }

  add(marker) {
    this.load([...this.all, marker]);
  }

  show() {
    byId("no-markers").hidden = this.all.length > 0;
    byId("markers").replaceChildren(...this.all.map(marker => element("li", {}, `${timeOfDay(marker.time)} ${marker.text}`)));
  }
}
