/** English texts about taken-back branches. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "branch.off": "Taken back",
  "branch.span": "Entries {from} to {to} do not count, but they stay in the log.",
  "branch.root": "Back to {root}",
  "branch.root.means": "Where it branched off",
  "branch.on": "Continue at {on}",
  "branch.enter": "See what was taken back ({from} to {to})",
};
