/** Wörter zu dem, was zurückgenommen wurde, auf Deutsch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "branch.off": "Zurückgenommen",
  "branch.span": "Das zählt nicht; die Einträge {from} bis {to} bleiben im Protokoll.",
  "branch.root": "Zurück zu {root}",
  "branch.root.means": "Wo es abzweigte",
  "branch.on": "Was zählt: {on}",
  "branch.enter": "Zurückgenommenes ansehen ({from} bis {to})",
};
