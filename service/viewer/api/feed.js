/** The live feed of a match or tournament: server-sent events over `fetch`, which can send the token. It reconnects by itself. */

import { request, Problem } from "./api.js";
import { acquireSlot } from "./feed_slots.js";

/** @typedef {import("../types.d.ts").Base} Base */
/** @typedef {import("../types.d.ts").Frame} Frame */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** Milliseconds between attempts to get a slot for a feed, for a visible page and for a hidden one. */
const LOOK_WAIT = 5_000;
const HIDDEN_WAIT = 20_000;
/** The service sends something every 15 seconds. After this many milliseconds without data, the connection counts as dead. */
const SILENCE = 45_000;
/** A connection counts as good if data still arrived this many milliseconds after it began. */
const GOOD = 5_000;

/** One event of a stream.
 * @typedef {{event: string, id: string, data: string}} StreamEvent
 */

/** Returns a function that splits a stream of text into events. An incomplete event waits for the next piece.
 * @returns {(text: string) => StreamEvent[]}
 */
export function eventReader() {
  let rest = "";
  return (text) => {
    const blocks = (rest + text).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    return blocks.map(readEvent).filter((event) => event.data !== "");
  };
}

/** @param {string} block */
function readEvent(block) {
  const event = { event: "message", id: "", data: "" };
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = /^(event|id|data): ?(.*)$/.exec(line) ?? [];
    if (field === "data") event.data += (event.data && "\n") + value;
    else if (field === "event" || field === "id") event[field] = value;
  }
  return event;
}

/** The state of a feed: connecting, live, lost until `retryAt`, or without a slot because too many feeds are open.
 * @typedef {"connecting" | "live" | "lost" | "crowded"} FeedState
 */

/** The limit on feeds that has been reached: this browser's, the account's, or that of all guests at this address.
 * @typedef {"browser" | "account" | "address"} Crowd
 */

/**
 * @typedef {object} Listener
 * @property {(base: Base) => void} view
 * @property {(frame: Frame) => void} frame
 * @property {(seats: readonly number[]) => void} [offline] the awaited seats whose players are offline
 * @property {() => void} [news] any event has arrived
 * @property {() => void} end the match is closed and nothing follows
 * @property {(state: FeedState, retryAt?: number, crowd?: Crowd) => Promise<void> | void} state a lost feed waits for this promise before it reconnects, because the feed may be unwanted by then
 * @property {(problem: Problem) => void} refused the service refuses the feed, and a retry would not help
 */

/** Functions that a feed uses; tests replace them.
 * @typedef {object} FeedMeans
 * @property {typeof request} request
 * @property {typeof acquireSlot} acquireSlot
 */

/** A running feed. `stop` ends it, and `now` retries at once. With `anew`, `now` also replaces a connection that seems to work.
 * @typedef {{stop(): void, now(anew?: boolean): void}} FeedHandle
 */

/** Follows a match as one viewer sees it, or a tournament, starting after a version.
 * @param {string} path the path of the feed
 * @param {string} viewer "" for a tournament
 * @param {() => number} version returns the last version known when a connection begins
 * @param {Listener} listener
 * @param {FeedMeans} [means]
 * @returns {FeedHandle}
 */
