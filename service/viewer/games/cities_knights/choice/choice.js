/** The choice of the own seat: what it is asked, what is picked so far, what that would bring, and sending it. */

import { nothing } from "./pick.js";

/**
 * @typedef {import("../../../types.d.ts").Ask} Ask
 * @typedef {import("../../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("./pick.js").Picks} Picks
 */

/** The table, drawn with the choice of the own seat on it: `pick` goes to the island and the cards, `panel` beside them.
 * @param {{components: any, view: any, own: number | null, ask: Ask | null, seats: SeatInfo[], draw(choice: {pick: Picks, panel: any}): any}} props
 */
export const Choosing = ({ draw }) => draw({ pick: nothing(), panel: null });
