/** A list as it is being built: counts by id in two sections, and a name. */

/**
 * @typedef {import("../../types.d.ts").DeckCard} DeckCard
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {{name: string, cards: Record<string, number>, events: Record<string, number>}} Made
 */

/** @type {Made} */
export const EMPTY = { name: "", cards: {}, events: {} };

/** How often a card is in a list.
 * @param {Made} made @param {DeckCard} card
 */
export const countOf = (made, card) => made[card.section][card.id] ?? 0;

/** The list with a card more or less: never fewer than none, never more than there are.
 * @param {Made} made @param {DeckCard} card @param {number} by
 * @returns {Made}
 */
export function changed(made, card, by) {
  const count = Math.max(0, Math.min(card.most, countOf(made, card) + by));
  const { [card.id]: _, ...others } = made[card.section];
  return { ...made, [card.section]: count ? { ...others, [card.id]: count } : others };
}

/** How many cards a section of a list has.
 * @param {Record<string, number>} counts
 */
export const total = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The list as text, as the service reads it.
 * @param {Made} made
 */
export const written = (made) => JSON.stringify({ deck: 1, ...made });

/** A list as the service has read it.
 * @param {any} list
 * @returns {Made}
 */
export const madeOf = (list) => ({ name: list.name ?? "", cards: list.cards, events: list.events });

/** The cards that pass a filter.
 * @param {DeckBox} box
 * @param {{text: string, kind: string, set: string, cost: string, points: string}} filter
 * @returns {DeckCard[]}
 */
export function filtered(box, { text, kind, set, cost, points }) {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return box.cards.filter((card) => {
    if (kind && card.kind !== kind) return false;
    if (set && card.set !== set) return false;
    if (cost && (card.section === "events" || (cost === "5" ? card.cost < 5 : card.cost !== Number(cost)))) return false;
    if (points && !card.points.some((one) => one.kind === points)) return false;
    const said = `${card.name} ${card.text} ${card.also} ${card.price.map((one) => one.name).join(" ")} ${card.points.map((one) => one.name).join(" ")}`.toLocaleLowerCase();
    return words.every((word) => said.includes(word));
  });
}
