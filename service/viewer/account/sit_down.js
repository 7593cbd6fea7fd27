/** Taking a seat at a match. */

import { entropyFor, newKey, request } from "../api/api.js";
import { become, player } from "../api/player.js";
import { register } from "./people.js";

/** Sits down with randomness of this browser. A guest becomes a player first, and is known to the page only when the seat is taken.
 * @param {string} match
 * @param {number | undefined} seat the first that is free, where nothing is said
 * @param {string} [name]
 */
export async function sitDown(match, seat, name = "") {
  const guest = player() ? null : await register(name);
  /** @type {Record<string, string>} */
  const headers = guest ? { Authorization: `Bearer ${guest.token}` } : {};
  try {
    await request("POST", `/matches/${match}/seats`, { body: { seat, entropy: entropyFor(match) }, key: newKey(), headers });
  } finally {
    if (guest) become(guest);
  }
}
