/** The containers on the page into which a game draws its parts. */

import { useMemo, useState } from "../../dom.js";

/** `aside` contains the question, `foot` the buttons that end it if they are not below it, `beside` other panels of the game,
 * `hold` the user's hand.
 * @typedef {"aside" | "foot" | "beside" | "hold"} ContainerName
 * @typedef {Record<ContainerName, HTMLElement | null> & {at(name: ContainerName): (place: HTMLElement | null) => void}} Containers
 */

/** The media query for a side column, as in the style sheets: on wide windows, and on low ones. */
export const BESIDE = "(min-width: 64rem), (min-width: 36rem) and (max-height: 30rem)";

/** Returns the current containers; missing ones are null.
 * @returns {Containers}
 */
export function useContainers() {
  const [aside, setAside] = useState(/** @type {HTMLElement | null} */ (null));
  const [foot, setFoot] = useState(/** @type {HTMLElement | null} */ (null));
  const [beside, setBeside] = useState(/** @type {HTMLElement | null} */ (null));
  const [hold, setHold] = useState(/** @type {HTMLElement | null} */ (null));
  const set = useMemo(() => ({ aside: setAside, foot: setFoot, beside: setBeside, hold: setHold }), []);
  return { aside, foot, beside, hold, at: (name) => set[name] };
}
