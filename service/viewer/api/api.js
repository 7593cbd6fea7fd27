/** Requests to the service's HTTP interface. They carry this browser's token, and a problem becomes an error. */

import { player, dropToken } from "./player.js";

const ROOT = "/api/v1";
/** Milliseconds to wait for the start of an answer. */
const TIMEOUT = 20_000;
/** Milliseconds before each retry of a request that counts only once. A service that restarts is back within the total. */
const WAITS = [400, 800, 1600, 3000, 4000, 5000, 5000];

/** A refusal by the service (RFC 9457). `status` is 0 if the service does not answer. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Record<string, any>} problemMembers
   * @param {number | null} [retryAfter] seconds after which the service accepts a retry
   */
  constructor(status, problemMembers, retryAfter = null) {
    super(problemMembers.detail ?? problemMembers.title ?? `HTTP ${status}`);
    this.name = "Problem";
    this.status = status;
    this.kind = String(problemMembers.type ?? "").replace(/^.*\//, "");
    this.code = String(problemMembers.code ?? this.kind);
    this.members = problemMembers;
    this.retryAfter = retryAfter;
  }

  /** Whether a later retry may help: no answer, overload, or a missing part of the service.
   * @returns {boolean}
   */
  get isTemporary() {
    return [0, 408, 429, 502, 503, 504].includes(this.status);
  }
}

/** Returns whether an error is the service's refusal of this kind.
 * @param {unknown} error
 * @param {string} kind
 * @returns {boolean}
 */
export const isProblem = (error, kind) => error instanceof Problem && error.kind === kind;

/** Returns whether a later retry of a failed request may succeed.
 * @param {unknown} error
 * @returns {boolean}
 */
export const isTemporary = (error) => error instanceof Problem && error.isTemporary;

/** Returns whether an error says that the requested object does not exist. A retry does not help then.
 * @param {unknown} error
 * @returns {boolean}
 */
export const isNotFound = (error) => isProblem(error, "not-found");

/** Builds a path of the interface, with its query.
 * @param {string} path begins with "/"
 * @param {Record<string, string | number | boolean | null | undefined>} [query]
 * @returns {string}
 */
export function apiPath(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return (path.startsWith(ROOT) ? path : ROOT + path) + (given.length ? `?${parameters}` : "");
}

/** Sends a request. Raises `Problem` unless it succeeds.
 * @param {string} method
 * @param {string} path a path of the interface, or a link of a match
 * @param {{query?: Record<string, any>, body?: any, media?: string, key?: string, accept?: string, signal?: AbortSignal, headers?: Record<string, string>, cache?: RequestCache}} [more] a body with another media type than JSON is sent unchanged
 * @returns {Promise<Response>}
 */
export async function request(method, path, more = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: more.accept ?? "application/json", ...more.headers };
  const token = player()?.token;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (more.body !== undefined) headers["Content-Type"] = more.media ?? "application/json";
  if (more.key) headers["Idempotency-Key"] = more.key;
  const body = more.body === undefined || more.media ? more.body : JSON.stringify(more.body);
  const response = await fetchWithTimeout(apiPath(path, more.query), { method, headers, body, ...(more.cache && { cache: more.cache }) }, more.signal);
  if (response.status === 401 && token) dropToken(token);
  if (!response.ok) throw new Problem(response.status, await members(response), retryAfterOf(response));
  return response;
}

/** Fetches until the headers of the answer arrive. The signal also cancels the body.
 * @param {string} url
 * @param {RequestInit} wanted
 * @param {AbortSignal} [signal]
 */
async function fetchWithTimeout(url, wanted, signal) {
  const attempt = new AbortController();
  const cancel = () => attempt.abort();
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel);
  const patience = setTimeout(cancel, TIMEOUT);
  try {
    return await fetch(url, { ...wanted, signal: attempt.signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, { type: "unreachable" });
  } finally {
    clearTimeout(patience);
  }
}

/** @param {Response} response */
async function members(response) {
  const told = await response.json().catch(() => null);
  return told !== null && typeof told === "object" ? told : {};
}

/** @param {Response} response */
function retryAfterOf(response) {
  const told = Number(response.headers.get("Retry-After") ?? NaN);
  return Number.isFinite(told) && told >= 0 ? told : null;
}

/** Reads the text of an answer. If the connection breaks, it raises the problem "unreachable".
 * @param {Response} response
 * @returns {Promise<string>}
 */
export async function readText(response) {
  try {
    return await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem(0, { type: "unreachable" });
  }
}

/** Reads the JSON at a path.
 * @param {string} path
 * @param {Record<string, any>} [query]
 * @param {AbortSignal} [signal]
 * @param {RequestCache} [cache] by default, the browser may use its cached answer while that is valid
 * @returns {Promise<any>}
 */
export const read = async (path, query, signal, cache) => JSON.parse(await readText(await request("GET", path, { query, signal, cache })));

/** Posts JSON, or a body of another media type. With a key, the request counts only once, so it is retried while its outcome is unknown.
 * @param {string} path
 * @param {any} body
 * @param {{query?: Record<string, any>, media?: string, key?: string, signal?: AbortSignal}} [more]
 * @returns {Promise<any>}
 */
export const post = async (path, body, more = {}) => {
  const send = async () => JSON.parse(await readText(await request("POST", path, { body, ...more })));
  return more.key ? retry(send) : send();
};

/** Retries a request while the service is unreachable or overloaded. Use it only for requests that count once, however often they are sent.
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @returns {Promise<Answer>}
 */
export async function retry(ask) {
  for (let again = 0; ; again += 1) {
    try {
      return await ask();
    } catch (error) {
      if (again === WAITS.length || !(error instanceof Problem && error.isTemporary)) throw error;
      const wait = Math.max(WAITS[again], 1000 * Math.min(error.retryAfter ?? 0, 10));
      await new Promise((wake) => setTimeout(wake, wait));
    }
  }
}

/** Returns a new idempotency key, so that a repeated request changes nothing.
 * @returns {string}
 */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {Map<string, string>} */
const added = new Map();

/** Returns 32 random bytes from this browser as hex digits: the user's contribution to the randomness of a match or tournament.
 * A retry sends the same random bytes, so the service cannot obtain other ones by refusing those that it does not like.
 * @param {string} id of the match or tournament
 * @returns {string}
 */
export function entropyFor(id) {
  const known = added.get(id) ?? newKey() + newKey();
  added.set(id, known);
  return known;
}
