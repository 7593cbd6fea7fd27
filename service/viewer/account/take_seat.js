/** Taking a seat in a match. */

import { entropyFor, newKey, request } from "../api/api.js";
import { setPlayer, player } from "../api/player.js";
import { register } from "./people.js";

/** Takes a seat, and adds random bytes from this browser unless the match is being played. A guest is registered first, and becomes this browser's player once the request has ended.
 * @param {string} match
 * @param {number | undefined} seat the number of the seat; the first free seat if undefined
 * @param {string} [name]
 * @param {boolean} [during] whether the match is being played
 */
export async function takeSeat(match, seat, name = "", during = false) {
  const guest = player() ? null : await register(name);
  /** @type {Record<string, string>} */
  const headers = guest ? { Authorization: `Bearer ${guest.token}` } : {};
  try {
    await request("POST", `/matches/${match}/seats`, { body: during ? { seat } : { seat, entropy: entropyFor(match) }, key: newKey(), headers });
  } finally {
    if (guest) setPlayer(guest);
  }
}
