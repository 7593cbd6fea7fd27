/** Dutch texts about taken-back branches. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "branch.off": "Teruggenomen",
  "branch.span": "Regels {from} tot en met {to} tellen niet, maar blijven in het logboek staan.",
  "branch.root": "Terug naar {root}",
  "branch.root.means": "Waar het afsplitste",
  "branch.on": "Verder bij {on}",
  "branch.enter": "Bekijk wat is teruggenomen ({from} tot en met {to})",
};
