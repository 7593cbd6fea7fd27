/** German names of the stages, rounds and groups of a tournament. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "stage.round": "Runde {round}",
  "stage.round_of": "Runde {round} von {rounds}",
  "stage.group": "Gruppe {letter}",
  "stage.swiss": "Schweizer System",
  "stage.round-robin": "Jeder gegen jeden",
  "stage.groups": "Gruppen",
  "stage.knockout": "K.-o.-Runde",
  "stage.last": "Runde der letzten",
  "stage.quarter-final": "Viertelfinale",
  "stage.semi-final": "Halbfinale",
  "stage.final": "Finale",
};
