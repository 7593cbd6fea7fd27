/** The service's HTTP interface: requests with the token of this browser, and problems as errors. */

import { player } from "./player.js";

const ROOT = "/api/v1";

/** A refusal as the service words it (RFC 9457); `status` is 0 when the service does not answer at all. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Record<string, any>} members
   */
  constructor(status, members) {
    super(members.detail ?? members.title ?? `HTTP ${status}`);
    this.name = "Problem";
    this.status = status;
    this.kind = String(members.type ?? "").replace(/^.*\//, "");
    this.code = String(members.code ?? this.kind);
    this.members = members;
  }
}

/** Whether an error is the service's own refusal, and of this kind.
 * @param {unknown} error
 * @param {string} kind
 * @returns {boolean}
 */
export const isProblem = (error, kind) => error instanceof Problem && error.kind === kind;

/** A path under the interface, with its query.
 * @param {string} path begins with "/"
 * @param {Record<string, string | number | boolean | null | undefined>} [query]
 * @returns {string}
 */
export function address(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return (path.startsWith(ROOT) ? path : ROOT + path) + (given.length ? `?${parameters}` : "");
}

/** Sends a request; raises `Problem` unless it is answered with success.
 * @param {string} method
 * @param {string} path under the interface, or a link of a match
 * @param {{query?: Record<string, any>, body?: any, key?: string, accept?: string, signal?: AbortSignal, headers?: Record<string, string>}} [more]
 * @returns {Promise<Response>}
 */
export async function request(method, path, more = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: more.accept ?? "application/json", ...more.headers };
  const token = player()?.token;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (more.body !== undefined) headers["Content-Type"] = "application/json";
  if (more.key) headers["Idempotency-Key"] = more.key;
  const body = more.body === undefined ? undefined : JSON.stringify(more.body);
  let response;
  try {
    response = await fetch(address(path, more.query), { method, headers, body, signal: more.signal });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem(0, { type: "unreachable" });
  }
  if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})));
  return response;
}

/** The JSON at a path.
 * @param {string} path
 * @param {Record<string, any>} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const read = async (path, query, signal) => (await request("GET", path, { query, signal })).json();

/** Posts JSON. With a key it counts once, so it is sent again while its outcome is unknown.
 * @param {string} path
 * @param {any} body
 * @param {{query?: Record<string, any>, key?: string}} [more]
 * @returns {Promise<any>}
 */
export async function post(path, body, more = {}) {
  for (let again = 0; ; again += 1) {
    try {
      return await (await request("POST", path, { body, ...more })).json();
    } catch (error) {
      const unknown = error instanceof Problem && (error.status === 0 || error.status === 503);
      if (!unknown || !more.key || again === 4) throw error;
      await new Promise((wake) => setTimeout(wake, 500 * 2 ** again));
    }
  }
}

/** A new name for a request, so that repeating it changes nothing.
 * @returns {string}
 */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
