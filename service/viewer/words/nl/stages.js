/** Dutch names of the stages, rounds and groups of a tournament. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "stage.round": "Ronde {round}",
  "stage.round_of": "Ronde {round} van {rounds}",
  "stage.group": "Groep {letter}",
  "stage.swiss": "Zwitsers",
  "stage.round-robin": "Iedereen tegen iedereen",
  "stage.groups": "Groepen",
  "stage.knockout": "Knock-out",
  "stage.last": "Laatste",
  "stage.quarter-final": "Kwartfinale",
  "stage.semi-final": "Halve finale",
  "stage.final": "Finale",
};
