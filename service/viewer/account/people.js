/** What the service does for players: registering, signing in, and tokens. */

import { newKey, post, read, request } from "../api/api.js";
import { become, player } from "../api/player.js";

/**
 * @typedef {import("../types.d.ts").Player} Player
 * @typedef {{id: string, label: string, scopes: string[], created_at: string, expires_at: string | null, used_at: string | null, current: boolean}} TokenLine
 */

export const LONGEST_NAME = 40;

/** A new player, who is not yet the one of this browser.
 * @param {string} name
 * @returns {Promise<Player>}
 */
export const register = (name) => post("/players", { name });

/** The player of this browser; a guest becomes one under the name.
 * @param {string} name
 * @returns {Promise<Player>}
 */
export async function playerNamed(name) {
  const known = player();
  if (known) return known;
  const somebody = await register(name);
  become(somebody);
  return somebody;
}

/** Becomes the player of a token that was copied out of another browser; raises `Problem` when nobody has it.
 * @param {string} token
 */
export async function signIn(token) {
  const headers = { Authorization: `Bearer ${token}` };
  const me = await (await request("GET", "/me", { headers })).json();
  const { tokens } = await (await request("GET", "/me/tokens", { headers })).json();
  const own = tokens.find((/** @type {TokenLine} */ line) => line.current);
  become({ player: me.player, name: me.name, scopes: me.scopes, token, token_id: own?.id ?? "" });
}

/** The tokens that still work, oldest first.
 * @returns {Promise<TokenLine[]>}
 */
export const tokens = async () => (await read("/me/tokens")).tokens;

/** A further token; its text is shown this once.
 * @param {string} label
 * @param {string[]} scopes
 * @param {number} days that it works, or 0 where it does not expire
 * @returns {Promise<{id: string, token: string}>}
 */
export const addToken = (label, scopes, days) =>
  post("/me/tokens", { scopes, label, ...(days ? { expires_at: new Date(Date.now() + days * 86_400_000).toISOString() } : {}) });

/** Ends a token.
 * @param {string} id
 */
export const revoke = (id) => request("DELETE", `/me/tokens/${id}`);

/** A name for somebody who only wants to watch.
 * @param {(number: number) => string} named
 * @returns {string}
 */
export const guestName = (named) => named(1000 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 9000));
