/** The contents of a deck in the Catan card game: 64 titles and seven free events, with the names in the box. */

/**
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {import("../../types.d.ts").DeckCard} DeckCard
 */

const POINTS = ["vp", "commerce", "strength", "tournament"];
const EVENT = "event";

/** @param {any} components @param {string} language @returns {DeckBox} */
export function deckOf(components, language) {
  const names = components.names[language];
  const { deck_cards, deck_events } = components.limits;
  /** @param {any} card @returns {DeckCard} */
  const ofCard = (card) => ({
    id: card.id,
    section: "cards",
    most: card.copies,
    name: names.card[card.id],
    text: names.card_texts[card.id],
    kind: card.kind,
    set: card.set,
    also: card.subtype ? names.subtype[card.subtype] : "",
    cost: Object.values(card.price).reduce((sum, /** @type {any} */ count) => sum + count, 0),
    price: [...components.kinds, "stars"]
      .map((kind) => ({ kind, name: names.kind[kind] ?? names.point[kind], count: card.price[kind] ?? (kind === "stars" ? card.stars : 0) }))
      .filter(({ count }) => count > 0),
    points: POINTS.filter((point) => card[point] > 0).map((point) => ({ kind: point, name: names.point[point], count: card[point] })),
    requires: card.requires.map((/** @type {string} */ id) => names.card[id]),
  });
  /** @param {any} event @returns {DeckCard} */
  const ofEvent = (event) => ({
    id: event.id, section: "events", most: event.free, name: names.event[event.id], text: names.event_texts[event.id], kind: EVENT, set: event.set,
    also: "", cost: 0, price: [], points: [], requires: [],
  });
  const events = components.free_events.map((/** @type {string} */ id) => components.events.find((/** @type {any} */ one) => one.id === id));
  return {
    cards: [...components.cards.map(ofCard), ...events.map(ofEvent)],
    kinds: Object.entries(names.card_kind).map(([id, name]) => ({ id, name: String(name) })),
    sets: Object.entries(names.set).map(([id, name]) => ({ id, name: String(name) })),
    sizes: { cards: deck_cards, events: deck_events },
    ready: components.lists.map((/** @type {any} */ one) => ({ ...one, name: names.house[one.id], text: names.house_texts[one.id] })),
    trial: { options: { mode: "tournament" }, bring: ({ cards, events }) => ({ t: "bring-deck", cards, events }) },
  };
}
