/** English names of the stages, rounds and groups of a tournament. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "stage.round": "Round {round}",
  "stage.round_of": "Round {round} of {rounds}",
  "stage.group": "Group {letter}",
  "stage.swiss": "Swiss",
  "stage.round-robin": "Round robin",
  "stage.groups": "Groups",
  "stage.knockout": "Knockout",
  "stage.last": "Round of",
  "stage.quarter-final": "Quarter-final",
  "stage.semi-final": "Semi-final",
  "stage.final": "Final",
};
