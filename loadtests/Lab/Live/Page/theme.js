// Canvases know no style sheet: the page's colours are read from it, again when light turns to dark.
const names = ["page", "ink", "soft", "rule", "c1", "c2", "c3", "c4", "c5", "c6", "c7",
  "heat0", "heat1", "heat2", "heat3", "heat4", "heat5", "heat6"];

export let colors = read();

export function onThemeChange(callback) {
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    colors = read();
    callback();
  });
}

function read() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
}
