/** English texts of the thinking times. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "times.total": "Total",
  "times.median": "Median",
  "times.longest": "Longest",
  "times.go": "Longest: {time}, entry {at}",
  "times.none": "Only bots and clocks made decisions in this match.",
  "times.means": "Measured from each question to its answer, in whole seconds, without pauses. Bots and clocks are left out; decisions that were taken back are included.",
};
