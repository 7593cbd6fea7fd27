/** The containers on the page into which a game draws its parts. */

import { useMemo, useState } from "../../dom.js";

/** `aside` contains the question, `foot` the buttons that end it if they are not below it, `beside` other panels of the game,
 * `hold` the user's hand.
 * @typedef {"aside" | "foot" | "beside" | "hold"} ContainerName
 * @typedef {Record<ContainerName, HTMLElement | null> & {at(name: ContainerName | "below"): (place: HTMLElement | null) => void}} Containers
 */

/** The media query for a side column, as in the style sheets: on wide windows, and on low ones. */
export const BESIDE = "(min-width: 64rem), (min-width: 36rem) and (max-height: 30rem)";

/** Returns the current containers; missing ones are null. The question is beside the board, or `below` it: when a window is
 * resized, either element may come before the other one goes.
 * @returns {Containers}
 */
export function useContainers() {
  const [aside, setAside] = useState(/** @type {HTMLElement | null} */ (null));
  const [below, setBelow] = useState(/** @type {HTMLElement | null} */ (null));
  const [foot, setFoot] = useState(/** @type {HTMLElement | null} */ (null));
  const [beside, setBeside] = useState(/** @type {HTMLElement | null} */ (null));
  const [hold, setHold] = useState(/** @type {HTMLElement | null} */ (null));
  const set = useMemo(() => ({ aside: setAside, below: setBelow, foot: setFoot, beside: setBeside, hold: setHold }), []);
  return { aside: aside ?? below, foot, beside, hold, at: (name) => set[name] };
}
