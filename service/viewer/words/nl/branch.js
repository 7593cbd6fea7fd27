/** Woorden voor wat is teruggenomen, in het Nederlands. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "branch.off": "Teruggenomen",
  "branch.span": "Dit telt niet; regels {from} tot en met {to} blijven in het logboek.",
  "branch.root": "Terug naar {root}",
  "branch.root.means": "Waar het afsplitste",
  "branch.on": "Wat telt: {on}",
  "branch.enter": "Bekijk wat is teruggenomen ({from} tot en met {to})",
};
