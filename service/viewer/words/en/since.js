/** English texts about the turns of the others. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "match.since.title": "Since your last turn",
  "match.since.skip": "Skip",
  "match.since.cost": "It cost you {losses}.",
  "match.since.free": "You have lost nothing.",
  "match.since.pace": "Pace of the other players",
  "match.since.pace_only": "Pace",
  "match.since.pace.slow": "Slow",
  "match.since.pace.normal": "Normal",
  "match.since.pace.fast": "Fast",
  "match.since.pace.at_once": "At once",
  "match.since.loss.points": "{n} {point|points}",
  "match.since.loss.cities": "{n} {city|cities}",
  "match.since.loss.walls": "{n} {wall|walls}",
  "match.since.loss.knights": "{n} {knight|knights}",
  "match.since.loss.roads": "{n} {road|roads}",
  "match.since.loss.cards": "{n} {card|cards}",
  "match.since.loss.built": "{n} {built card|built cards}",
  "match.since.loss.stored": "{n} {resource|resources}",
};
