/** Words of the time per decision, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "times.total": "Total",
  "times.median": "Median",
  "times.longest": "Longest",
  "times.go": "Longest: {time}, entry {at}",
  "times.none": "Nobody decided anything in this match but bots and clocks.",
  "times.means": "From the moment something was asked of a seat, in whole seconds, without pauses. Bots and clocks are left out; what was taken back is counted.",
};
