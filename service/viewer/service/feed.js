/** The live feed of a match: server-sent events over fetch, which can carry the token; it comes back by itself. */

import { request, Problem } from "./api.js";

/** @typedef {import("../types.d.ts").Base} Base */
/** @typedef {import("../types.d.ts").Frame} Frame */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const SILENCE = 60_000;

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

/**
 * @typedef {object} Listener
 * @property {(base: Base) => void} view
 * @property {(frame: Frame) => void} frame
 * @property {() => void} end the match is closed, and nothing follows
 * @property {(state: "connecting" | "live" | "lost", retryAt?: number) => void} state
 * @property {(problem: Problem) => void} refused the service says no, and coming back would not help
 */

/** Follows a match from a version on, through one viewer's eyes; answers a function that stops.
 * @param {string} path the match's feed
 * @param {string} viewer
 * @param {() => number} version the last version that is known when a connection is made
 * @param {Listener} listener
 * @returns {() => void}
 */
export function follow(path, viewer, version, listener) {
  const stop = new AbortController();
  void run();
  return () => stop.abort();

  async function run() {
    for (let failures = 0; !stop.signal.aborted; ) {
      listener.state("connecting");
      try {
        if (await connected(() => (failures = 0))) return listener.end();
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429) return listener.refused(error);
      }
      if (stop.signal.aborted) return;
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (0.75 + Math.random() / 2);
      failures += 1;
      listener.state("lost", Date.now() + wait);
      await new Promise((wake) => setTimeout(wake, wait));
    }
  }

  /** Reads one connection to its end; true when the match is closed.
   * @param {() => void} made
   */
  async function connected(made) {
    const attempt = new AbortController();
    const cancel = () => attempt.abort();
    stop.signal.addEventListener("abort", cancel);
    let watchdog = setTimeout(cancel, SILENCE);
    try {
      const known = version();
      /** @type {Record<string, string>} */
      const headers = known > 0 ? { "Last-Event-ID": String(known) } : {};
      const response = await request("GET", path, { query: { as: viewer }, accept: "text/event-stream", headers, signal: attempt.signal });
      const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
      const decoder = new TextDecoder();
      const read = eventReader();
      listener.state("live");
      for (;;) {
        const { done, value } = await reader.read();
        clearTimeout(watchdog);
        if (done) return false;
        made();
        watchdog = setTimeout(cancel, SILENCE);
        for (const event of read(decoder.decode(value, { stream: true }))) {
          if (event.event === "end") return true;
          if (event.event === "view") listener.view(JSON.parse(event.data));
          if (event.event === "frame") listener.frame(JSON.parse(event.data));
        }
      }
    } finally {
      clearTimeout(watchdog);
      stop.signal.removeEventListener("abort", cancel);
    }
  }
}