export function follow(path, viewer, version, listener, means = { request, acquireSlot }) {
  const stop = new AbortController();
  let wake = () => {};
  let heard = 0;
  let hurried = false;
  /** @type {AbortController | null} */
  let attempt = null;
  void run();
  return {
    stop: () => {
      stop.abort();
      attempt?.abort();
      wake();
    },
    now: (anew = false) => {
      if (attempt && heard && (anew || Date.now() - heard > SILENCE / 2)) {
        hurried = true;
        attempt.abort();
      }
      wake();
    },
  };

  async function run() {
    for (let failures = 0; !stop.signal.aborted; failures += 1) {
      listener.state("connecting");
      const began = Date.now();
      heard = 0;
      /** @type {Next | null} */
      let next = null;
      try {
        const outcome = await readConnection();
        if (stop.signal.aborted) return;
        if (outcome === "end") return listener.end();
        if (outcome === "crowded") next = nextWithoutSlot("browser");
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof Problem && isFinal(error)) return listener.refused(error);
        if (error instanceof Problem && error.status === 429) next = nextAfterLimit(error);
      }
      if (heard && heard - began > GOOD) failures = 0;
      next ??= { state: "lost", wait: Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (0.75 + Math.random() / 2) };
      if (hurried) next.wait = 0;
      hurried = false;
      const known = listener.state(next.state, Date.now() + next.wait, next.crowd);
      await pause(next.wait);
      if (next.state === "lost") await known;
    }
  }

  /** Reads one connection until the match ends, the connection ends, or the slot is lost. */
  async function readConnection() {
    let driven = false;
    attempt = new AbortController();
    const mine = attempt;
    const release = await means.acquireSlot(() => {
      driven = true;
      mine.abort();
    });
    if (!release) return "crowded";
    let watchdog = setTimeout(() => mine.abort(), SILENCE);
    try {
      const known = version();
      /** @type {Record<string, string>} */
      const headers = known > 0 ? { "Last-Event-ID": String(known) } : {};
      const response = await means.request("GET", path, { query: { as: viewer }, accept: "text/event-stream", headers, signal: mine.signal });
      const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
      const onAbort = () => void reader.cancel().catch(() => {});
      mine.signal.addEventListener("abort", onAbort);
      const decoder = new TextDecoder();
      const read = eventReader();
      listener.state("live");
      while (!mine.signal.aborted) {
        const { done, value } = await reader.read();
        if (done || mine.signal.aborted) break;
        heard = Date.now();
        clearTimeout(watchdog);
        watchdog = setTimeout(() => mine.abort(), SILENCE);
        for (const event of read(decoder.decode(value, { stream: true }))) {
          if (mine.signal.aborted) break;
          if (event.event === "end") return "end";
          listener.news?.();
          if (event.event === "view") listener.view(JSON.parse(event.data));
          if (event.event === "frame") listener.frame(JSON.parse(event.data));
          if (event.event === "offline") listener.offline?.(JSON.parse(event.data).seats);
        }
      }
      return driven ? "crowded" : "lost";
    } catch (error) {
      if (driven) return "crowded";
      throw error;
    } finally {
      clearTimeout(watchdog);
      release();
      mine.abort();
      attempt = null;
    }
  }

  /** Waits, or returns early when `now` or `stop` is called.
   * @param {number} wait
   */
  function pause(wait) {
    return new Promise((done) => {
      const timer = setTimeout(done, wait);
      wake = () => {
        clearTimeout(timer);
        done(null);
      };
      if (stop.signal.aborted) wake();
    });
  }
}

/** Returns whether retrying a feed would not help after an error.
 * @param {Problem} problem
 */
const isFinal = (problem) => (problem.status >= 400 && problem.status < 500 && !problem.isTemporary) || problem.kind === "match-damaged";

/** The next step of a feed that is not connected.
 * @typedef {{state: FeedState, wait: number, crowd?: Crowd}} Next
 */

/** Returns the next step of a feed without a slot.
 * @param {Crowd} crowd
 * @returns {Next}
 */
function nextWithoutSlot(crowd) {
  const hidden = typeof document !== "undefined" && document.hidden;
  return { state: "crowded", wait: hidden ? HIDDEN_WAIT : LOOK_WAIT, crowd };
}

/** Returns the next step after the service answered 429: too many feeds, or too many requests.
 * @param {Problem} problem
 * @returns {Next}
 */
function nextAfterLimit(problem) {
  if (problem.code === "too-many-feeds") return nextWithoutSlot(problem.members.per);
  return { state: "lost", wait: 1000 * Math.max(1, problem.retryAfter ?? 1) };
}
