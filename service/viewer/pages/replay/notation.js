/** The text format of a match or a part of it: one line per entry, with notes; taken-back lines are marked. */

/** @typedef {{version: number, text: string, struck: boolean, note: string}} Entry */

/** Returns the header of a notation.
 * @param {import("../../types.d.ts").MatchSummary} summary
 * @param {readonly {name: string}[]} seats
 * @param {string} viewer
 * @returns {string}
 */
export function notationHeader(summary, seats, viewer) {
  /** @type {[string, string][]} */
  const tags = [
    ["Format", "chronik/1"],
    ["Match", summary.id],
    ["Game", summary.game],
    ["Rules", String(summary.rules)],
    ["Facts", summary.facts],
    ["Seats", seats.map(({ name }, seat) => `${seat}:${name}`).join(" ")],
    ["Viewer", viewer],
    ["SeedCommit", summary.commitment],
    ["Head", summary.head],
  ];
  if (summary.secret) tags.push(["Seed", summary.secret]);
  if (summary.result) tags.push(["Result", summary.result.points.map((points, seat) => `${seats[seat]?.name ?? seat} ${points}`).join(", ")]);
  return tags.map(([name, value]) => `[${name} "${value.replace(/["\\\]]/g, "")}"]`).join("\n");
}

/** Formats the entries, one per line: `U` before taken-back ones, `{…}` around notes.
 * @param {readonly Entry[]} entries
 * @returns {string}
 */
export const formatEntries = (entries) =>
  entries.map(({ version, text, struck, note }) => `${struck ? "U " : ""}${version}. ${text}${note ? ` {${note.replace(/[{}]/g, "").replace(/\s+/g, " ")}}` : ""}`).join("\n");
