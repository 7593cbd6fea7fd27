/** German texts about the turns of the others. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "match.since.title": "Seit deinem letzten Zug",
  "match.since.skip": "Überspringen",
  "match.since.cost": "Das hat dich {losses} gekostet.",
  "match.since.free": "Du hast nichts verloren.",
  "match.since.pace": "Tempo der anderen",
  "match.since.pace_only": "Tempo",
  "match.since.pace.slow": "Langsam",
  "match.since.pace.normal": "Normal",
  "match.since.pace.fast": "Schnell",
  "match.since.pace.at_once": "Sofort",
  "match.since.loss.points": "{n} {Punkt|Punkte}",
  "match.since.loss.cities": "{n} {Stadt|Städte}",
  "match.since.loss.walls": "{n} {Mauer|Mauern}",
  "match.since.loss.knights": "{n} {Ritter|Ritter}",
  "match.since.loss.roads": "{n} {Straße|Straßen}",
  "match.since.loss.cards": "{n} {Karte|Karten}",
  "match.since.loss.built": "{n} ausgelegte {Karte|Karten}",
  "match.since.loss.stored": "{n} {Rohstoff|Rohstoffe}",
};
