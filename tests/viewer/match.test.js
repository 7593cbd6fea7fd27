/** The model of a match: frames in any order give one timeline, and a new frame moves only a cursor that follows. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../service/viewer/api/api.js";
import { Match } from "../../service/viewer/timeline/match.js";
import { saveReceipt, receiptsOf } from "../../service/viewer/timeline/receipts.js";

const ADA = { player: "ada", name: "Ada", token: "t", token_id: "i", scopes: ["play"] };
const settled = async (turns = 30) => {
  for (let n = 0; n < turns; n += 1) await new Promise((wake) => setImmediate(wake));
};

/** A service with one match, as far as the model needs it. */
class Service {
  constructor() {
    /** @type {any[]} */
    this.lines = [{ key: "opened" }, { key: "started" }];
    this.prompts = /** @type {any[]} */ ([]);
    this.options = /** @type {any[]} */ ([]);
    /** @type {any} */
    this.summary = { id: "m", game: "g", status: "running", version: 0, disclosure: "everyone", seats: [{ seat: 0, player: "ada" }, { seat: 1, player: "ben" }], links: { replay: "/replay", feed: "/feed", options: "/options", commands: "/commands" } };
    /** @type {any} */
    this.player = ADA;
    /** @type {any} */
    this.listener = null;
    this.follows = /** @type {string[]} */ ([]);
    this.asked = /** @type {string[]} */ ([]);
    this.gate = /** @type {Promise<any> | null} */ (null);
    /** @type {any} */
    this.refusal = null;
  }

  get version() {
    return this.lines.length;
  }

  play(/** @type {string} */ key, /** @type {any} */ more = {}) {
    this.lines.push({ key, ...more });
    return this.frame(this.version);
  }

  frame(/** @type {number} */ version) {
    return { version, line: this.lines[version - 1], patch: { n: version } };
  }

  means() {
    return {
      player: () => this.player,
      read: async (/** @type {string} */ path) => {
        this.asked.push(path);
        const version = this.version;
        const answer = path === "/options" ? { version, seat: 0, prompts: this.prompts, options: this.options } : { ...this.summary, version };
        await this.gate;
        if (this.refusal) throw this.refusal;
        return JSON.parse(JSON.stringify(answer));
      },
      request: async (/** @type {string} */ _, /** @type {string} */ path, /** @type {any} */ more) => {
        this.asked.push(`${path}?as=${more.query.as}`);
        const rows = [{ version: 0, view: { as: more.query.as } }, ...this.lines.map((_, index) => this.frame(index + 1))];
        await this.gate;
        if (this.refusal) throw this.refusal;
        return new Response(rows.map((row) => JSON.stringify(row)).join("\n") + "\n");
      },
      post: async (/** @type {string} */ path, /** @type {any} */ body) => {
        this.asked.push(path);
        if (this.refusal) throw this.refusal;
        return body;
      },
      follow: (/** @type {string} */ _, /** @type {string} */ viewer, /** @type {any} */ known, /** @type {any} */ listener) => {
        this.follows.push(viewer);
        this.known = known;
        this.listener = listener;
        return { stop: () => {}, now: () => {} };
      },
    };
  }

  /** @param {string} viewer */
  async opened(viewer = "0") {
    const match = await Match.load("m", /** @type {any} */ (this.means()));
    await match.watchAs(viewer);
    match.goLive();
    return match;
  }
}

test("frames extend the timeline without moving the cursor", async () => {
  const service = new Service();
  const match = await service.opened("0");
  match.go(1);
  service.listener.frame(service.play("a"));
  assert.deepEqual([match.last, match.at, match.following], [3, 1, false]);
  match.goLive();
  service.listener.frame(service.play("b"));
  assert.deepEqual([match.last, match.at, match.following], [4, 3, true]);
  match.leave();
});

test("a cursor that follows the match keeps following while the clock moves it", async () => {
  const service = new Service();
  const match = await service.opened("0");
  for (const key of ["a", "b", "c"]) service.listener.frame(service.play(key));
  const seen = /** @type {boolean[]} */ ([]);
  match.listen(() => seen.push(match.following));
  for (let version = match.at + 1; version <= match.last; version += 1) match.advance(version);
  assert.deepEqual(seen, [true, true, true]);
  match.go(3);
  match.advance(4);
  assert.equal(match.following, false);
  match.leave();
});

