/** The places of a match's page where a game lays what is its own: the page says where they are, the game what lies there. */

import { useMemo, useState } from "../../dom.js";

/** `aside` has the question; `foot` whatever ends or confirms, where that is not below it; `beside` what else stands beside the board;
 * `hold` the own hand.
 * @typedef {"aside" | "foot" | "beside" | "hold"} PlaceName
 * @typedef {Record<PlaceName, HTMLElement | null> & {at(name: PlaceName): (place: HTMLElement | null) => void}} Places
 */

/** Where there is room for a side beside the board, as the style sheets have it: on a desk, and where the window is low. */
export const BESIDE = "(min-width: 64rem), (min-width: 36rem) and (max-height: 30rem)";

/** The places that are there now; those that are not are null.
 * @returns {Places}
 */
export function usePlaces() {
  const [aside, setAside] = useState(/** @type {HTMLElement | null} */ (null));
  const [foot, setFoot] = useState(/** @type {HTMLElement | null} */ (null));
  const [beside, setBeside] = useState(/** @type {HTMLElement | null} */ (null));
  const [hold, setHold] = useState(/** @type {HTMLElement | null} */ (null));
  const set = useMemo(() => ({ aside: setAside, foot: setFoot, beside: setBeside, hold: setHold }), []);
  return { aside, foot, beside, hold, at: (name) => set[name] };
}
