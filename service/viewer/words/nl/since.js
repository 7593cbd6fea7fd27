/** Dutch texts about the turns of the others. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "match.since.title": "Sinds je vorige beurt",
  "match.since.skip": "Overslaan",
  "match.since.cost": "Dat kostte je {losses}.",
  "match.since.free": "Je hebt niets verloren.",
  "match.since.pace": "Tempo van de anderen",
  "match.since.pace_only": "Tempo",
  "match.since.pace.slow": "Rustig",
  "match.since.pace.normal": "Normaal",
  "match.since.pace.fast": "Snel",
  "match.since.pace.at_once": "Meteen",
  "match.since.loss.points": "{n} {punt|punten}",
  "match.since.loss.cities": "{n} {stad|steden}",
  "match.since.loss.walls": "{n} {muur|muren}",
  "match.since.loss.knights": "{n} {ridder|ridders}",
  "match.since.loss.roads": "{n} {straat|straten}",
  "match.since.loss.cards": "{n} {kaart|kaarten}",
  "match.since.loss.built": "{n} gebouwde {kaart|kaarten}",
  "match.since.loss.stored": "{n} {grondstof|grondstoffen}",
};