test("a clock at its own speed does not start to follow at the end of a running match", async () => {
  const service = new Service();
  const match = await service.opened("0");
  match.go(1);
  match.advance(match.last, true);
  assert.deepEqual([match.isLive, match.following], [true, false]);
  match.advance(match.last);
  assert.equal(match.following, true);
  match.leave();
});

test("a match counts as one of bots only if no player has a seat, not even a seat that a bot has taken over", async () => {
  const service = new Service();
  const isOfBots = async (/** @type {any[]} */ ...seats) => {
    service.summary.seats = seats.map((seat, number) => ({ seat: number, ...seat }));
    return (await Match.load("m", /** @type {any} */ (service.means()))).isOfBots;
  };
  assert.equal(await isOfBots({ bot: "greedy" }, { bot: "random" }), true);
  assert.equal(await isOfBots({ bot: "greedy" }, { player: "ben", bot: "random" }), false);
  assert.equal(await isOfBots({ bot: "greedy" }, {}), false);
});

test("a repeated or late frame changes nothing", async () => {
  const service = new Service();
  const match = await service.opened();
  const frame = service.play("a");
  for (const one of [frame, frame, service.frame(1)]) service.listener.frame(one);
  assert.equal(match.last, 3);
  assert.equal(match.timeline.view(3).n, 3);
  match.leave();
});

test("a gap is filled from the replay, and existing views stay the same objects", async () => {
  const service = new Service();
  const match = await service.opened();
  match.go(2);
  const view = match.timeline.view(2);
  service.play("a");
  service.listener.frame(service.play("b"));
  service.listener.frame(service.play("c"));
  await settled();
  assert.deepEqual([match.last, match.at], [5, 2]);
  assert.equal(match.timeline.view(2), view);
  assert.ok(service.asked.filter((path) => path.startsWith("/replay")).length <= 3);
  match.leave();
});

test("a view older than the known version is accepted, and one of the same version changes nothing", async () => {
  const service = new Service();
  service.play("a");
  const match = await service.opened();
  service.listener.view({ version: 3, view: {} });
  await settled();
  assert.equal(service.asked.filter((path) => path.startsWith("/replay")).length, 1);
  service.lines.pop();
  service.listener.view({ version: 2, view: {} });
  await settled();
  assert.deepEqual([match.last, match.at], [2, 2]);
  match.leave();
});

test("an undo strikes out what was played, but not lines about the match as a whole", async () => {
  const service = new Service();
  const match = await service.opened();
  for (const key of ["a", "b", "undo-asked", "undo-answered"]) service.listener.frame(service.play(key));
  service.listener.frame(service.play("undone", { params: { to: 3 } }));
  assert.deepEqual([...match.takenBack], [4]);
  match.leave();
});

test("a later choice of viewer wins over an earlier one, in whatever order the answers arrive", async () => {
  const service = new Service();
  service.summary.status = "finished";
  const match = await service.opened("0");
  let open = () => {};
  service.gate = new Promise((resolve) => (open = () => resolve(null)));
  const slow = match.watchAs("1");
  service.gate = null;
  await match.watchAs("referee");
  open();
  await slow;
  assert.deepEqual([match.viewer, match.timeline.view(0).as, match.pendingViewer], ["referee", "referee", null]);
  match.leave();
});

test("each view of a finished match is read only once, and the match is not followed", async () => {
  const service = new Service();
  service.summary.status = "finished";
  const match = await service.opened("spectator");
  await match.watchAs("1");
  await match.watchAs("spectator");
  assert.deepEqual(service.asked.filter((path) => path.startsWith("/replay")), ["/replay?as=spectator", "/replay?as=1"]);
  assert.deepEqual(service.follows, []);
  match.leave();
});

test("a failed change of viewer leaves everything as it was", async () => {
  const service = new Service();
  const match = await service.opened();
  service.refusal = new Problem(503, {});
  await assert.rejects(match.watchAs("spectator"));
  assert.deepEqual([match.viewer, match.last, match.pendingViewer], ["0", 2, null]);
  match.leave();
});

