/** The live feed of a match: server-sent events over fetch, which can carry the token; it comes back by itself. */

import { request, Problem } from "./api.js";
import { takePlace } from "./places.js";

/** @typedef {import("../types.d.ts").Base} Base */
/** @typedef {import("../types.d.ts").Frame} Frame */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** How often a page looks that may not follow: when it is looked at, and when not. */
const LOOK_WAIT = 5_000;
const HIDDEN_WAIT = 20_000;
/** A service says something every fifteen seconds; a connection that is silent for so long is dead. */
const SILENCE = 45_000;
/** A connection that lasted so long, or brought something, was a good one. */
const GOOD = 5_000;

/** One event of a stream.
 * @typedef {{event: string, id: string, data: string}} StreamEvent
 */

/** Takes a stream of text apart into its events; what is cut off waits for the next piece.
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

/** How a feed stands: on its way, there, lost until `retryAt`, or without a place among too many feeds.
 * @typedef {"connecting" | "live" | "lost" | "crowded"} FeedState
 */

/** Whose feeds are too many: this browser's, the account's, or those of all guests at this address.
 * @typedef {"browser" | "account" | "address"} Crowd
 */

/**
 * @typedef {object} Listener
 * @property {(base: Base) => void} view
 * @property {(frame: Frame) => void} frame
 * @property {() => void} end the match is closed, and nothing follows
 * @property {(state: FeedState, retryAt?: number, crowd?: Crowd) => void} state
 * @property {(problem: Problem) => void} refused the service says no, and coming back would not help
 */

/** What a feed needs of the world.
 * @typedef {object} Means
 * @property {typeof request} request
 * @property {typeof takePlace} takePlace
 */

/** A feed that is followed: end it, or have it try again now; `anew` also when it believes to be connected.
 * @typedef {{stop(): void, now(anew?: boolean): void}} Following
 */

/** Follows a match from a version on, through one viewer's eyes.
 * @param {string} path the match's feed
 * @param {string} viewer
 * @param {() => number} version the last version that is known when a connection is made
 * @param {Listener} listener
 * @param {Means} [means]
 * @returns {Following}
 */
export function follow(path, viewer, version, listener, means = { request, takePlace }) {
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
        const outcome = await connected();
        if (stop.signal.aborted) return;
        if (outcome === "end") return listener.end();
        if (outcome === "crowded") next = crowded("browser");
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof Problem && isFinal(error)) return listener.refused(error);
        if (error instanceof Problem && error.status === 429) next = later(error);
      }
      if (heard && heard - began > GOOD) failures = 0;
      next ??= { state: "lost", wait: Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (0.75 + Math.random() / 2) };
      if (hurried) next.wait = 0;
      hurried = false;
      listener.state(next.state, Date.now() + next.wait, next.crowd);
      await pause(next.wait);
    }
  }

  /** Reads one connection to its end: of the match, of the connection, or of the place it had. */
  async function connected() {
    let driven = false;
    attempt = new AbortController();
    const mine = attempt;
    const release = await means.takePlace(() => {
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
          if (event.event === "view") listener.view(JSON.parse(event.data));
          if (event.event === "frame") listener.frame(JSON.parse(event.data));
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

  /** Waits, unless somebody wants it now.
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

/** Whether coming back would not help.
 * @param {Problem} problem
 */
const isFinal = (problem) => (problem.status >= 400 && problem.status < 500 && !problem.passes) || problem.kind === "match-damaged";

/** How a feed goes on that is not there.
 * @typedef {{state: FeedState, wait: number, crowd?: Crowd}} Next
 */

/** What becomes of a feed for which there is no place now.
 * @param {Crowd} crowd
 * @returns {Next}
 */
function crowded(crowd) {
  const hidden = typeof document !== "undefined" && document.hidden;
  return { state: "crowded", wait: hidden ? HIDDEN_WAIT : LOOK_WAIT, crowd };
}

/** What becomes of a feed that was asked to wait: there are too many feeds, or too many requests.
 * @param {Problem} problem
 * @returns {Next}
 */
function later(problem) {
  if (problem.code === "too-many-feeds") return crowded(problem.members.per);
  return { state: "lost", wait: 1000 * Math.max(1, problem.retryAfter ?? 1) };
}
