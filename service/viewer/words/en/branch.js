/** Words of what was taken back, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "branch.off": "Taken back",
  "branch.span": "This does not count; entries {from} to {to} stay in the log.",
  "branch.root": "Back to {root}",
  "branch.root.means": "Where it branched off",
  "branch.on": "What counts: {on}",
  "branch.enter": "See what was taken back ({from} to {to})",
};
