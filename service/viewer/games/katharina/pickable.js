/** The possible picks on the table, and how they become buttons that can also be dragged. */

import { draggable } from "../drag.js";

/**
 * @typedef {{state: "legal" | "chosen" | "chosen-2" | "off", label: string, match?: boolean, mark?: string, key?: string}} Pick
 * @typedef {number | "row"} Target the drop target of a card: a place by its number, or the end of the action row
 * @typedef {{kind: string, n?: number, symbol: string}} Given
 * @typedef {object} Shown
 * @property {Record<string, Pick>} cards
 * @property {Record<number, Pick>} slots
 * @property {Record<string, Pick>} cities
 * @property {"row" | "hand" | null} folds what a phone hides to leave space for the map
 * @property {Pick} [row] the end of the action row, if a card may be put there
 * @property {Pick[]} [opening] the places of the cards that open the action row
 * @property {{cards: string[], action: string | null, activation: string | null, slot: number | null}} plan the planned cards and their slot
 * @property {Given[]} gives what the complete answer gives
 *
 * @typedef {object} Acts
 * @property {(card: string) => void} onCard
 * @property {(slot: number) => void} onSlot
 * @property {(city: string) => void} onCity
 * @property {() => void} onRow
 * @property {(place: number) => void} onOpening
 * @property {(card: string, target: Target) => void} [onDrop]
 *
 * @typedef {Shown & Acts} Picks
 */

/** Returns the attributes of an element that can be picked.
 * @param {Pick} pick
 * @param {() => void} act
 */
export function pickable(pick, act) {
  const off = pick.state === "off";
  return {
    "aria-label": pick.label,
    "aria-pressed": String(pick.state.startsWith("chosen")),
    "aria-disabled": off ? "true" : null,
    "data-pick": pick.state,
    onClick: off ? null : act,
  };
}

/** Makes a card draggable to elements with `data-drop`.
 * @param {string} card
 * @param {((card: string, target: Target) => void) | undefined} onDrop
 */
export const droppable = (card, onDrop) =>
  draggable(onDrop && {
    onto: "[data-drop]",
    drop: (place) => {
      const target = place?.dataset.drop;
      if (target) onDrop(card, target === "row" ? "row" : Number(target));
    },
  });
