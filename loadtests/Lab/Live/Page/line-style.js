// Each line of a chart has a slot. Its colour and its dashes both come from it: without colour, dashes alone tell eight lines apart.
const colors = ["c1", "c2", "c3", "c4", "c5", "c6", "c7"];
const dashes = [[], [6, 3], [2, 2], [9, 3, 2, 3], [13, 4], [5, 2, 2, 2, 2, 2], [3, 6], [14, 3, 5, 3]];

export const colorOf = slot => colors[slot % colors.length];

export const dashesOf = slot => dashes[slot % dashes.length];
