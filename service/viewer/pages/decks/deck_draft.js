/** A deck list while it is being built: counts by card id in two sections, and a name. */

/**
 * @typedef {import("../../types.d.ts").DeckCard} DeckCard
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {{name: string, cards: Record<string, number>, events: Record<string, number>}} DeckDraft
 */

/** @type {DeckDraft} */
export const EMPTY = { name: "", cards: {}, events: {} };

/** Returns the number of copies of a card in a list.
 * @param {DeckDraft} made @param {DeckCard} card
 */
export const countOf = (made, card) => made[card.section][card.id] ?? 0;

/** Returns the deck list with more or fewer copies of a card, within the allowed range.
 * @param {DeckDraft} made @param {DeckCard} card @param {number} by
 * @returns {DeckDraft}
 */
export function changeCount(made, card, by) {
  const count = Math.max(0, Math.min(card.most, countOf(made, card) + by));
  const { [card.id]: _, ...others } = made[card.section];
  return { ...made, [card.section]: count ? { ...others, [card.id]: count } : others };
}

/** Counts the cards of a section.
 * @param {Record<string, number>} counts
 */
export const countCards = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Formats a list as text that the service can read.
 * @param {DeckDraft} made
 */
export const serialiseList = (made) => JSON.stringify({ deck: 1, ...made });

/** Converts a list from the format of the service.
 * @param {any} list
 * @returns {DeckDraft}
 */
export const parseList = (list) => ({ name: list.name ?? "", cards: list.cards, events: list.events });

/** Returns the cards that pass a filter.
 * @param {DeckBox} box
 * @param {{text: string, kind: string, set: string, cost: string, points: string}} filter
 * @returns {DeckCard[]}
 */
export function filterCards(box, { text, kind, set, cost, points }) {
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
