/** The pieces that picks on the island would put there. */

/** @typedef {{piece: "road" | "settlement" | "city" | "wall" | "knight" | "robber" | "merchant" | "metropolis", level?: number, track?: number}} Ghost */

/** The pieces by the tag and the field of the command. @type {Record<string, Ghost["piece"]>} */
const PIECES = {
  "build-road.edge": "road",
  "build-free-road.edge": "road",
  "place-start.edge": "road",
  "play-diplomat.rebuild": "road",
  "build-settlement.corner": "settlement",
  "build-city.corner": "city",
  "play-medicine.corner": "city",
  "build-wall.corner": "wall",
  "play-engineer.corner": "wall",
  "recruit-knight.corner": "knight",
  "promote-knight.corner": "knight",
  "play-smith.corners": "knight",
  "move-knight.corner": "knight",
  "retreat.corner": "knight",
  "place-deserter.corner": "knight",
  "place-metropolis.corner": "metropolis",
  "move-robber.hex": "robber",
  "chase-robber.hex": "robber",
  "play-bishop.hex": "robber",
  "play-merchant.hex": "merchant",
};

/** Returns the piece that a pick puts at a place; null if it puts none there.
 * @param {{tag: string, field: string, value: number, picks: readonly import("./narrow.js").Picked[], seat: any, prompt?: any}} pick `seat` is the view of the player's seat
 * @returns {Ghost | null}
 */
export function ghostOf({ tag, field, value, picks, seat, prompt = {} }) {
  if (tag === "place-start" && field === "corner") return { piece: prompt.city ? "city" : "settlement" };
  const piece = PIECES[`${tag}.${field}`] ?? null;
  if (piece === "metropolis") return { piece, track: prompt.track };
  if (piece !== "knight") return piece && { piece };
  const level = (/** @type {number | undefined} */ corner) => seat.knights?.[corner ?? -1]?.level;
  const moved = picks.find(([name]) => name === "start")?.[1];
  if (tag === "promote-knight" || tag === "play-smith") return { piece, level: (level(value) ?? 0) + 1 };
  return { piece, level: level(moved) ?? prompt.level ?? 1 };
}
