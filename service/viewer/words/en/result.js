/** Words of what a match was won by, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "result.sources": "Where the points come from",
  "result.source": "From",
  "result.total": "Points",
  "result.luck": "Luckier than … of all matches",
  "result.luck.long": "Luckier than this share of all matches",
  "result.turns": "Turning points",
  "result.turn": "{name} takes the lead: {own} to {other}",
  "result.turn.grown": "The lead of {name} grows by {grown}: {own} to {other}",
  "result.turn.last": "{name} takes the lead for good: {own} to {other}",
};
