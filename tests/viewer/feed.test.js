/** The feed: a stream cut at every byte, and a connection that returns by itself. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../service/viewer/api/api.js";
import { eventReader, follow } from "../../service/viewer/api/feed.js";

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
const frame = (/** @type {number} */ version, name = "Käthe ♞") => `event: frame\nid: ${version}\ndata: ${JSON.stringify({ version, line: { key: "x", params: { name } }, patch: {} })}\n\n`;
const END = 'event: end\nid: 9\ndata: {"version":9}\n\n';

/** @param {string} text @param {number} at */
function cut(text, at) {
  const whole = bytes(text);
  return [whole.slice(0, at), whole.slice(at)];
}

/** @param {Uint8Array[]} pieces @param {boolean} [open] */
const stream = (pieces, open = false) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) if (piece.length) controller.enqueue(piece);
        if (!open) controller.close();
      },
    }),
  );

/** A feed that gets these answers in order; it records its requests and reports.
 * @param {(Response | Error)[]} answers
 * @param {{acquireSlot?: any, version?: number}} [more]
 */
function fed(answers, { acquireSlot = async () => () => {}, version = 0 } = {}) {
  /** @type {any[]} */
  const told = [];
  /** @type {any[]} */
  const asked = [];
  let known = version;
  /** @type {(value?: any) => void} */
  let done = () => {};
  const over = new Promise((resolve) => (done = resolve));
  const request = async (/** @type {string} */ _, /** @type {string} */ path, /** @type {any} */ more) => {
    asked.push({ path, as: more.query.as, last: more.headers["Last-Event-ID"] });
    const answer = answers.shift();
    if (!answer) return new Promise((_, fail) => more.signal.addEventListener("abort", () => fail(new DOMException("", "AbortError"))));
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const following = follow(
    "/feed",
    "1",
    () => known,
    {
      view: (base) => told.push(["view", base.version]),
      frame: (one) => told.push(["frame", (known = one.version), one.line.params?.name]),
      offline: (seats) => told.push(["offline", ...seats]),
      end: () => (told.push(["end"]), done()),
      state: (state, at, per) => {
        told.push([state]);
        if (state === "lost" || state === "crowded") {
          told.at(-1).push(Math.round(/** @type {number} */ (at) - Date.now()), ...(per ? [per] : []));
          queueMicrotask(() => following.now());
          setTimeout(() => following.now(), 1);
        }
      },
      refused: (problem) => (told.push(["refused", problem.status]), done()),
    },
    /** @type {any} */ ({ request, acquireSlot }),
  );
  /** Waits until a report of this kind. @param {string} what */
  const until = async (what) => {
    while (!told.some(([kind]) => kind === what)) await new Promise((wake) => setImmediate(wake));
  };
  return { told, asked, over, until, following };
}

test("events are the same wherever the stream is cut", async () => {
  const text = "retry: 1000\n\n:\n\n" + frame(1) + ":\n\n" + frame(2) + END;
  for (let at = 0; at <= bytes(text).length; at += 1) {
    const { told, over } = fed([stream(cut(text, at))]);
    await over;
    assert.deepEqual(told, [["connecting"], ["live"], ["frame", 1, "Käthe ♞"], ["frame", 2, "Käthe ♞"], ["end"]]);
  }
});

test("events are the same if the stream arrives byte by byte or contains carriage returns", async () => {
  const text = (frame(1) + frame(2) + END).replaceAll("\n", "\r\n");
  const { told, over } = fed([stream([...bytes(text)].map((byte) => Uint8Array.of(byte)))]);
  await over;
  assert.deepEqual(told.map(([what]) => what), ["connecting", "live", "frame", "frame", "end"]);
});

test("an event cut off at the end of a connection is ignored", () => {
  const read = eventReader();
  assert.deepEqual(read("event: frame\ndata: 1"), []);
  assert.equal(read("\n\nevent: frame\nda")[0].data, "1");
});

test("several lines of data become one text", () => {
  assert.equal(eventReader()("data: a\ndata:b\n\n")[0].data, "a\nb");
});

test("a feed reconnects with the last version that it received", async () => {
  const { asked, told, over } = fed([stream([bytes(frame(1) + frame(2))]), new Problem(0, {}), new Problem(503, {}), stream([bytes(frame(3) + END)])]);
  await over;
  assert.deepEqual(asked.map((one) => one.last), [undefined, "2", "2", "2"]);
  assert.deepEqual(told.filter(([what]) => what === "frame").map(([, version]) => version), [1, 2, 3]);
});

test("a feed waits longer after each failure, up to a limit of some seconds", async () => {
  const { told, over } = fed([...Array(8).fill(new Problem(0, {})), stream([bytes(END)])]);
  await over;
  const waits = told.filter(([what]) => what === "lost").map(([, wait]) => wait);
  assert.ok(waits[0] < 700, `${waits}`);
  assert.ok(waits[7] > 7_000 && waits[7] <= 12_500, `${waits}`);
});

test("a feed stops if reconnecting would not help", async () => {
  for (const status of [401, 403, 404, 409]) {
    const { told, over, asked } = fed([new Problem(status, { type: "/problems/x" })]);
    await over;
    assert.deepEqual(told.at(-1), ["refused", status]);
    assert.equal(asked.length, 1);
  }
});

test("a feed stops at a damaged match, but not at an error of the service", async () => {
  const { told, over } = fed([new Problem(500, {}), new Problem(500, { type: "/problems/match-damaged" })]);
  await over;
  assert.deepEqual(told.map(([what]) => what), ["connecting", "lost", "connecting", "refused"]);
});

test("too many feeds and too many requests are distinguished, and the limit is named", async () => {
  const { told, over } = fed([new Problem(429, { code: "too-many-feeds", per: "account", limit: 4 }, 5), new Problem(429, { code: "rate-limited", per: "account" }, 7), stream([bytes(END)])]);
  await over;
  assert.deepEqual(told.map(([what]) => what), ["connecting", "crowded", "connecting", "lost", "connecting", "live", "end"]);
  assert.deepEqual(told.map(([, , per]) => per).filter((per) => per), ["account"]);
  assert.equal(told[3][1], 7000);
});

test("a tab without a slot among the browser's feeds sends no request", async () => {
  const places = [null, () => {}];
  const { told, asked, over } = fed([stream([bytes(END)])], { acquireSlot: async () => places.shift() });
  await over;
  assert.deepEqual(told.map(([what]) => what), ["connecting", "crowded", "connecting", "live", "end"]);
  assert.equal(asked.length, 1);
});

test("a feed releases its slot however it ends", async () => {
  let taken = 0;
  const acquireSlot = async () => ((taken += 1), () => (taken -= 1));
  const { over } = fed([new Problem(0, {}), stream([bytes(frame(1))]), stream([bytes(END)])], { acquireSlot });
  await over;
  assert.equal(taken, 0);
});

test("a feed that loses its slot reports that it is crowded", async () => {
  let drive = () => {};
  const { told, until, following } = fed([stream([bytes(frame(1))], true)], { acquireSlot: async (/** @type {any} */ wanted) => ((drive = wanted), () => {}) });
  await until("frame");
  drive();
  await until("crowded");
  following.stop();
  assert.deepEqual(told.map(([what]) => what).slice(0, 4), ["connecting", "live", "frame", "crowded"]);
});

test("a stopped feed reports nothing more", async () => {
  /** @type {ReadableStreamDefaultController} */
  let line = /** @type {any} */ (null);
  const open = new Response(new ReadableStream({ start: (controller) => void (line = controller), cancel: () => left() }));
  let left = () => {};
  const gone = new Promise((resolve) => (left = () => resolve(null)));
  const { told, until, following } = fed([open]);
  line.enqueue(bytes(frame(1)));
  await until("frame");
  const count = told.length;
  line.enqueue(bytes(frame(2)));
  following.stop();
  await gone;
  assert.equal(told.length, count);
});

test("a lost feed is requested again only once it is known whether it is still wanted", async () => {
  let asked = 0;
  let known = () => {};
  const request = async () => ((asked += 1), stream([bytes(frame(1))]));
  const listener = { view: () => {}, frame: () => {}, end: () => {}, refused: () => {}, state: (/** @type {string} */ state) => (state === "lost" ? new Promise((done) => (known = () => done(undefined))) : undefined) };
  const following = follow("/feed", "1", () => 0, /** @type {any} */ (listener), /** @type {any} */ ({ request, acquireSlot: async () => () => {} }));
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((wake) => setImmediate(wake));
  };
  await turns();
  following.now();
  await turns();
  assert.equal(asked, 1);
  known();
  await turns();
  assert.equal(asked, 2);
  following.stop();
});

test("the seats that are offline are reported, and their event changes no version", async () => {
  const { told, asked, over } = fed([stream([bytes(`${frame(3)}event: offline\ndata: {"seats":[0,2]}\n\n`)]), stream([bytes(END)])]);
  await over;
  assert.deepEqual(told.filter(([kind]) => kind === "offline"), [["offline", 0, 2]]);
  assert.equal(asked[1].last, "3");
});
