/** Entropy from this browser: every player adds some on sitting down or taking part, even on the first seat. */

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { acceptChallenge, sendChallenge, openMatch, sendSeek } from "../../service/viewer/forms/requests.js";
import { setPlayer } from "../../service/viewer/api/player.js";
import { addEntropy, takePart } from "../../service/viewer/pages/tournament/entry.js";

afterEach(() => mock.restoreAll());

/** Records what is posted from now on, as path and body; every answer is the summary of an open match. */
function posted() {
  /** @type {[string, any][]} */
  const sent = [];
  mock.method(globalThis, "fetch", async (/** @type {string} */ url, /** @type {any} */ wanted) => {
    if (wanted.method === "POST") sent.push([url, JSON.parse(wanted.body)]);
    return new Response(JSON.stringify({ id: "ab".repeat(16), status: "open" }), { status: 201 });
  });
  return sent;
}

setPlayer({ player: "cd".repeat(16), name: "Ada", scopes: ["play"], token: "chr_x", token_id: "" });

test("opening a match seats the player in a second step, with entropy that is newer than the service's secret", async () => {
  const sent = posted();
  await openMatch({ game: "katharina", seats: [{ who: "bot", level: "greedy" }, { who: "me" }], options: {}, disclosure: "everyone" }, "key");
  const [[, opening] = ["", null], [path, seat] = ["", null]] = sent;
  assert.deepEqual(opening.seats, [{ t: "bot", level: "greedy" }, { t: "open" }]);
  assert.equal(path, `/api/v1/matches/${"ab".repeat(16)}/seats`);
  assert.equal(seat.seat, 1);
  assert.match(seat.entropy, /^[0-9a-f]{64}$/);
});

test("challenging, accepting a challenge and seeking add entropy, and a repeated request adds the same", async () => {
  const sent = posted();
  /** @type {import("../../service/viewer/forms/requests.js").MatchWish} */
  const wish = { game: "katharina", seats: [{ who: "me" }, { who: "rival" }], options: {}, disclosure: "everyone", bots_welcome: false };
  await sendChallenge(wish, "ef".repeat(16), "one");
  await acceptChallenge("01".repeat(16));
  for (const key of ["two", "two"]) await sendSeek(wish, key);
  const added = sent.map(([, body]) => body.entropy);
  for (const one of added) assert.match(one, /^[0-9a-f]{64}$/);
  assert.equal(new Set(added).size, 3);
  assert.equal(added[2], added[3]);
  assert.deepEqual(sent.map(([, body]) => body.bots_welcome), [false, undefined, false, false]);
});

test("taking part in a tournament adds entropy that differs by tournament and is the same when repeated", async () => {
  const sent = posted();
  for (const id of ["ef", "ef", "01"]) await takePart(/** @type {any} */ ({ id: id.repeat(16) }));
  const [first, again, other] = sent.map(([, body]) => body.entropy);
  for (const one of [first, other]) assert.match(one, /^[0-9a-f]{64}$/);
  assert.equal(again, first);
  assert.notEqual(other, first);
});

test("a player whom an organiser entered adds the same entropy as one who registers alone", async () => {
  const sent = posted();
  const card = /** @type {any} */ ({ id: "23".repeat(16), yours: { entrant: 4 } });
  for (const add of [addEntropy, takePart]) await add(card);
  const [[path, body] = ["", null], [, taken] = ["", null]] = sent;
  assert.equal(path, `/api/v1/tournaments/${card.id}/entrants/4/entropy`);
  assert.match(body.entropy, /^[0-9a-f]{64}$/);
  assert.equal(taken.entropy, body.entropy);
});
