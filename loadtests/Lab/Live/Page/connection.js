import { byId, setText } from "./dom.js";
import { timeOfDay } from "./format.js";

const silentMs = 5000;
const retryMs = 2000;

/** The stream of the lab's events. It says so when the stream breaks off, and takes it up again. */
export class Connection {
  constructor(handlers) {
    this.handlers = handlers;
    this.heardAt = Date.now();
    this.open();
    setInterval(() => this.watch(), 1000);
  }

  open() {
    this.source?.close();
    this.openedAt = Date.now();
    this.source = new EventSource("api/live");
    for (const type of Object.keys(this.handlers)) {
      this.source.addEventListener(type, event => {
        this.heardAt = Date.now();
        this.show("live", "Connected: new figures every second.");
        this.handlers[type](JSON.parse(event.data));
      });
    }

    this.source.onerror = () => this.lose();
  }

  /** A browser gives up on some failures, and does not notice a lab that hangs. */
  watch() {
    const now = Date.now();
    if (now - this.heardAt > silentMs) {
      this.lose();
      if (now - this.openedAt > retryMs && (this.source.readyState === EventSource.CLOSED || now - this.openedAt > 2 * silentMs)) {
        this.open();
      }
    }
  }

  lose() {
    if (byId("connection").dataset.state !== "lost") {
      this.show("lost", `Connection to the lab lost at ${timeOfDay(Date.now())}. The charts stand still; trying again.`);
    }
  }

  show(state, text) {
    const line = byId("connection");
    if (line.dataset.state !== state) {
      line.dataset.state = state;
      setText(line, text);
    }
  }
}