test("a frame is shown together with the options that belong to it", async () => {
  const service = new Service();
  service.prompts = [{ id: 2, sealed: false, prompt: {} }];
  service.options = [{ t: "x" }];
  const match = await service.opened();
  const asked = match.question;
  assert.equal(asked?.since, 2);
  service.listener.frame(service.play("other"));
  assert.equal(match.last, 2, "held back");
  assert.equal(match.lastReceived, 3, "and not asked for again");
  await match.refresh();
  assert.equal(match.last, 3);
  assert.equal(match.question?.options, asked?.options, "the same question is the same value");
  match.go(3);
  assert.equal(match.question?.options, asked?.options);
  service.options = [{ t: "y" }];
  service.listener.frame(service.play("other"));
  await match.refresh();
  assert.equal(match.last, 4);
  assert.equal(match.question, null, "the view at the cursor is not the one that the question is about");
  match.go(4);
  assert.deepEqual(/** @type {any} */ (match.question)?.options, [{ t: "y" }]);
  match.go(1);
  assert.equal(match.question, null, "in the past nothing is asked");
  match.leave();
});

test("frames are shown even if the options cannot be read", async () => {
  const service = new Service();
  service.prompts = [{ id: 2, sealed: false, prompt: {} }];
  service.options = [{ t: "x" }];
  const match = await service.opened();
  service.listener.frame(service.play("other"));
  service.refusal = new Problem(0, {});
  await match.refresh();
  assert.equal(match.last, 3);
  match.leave();
});

test("many frames at once cause only a few reads of the summary", async () => {
  const service = new Service();
  const match = await service.opened();
  const before = service.asked.length;
  for (let n = 0; n < 50; n += 1) service.listener.frame(service.play("a"));
  await match.refresh();
  await settled();
  assert.ok(service.asked.length - before <= 4, `${service.asked.slice(before)}`);
  match.leave();
});

test("a spectator who sits down gets the view of that seat", async () => {
  const service = new Service();
  service.summary.status = "open";
  service.summary.seats[0] = { seat: 0 };
  const match = await service.opened("spectator");
  service.summary.seats[0] = { seat: 0, player: "ada" };
  service.listener.frame(service.play("seat-taken", { seat: 0 }));
  await match.refresh();
  await settled();
  assert.deepEqual([match.viewer, match.own, service.follows.at(-1)], ["0", 0, "0"]);
  match.leave();
});

test("a guest who takes the last seat never gets the spectator's view of that match", async () => {
  const service = new Service();
  service.player = null;
  service.summary.status = "open";
  service.summary.seats = [{ seat: 0, player: "ben" }, { seat: 1 }];
  const match = await service.opened("spectator");
  const before = service.asked.length;
  service.summary = { ...service.summary, status: "running", seats: [{ seat: 0, player: "ben" }, { seat: 1, player: "ada" }] };
  service.player = ADA;
  await match.chooseViewerAgain();
  assert.equal(match.viewer, "1");
  assert.ok(!service.asked.slice(before).some((path) => path.endsWith("as=spectator")), `${service.asked.slice(before)}`);
  assert.deepEqual(service.follows.slice(1), ["1"]);
  match.leave();
});

test("a player who signs out continues as a spectator, and requests nothing else", async () => {
  const service = new Service();
  const match = await service.opened("0");
  service.player = null;
  const before = service.asked.length;
  await match.chooseViewerAgain();
  assert.equal(match.viewer, "spectator");
  assert.ok(!service.asked.slice(before).some((path) => path === "/options" || path.endsWith("as=0")), `${service.asked.slice(before)}`);
  match.leave();
});

test("the end of the match opens every view", async () => {
  const service = new Service();
  const match = await service.opened("0");
  assert.deepEqual(match.viewers, ["0"]);
  service.summary.status = "finished";
  service.listener.frame(service.play("closed"));
  service.listener.end();
  await match.refresh();
  assert.deepEqual([match.connection.state, match.isFinished, match.viewers], ["ended", true, ["0", "1", "spectator", "referee"]]);
  match.leave();
});

