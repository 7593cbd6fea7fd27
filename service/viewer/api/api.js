/** The service's HTTP interface: requests with the token of this browser, and problems as errors. */

import { player, refused } from "./player.js";

const ROOT = "/api/v1";
/** How long an answer may take to begin. */
const PATIENCE = 20_000;
/** How long to wait before each further try of a request that counts once: a service that restarts is back by then. */
const WAITS = [400, 800, 1600, 3000, 4000, 5000, 5000];

/** A refusal as the service words it (RFC 9457); `status` is 0 when the service does not answer at all. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Record<string, any>} members
   * @param {number | null} [retryAfter] the seconds after which the service wants to be asked again
   */
  constructor(status, members, retryAfter = null) {
    super(members.detail ?? members.title ?? `HTTP ${status}`);
    this.name = "Problem";
    this.status = status;
    this.kind = String(members.type ?? "").replace(/^.*\//, "");
    this.code = String(members.code ?? this.kind);
    this.members = members;
    this.retryAfter = retryAfter;
  }

  /** Whether asking again later may help: nobody answers, there is too much to do, or a part is away.
   * @returns {boolean}
   */
  get passes() {
    return [0, 408, 429, 502, 503, 504].includes(this.status);
  }
}

/** Whether an error is the service's own refusal, and of this kind.
 * @param {unknown} error
 * @param {string} kind
 * @returns {boolean}
 */
export const isProblem = (error, kind) => error instanceof Problem && error.kind === kind;

/** Whether an error may be gone when the same is asked again later.
 * @param {unknown} error
 * @returns {boolean}
 */
export const passes = (error) => error instanceof Problem && error.passes;

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
 * @param {{query?: Record<string, any>, body?: any, media?: string, key?: string, accept?: string, signal?: AbortSignal, headers?: Record<string, string>, cache?: RequestCache}} [more] a body of another media type than JSON is sent as it stands
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
  const response = await answered(address(path, more.query), { method, headers, body, ...(more.cache && { cache: more.cache }) }, more.signal);
  if (response.status === 401 && token) refused(token);
  if (!response.ok) throw new Problem(response.status, await members(response), seconds(response));
  return response;
}

/** The answer to a request once its head is here; the signal goes on to cover the body.
 * @param {string} url
 * @param {RequestInit} wanted
 * @param {AbortSignal} [signal]
 */
async function answered(url, wanted, signal) {
  const attempt = new AbortController();
  const cancel = () => attempt.abort();
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel);
  const patience = setTimeout(cancel, PATIENCE);
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
function seconds(response) {
  const told = Number(response.headers.get("Retry-After") ?? NaN);
  return Number.isFinite(told) && told >= 0 ? told : null;
}

/** The text of an answer; where it breaks off, the service is as good as away.
 * @param {Response} response
 * @returns {Promise<string>}
 */
export async function text(response) {
  try {
    return await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem(0, { type: "unreachable" });
  }
}

/** The JSON at a path.
 * @param {string} path
 * @param {Record<string, any>} [query]
 * @param {AbortSignal} [signal]
 * @param {RequestCache} [cache] what a browser may have kept is taken where it is still good, unless this says otherwise
 * @returns {Promise<any>}
 */
export const read = async (path, query, signal, cache) => JSON.parse(await text(await request("GET", path, { query, signal, cache })));

/** Posts JSON, or a body of another media type. With a key it counts once, so it is sent again while its outcome is unknown.
 * @param {string} path
 * @param {any} body
 * @param {{query?: Record<string, any>, media?: string, key?: string, signal?: AbortSignal}} [more]
 * @returns {Promise<any>}
 */
export const post = async (path, body, more = {}) => {
  const send = async () => JSON.parse(await text(await request("POST", path, { body, ...more })));
  return more.key ? insist(send) : send();
};

/** Asks again while nobody answers or a part is away: for what counts once however often it is asked.
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @returns {Promise<Answer>}
 */
export async function insist(ask) {
  for (let again = 0; ; again += 1) {
    try {
      return await ask();
    } catch (error) {
      if (again === WAITS.length || !(error instanceof Problem && error.passes)) throw error;
      const wait = Math.max(WAITS[again], 1000 * Math.min(error.retryAfter ?? 0, 10));
      await new Promise((wake) => setTimeout(wake, wait));
    }
  }
}

/** A new name for a request, so that repeating it changes nothing.
 * @returns {string}
 */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {Map<string, string>} */
const added = new Map();

/** 32 random bytes of this browser as hex digits: what somebody adds to the chance of a match or a tournament. They are
 * the same when they are sent again, so that a service gains nothing by refusing those that it does not like.
 * @param {string} id of what they are added to
 * @returns {string}
 */
export function entropyFor(id) {
  const known = added.get(id) ?? newKey() + newKey();
  added.set(id, known);
  return known;
}
