/** The keyboard shortcuts for making a choice: numbers pick cards, slots or cities, Enter sends the answer, Backspace takes back the last pick, Escape drops all picks. */

import { left, picked } from "./narrow.js";

/**
 * @typedef {object} Keys
 * @property {(nth: number) => void} card the n-th card of the hand, from 0
 * @property {(nth: number) => void} place the n-th slot or city, from 0
 * @property {(letter: string) => boolean} letter false if the letter has no effect now
 * @property {() => boolean} send false if nothing can be sent
 * @property {() => boolean} back
 * @property {() => boolean} clear
 */

/** Handles a key; returns false if it has no effect now.
 * @param {Keys} keys
 * @param {KeyboardEvent} event
 */
export function done(keys, event) {
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  if (digit) {
    (event.shiftKey ? keys.place : keys.card)(Number(digit) - 1);
    return true;
  }
  if (event.key === "Enter") return keys.send();
  if (event.key === "Backspace") return keys.back();
  if (event.key === "Escape") return keys.clear();
  return /^[a-z]$/i.test(event.key) && !event.shiftKey && keys.letter(event.key.toLowerCase());
}

/** Returns the action of each keyboard shortcut.
 * @param {any} acts
 * @param {readonly any[]} options
 * @param {import("./narrow.js").Picked[]} picks
 * @param {string[]} hand
 * @param {import("./picks.js").Shown} shown
 * @param {boolean} can
 * @returns {Keys}
 */
export function keysOf(acts, options, picks, hand, shown, can) {
  const tag = options[0].t;
  const places = tag === "play-cards" ? Object.keys(shown.slots).map(Number) : Object.keys(shown.cities);
  const paid = options.some((/** @type {any} */ command) => command.bonus);
  return {
    card: (nth) => hand[nth] && acts.card(hand[nth]),
    place: (nth) => places.length > nth && acts.set(tag === "play-cards" ? "slot" : "city", places[nth]),
    letter: (letter) => {
      if (tag === "resolve" && letter === "p" && left(options, [["perform", true]]).length) acts.set("perform", true);
      else if (tag === "resolve" && letter === "n") acts.set("perform", false);
      else if (tag === "resolve" && letter === "b" && paid) acts.set("bonus", true);
      else if (tag === "play-cards" && letter === "x" && picked(picks, "action") && picked(picks, "activation")) acts.swap();
      else return false;
      return true;
    },
    send: () => can && (void acts.send(), true),
    back: () => picks.length > 0 && (acts.back(), true),
    clear: () => acts.clear() !== false,
  };
}
