export const byId = id => document.getElementById(id);

/** An element with attributes; children may be elements or text, which is never read as HTML. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }

  made.append(...children);
  return made;
}

/** Writes only what is new: screen readers and layout notice every write. */
export function setText(target, text) {
  if (target.textContent !== text) {
    target.textContent = text;
  }
}

/** Has a screen reader read the answer to what its user asked for. */
export const announce = text => setText(byId("announcement"), text);

/** Whether a reader has selected text in it. */
export function isSelectedIn(target) {
  const selection = getSelection();
  return !selection.isCollapsed && target.contains(selection.anchorNode);
}