test("without a slot for a feed, the model polls from time to time", async () => {
  const service = new Service();
  const match = await service.opened("0");
  service.play("a");
  service.listener.state("crowded", Date.now() + 5000, "account");
  await match.refresh();
  await settled();
  assert.deepEqual([match.last, match.connection.crowd], [3, "account"]);
  match.leave();
});

test("a refused command raises its problem, which is kept until the next command", async () => {
  const service = new Service();
  const match = await service.opened("0");
  service.refusal = new Problem(422, { type: "/problems/rejected", code: "no" });
  const sent = match.requests.send({ t: "x" }, 2);
  assert.equal(match.requests.busy, true);
  await assert.rejects(sent);
  assert.deepEqual([match.requests.busy, /** @type {any} */ (match.requests.problem).code], [false, "no"]);
  service.refusal = null;
  await match.requests.send({ t: "x" }, 2);
  assert.equal(match.requests.problem, null);
  match.leave();
});

test("a match that the page has left reports nothing more", async () => {
  const service = new Service();
  const match = await service.opened("0");
  let told = 0;
  match.listen(() => (told += 1));
  let open = () => {};
  service.gate = new Promise((resolve) => (open = () => resolve(null)));
  const look = match.watchAs("0");
  told = 0;
  match.leave();
  open();
  await look;
  await settled();
  assert.equal(told, 0);
  assert.equal(service.follows.length, 1);
});

/** Plays a match with its own storage, in which heads are kept; returns the kept versions.
 * @param {(service: Service) => Promise<Match>} played
 */
async function kept(played) {
  const stored = new Map();
  const storage = { getItem: (/** @type {string} */ key) => stored.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value), removeItem: (/** @type {string} */ key) => stored.delete(key) };
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  try {
    (await played(new Service())).leave();
    return receiptsOf("m").map(({ version }) => version);
  } finally {
    if (before) Object.defineProperty(globalThis, "localStorage", before);
    else Reflect.deleteProperty(globalThis, "localStorage");
  }
}

test("the head of every answer to a command of this player is kept", async () => {
  const versions = await kept(async (service) => {
    service.summary.status = "open";
    const match = await service.opened();
    await match.requests.sendRequest("/commands", { version: 7, head: "head 7" });
    await match.requests.sendRequest("/commands", undefined);
    return match;
  });
  assert.deepEqual(versions, [7]);
});

test("the last head is kept if the page was open before the end of the match, but not if it was opened later", async () => {
  const there = await kept(async (service) => {
    service.summary.head = "a head";
    const match = await service.opened();
    Object.assign(service.summary, { status: "finished" });
    service.play("closed");
    await match.refreshTask.request(true);
    await settled();
    return match;
  });
  assert.equal(there.at(-1), 3);
  const late = await kept(async (service) => {
    saveReceipt({ id: "m", version: 1, head: "an early head" });
    Object.assign(service.summary, { status: "finished", head: "a head" });
    const match = await service.opened();
    await match.refreshTask.request(true);
    await settled();
    return match;
  });
  assert.deepEqual(late, [1]);
});

test("a lost feed is requested again only when the allowed viewer is known", async () => {
  const service = new Service();
  service.player = { ...ADA, player: "cleo" };
  const match = await service.opened("spectator");
  let open = () => {};
  service.gate = new Promise((resolve) => (open = () => resolve(null)));
  service.summary.seats[1] = { seat: 1, player: "cleo" };
  service.play("a");
  const known = service.listener.state("lost", 0);
  let told = false;
  known.then(() => (told = true));
  await settled();
  assert.equal(told, false);
  service.summary.status = "running";
  const opened = match.connection.feed;
  open();
  await known;
  assert.notEqual(match.connection.feed, opened);
  await settled();
  assert.deepEqual(service.follows, ["spectator", "1"]);
  match.leave();
});

test("no dry run is sent while some received frames are not shown yet", async () => {
  const service = new Service();
  service.options = [{ t: "x" }];
  service.prompts = [{ id: 2, sealed: false, prompt: { t: "p" } }];
  const match = await service.opened("0");
  await match.refresh();
  assert.equal(match.isBehind, false);
  service.gate = new Promise(() => {});
  service.listener.frame(service.play("a"));
  assert.equal(match.isBehind, true);
  match.leave();
});
