/** A match, or a part of it, as text: one line an entry, with notes, and undone lines marked. */

/** @typedef {{version: number, text: string, struck: boolean, note: string}} Entry */

/** The head of a notation.
 * @param {import("../../types.d.ts").MatchSummary} card
 * @param {readonly {name: string}[]} seats
 * @param {string} viewer
 * @returns {string}
 */
export function heading(card, seats, viewer) {
  /** @type {[string, string][]} */
  const tags = [
    ["Format", "chronik/1"],
    ["Match", card.id],
    ["Game", card.game],
    ["Rules", String(card.rules)],
    ["Facts", card.facts],
    ["Seats", seats.map(({ name }, seat) => `${seat}:${name}`).join(" ")],
    ["Viewer", viewer],
    ["SeedCommit", card.commitment],
    ["Head", card.head],
  ];
  if (card.secret) tags.push(["Seed", card.secret]);
  if (card.result) tags.push(["Result", card.result.points.map((points, seat) => `${seats[seat]?.name ?? seat} ${points}`).join(", ")]);
  return tags.map(([name, value]) => `[${name} "${value.replace(/["\\\]]/g, "")}"]`).join("\n");
}

/** The entries, one a line: `U` before what was undone, `{…}` around notes.
 * @param {readonly Entry[]} entries
 * @returns {string}
 */
export const notation = (entries) =>
  entries.map(({ version, text, struck, note }) => `${struck ? "U " : ""}${version}. ${text}${note ? ` {${note.replace(/[{}]/g, "").replace(/\s+/g, " ")}}` : ""}`).join("\n");
