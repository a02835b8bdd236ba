import { byId, setText } from "./dom.js";

// performance.now() when the change in progress began.
let begunAt = null;
let isSending = false;

/** Whether Apply has to wait. */
export const isChanging = () => isSending || begunAt !== null;

/** A change that this page sends and that the lab has not answered. */
export function setSending(sending) {
  isSending = sending;
  show();
}

/** A step of a change or its end; null if there is none. A screen reader reads the text, but not the seconds. */
export function showChange(change) {
  const wasChanging = begunAt !== null;
  begunAt = change && !change.isOver ? performance.now() - change.seconds * 1000 : null;
  if (change?.isOver) {
    setText(byId("applied"), change.text);
  } else if (change) {
    setText(byId("applied"), `${change.text}. Apply can be used again when it is done.`);
  } else if (wasChanging) {
    setText(byId("applied"), "Done.");
  }

  show();
}

function show() {
  byId("apply").setAttribute("aria-disabled", String(isChanging()));
  setText(byId("elapsed"), begunAt === null ? "" : `${Math.floor((performance.now() - begunAt) / 1000)} s`);
}

setInterval(show, 1000);
