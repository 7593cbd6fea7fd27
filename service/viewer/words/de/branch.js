/** German texts about taken-back branches. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "branch.off": "Zurückgenommen",
  "branch.span": "Die Einträge {from} bis {to} zählen nicht, bleiben aber im Protokoll.",
  "branch.root": "Zurück zu {root}",
  "branch.root.means": "Wo es abzweigte",
  "branch.on": "Weiter bei {on}",
  "branch.enter": "Zurückgenommenes ansehen ({from} bis {to})",
};
