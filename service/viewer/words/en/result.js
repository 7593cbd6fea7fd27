/** English texts about how a match was won. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "result.more": "Details",
  "result.picture": "Share the picture",
  "result.sources": "Where the points come from",
  "result.source": "From",
  "result.total": "Points",
  "result.luck": "Luckier than … of all matches",
  "result.luck.long": "Luckier than this share of all matches",
  "result.turns": "Turning points",
  "result.turn": "{name} takes the lead: {own} to {other}",
  "result.turn.grown": "The lead of {name} grows by {grown}: {own} to {other}",
  "result.turn.last": "{name} takes the lead for good: {own} to {other}",
  "match.points": ({ points }) => (points === 1 ? "1 point" : `${points} points`),
  "match.result.own": "You have won!",
  "match.result.winner": ({ names, count }) => (count === 1 ? `${names} has won` : `${names} share the victory`),
  "match.result.none": "The match ended without a result",
  "match.result.replay": "Watch the replay",
  "match.result.share": "Share",
  "match.result.tournament": "Back to the tournament",
  "match.result.analysis": "Luck and mistakes",
  "match.result.again": "Play again",
  "match.ending.forfeited": "Only one player was left, or none.",
  "match.ending.ruled": "A referee decided the result.",
  "match.ending.called-off": "The tournament was called off.",
  "match.ending.too-long": "The match became too long to continue.",
};
