/** Requests about players: registration, sign-in and tokens. */

import { newKey, post, read, request } from "../api/api.js";
import { setPlayer, player } from "../api/player.js";
import { CannotStore, canStore } from "../storage.js";

/**
 * @typedef {import("../types.d.ts").Player} Player
 * @typedef {{id: string, label: string, scopes: string[], created_at: string, expires_at: string | null, used_at: string | null, current: boolean}} TokenLine
 */

export const LONGEST_NAME = 40;

/** Registers a new player without signing in. Raises `CannotStore` if the browser cannot store the token.
 * @param {string} name
 * @returns {Promise<Player>}
 */
export async function register(name) {
  if (!canStore()) throw new CannotStore();
  return post("/players", { name });
}

/** Returns the player of this browser, or registers one with the name.
 * @param {string} name
 * @returns {Promise<Player>}
 */
export async function ensurePlayer(name) {
  const known = player();
  if (known) return known;
  const somebody = await register(name);
  setPlayer(somebody);
  return somebody;
}

/** Signs in with a token copied from another browser. Raises `Problem` for an unknown token,
 * and `CannotStore` if the browser cannot store it.
 * @param {string} token
 */
export async function signIn(token) {
  if (!canStore()) throw new CannotStore();
  const headers = { Authorization: `Bearer ${token}` };
  const me = await (await request("GET", "/me", { headers })).json();
  const { tokens } = await (await request("GET", "/me/tokens", { headers })).json();
  const own = tokens.find((/** @type {TokenLine} */ line) => line.current);
  setPlayer({ player: me.player, name: me.name, scopes: me.scopes, token, token_id: own?.id ?? "" });
}

/** Lists the valid tokens, oldest first.
 * @returns {Promise<TokenLine[]>}
 */
export const listTokens = async () => (await read("/me/tokens")).tokens;

/** Creates an additional token. Only this call returns its text.
 * @param {string} label
 * @param {string[]} scopes
 * @param {number} days the lifetime of the token in days, or 0 for no expiry
 * @returns {Promise<{id: string, token: string}>}
 */
export const createToken = (label, scopes, days) =>
  post("/me/tokens", { scopes, label, ...(days ? { expires_at: new Date(Date.now() + days * 86_400_000).toISOString() } : {}) });

/** Revokes a token.
 * @param {string} id
 */
export const revokeToken = (id) => request("DELETE", `/me/tokens/${id}`);

/** Suggests a name for a guest.
 * @param {(number: number) => string} named
 * @returns {string}
 */
export const guestName = (named) => named(1000 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 9000));
