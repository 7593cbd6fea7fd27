/** The table of an entrant, in the words of the tournament page and the lobby. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { refreshDelay } from "../../service/viewer/pages/tournament/summary.js";
import { hasUnfinishedTable, nextText, noTableText, ownRound, ownStateText, ownTableText } from "../../service/viewer/pages/tournament/own_table.js";
import { loadAreas } from "../../service/viewer/words/words.js";

await loadAreas("common", "stages", "tournament");

const NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil"];

/** A tournament of five whose last round has one table of four and a bye, as one of them sees it.
 * @param {number | null} entrant
 * @param {Record<string, any>} [round]
 * @param {Record<string, any>} [more]
 * @returns {any}
 */
const seen = (entrant, round = {}, more = {}) => ({
  phase: "running",
  stage_names: [{ code: "swiss" }],
  plan: { stages: [{ method: "swiss", table: 4 }], scoring: "match-points" },
  entrants: NAMES.map((name, at) => ({ number: at + 1, name, presence: "registered", joined: 1 })),
  rounds: [{ round: 2, stage: 0, progress: "started", byes: [5], tables: [{ table: 3, entrants: [1, 2, 3, 4], match: "aa", status: "running" }], ...round }],
  yours: { organiser: false, referee: false, entrant, may_add_entropy: false },
  ...more,
});

test("the page names an entrant's table and everyone else at it", () => {
  const card = seen(2);
  const { round, table } = /** @type {any} */ (ownRound(card));
  assert.equal(ownTableText(card, table), "Your table is ready: table 3, against Ada, Cleo and Dora");
  assert.equal(ownStateText(card, round, table), "Round 2 · Seat 2 · being played");
  assert.ok(hasUnfinishedTable(card));
});

test("no table is shown to viewers who do not play", () => {
  const left = seen(1);
  for (const presence of ["withdrawn", "not-shown", "disqualified"]) {
    left.entrants[0].presence = presence;
    assert.equal(ownRound(left), null);
  }
  for (const card of [seen(null), seen(1, {}, { rounds: [] }), seen(1, {}, { phase: "finished" }), seen(1, {}, { phase: "cancelled" })]) {
    assert.equal(ownRound(card), null);
    assert.equal(hasUnfinishedTable(card), false);
  }
});

test("a paired round says that it has not started", () => {
  const card = seen(1, { progress: "paired" });
  const { round, table } = /** @type {any} */ (ownRound(card));
  assert.equal(ownStateText(card, round, table), "Round 2 · Seat 1 · not started");
  assert.ok(hasUnfinishedTable(card));
});

test("a bye says how much it is worth", () => {
  const card = seen(5);
  const own = /** @type {any} */ (ownRound(card));
  assert.deepEqual([own.table, own.bye, hasUnfinishedTable(card)], [null, true, false]);
  assert.equal(noTableText(card, own, undefined), "You have a bye in round 2.");
  assert.equal(noTableText(card, own, "1"), "You have a bye in round 2. It counts as 1 point.");
  assert.equal(noTableText(card, own, null), "You have a bye in round 2. It counts as the average of your tables.");
  card.plan.stages[0].method = "round-robin";
  assert.match(noTableText(card, own, "1"), /It gives no points/);
  card.plan.stages[0].method = "elimination";
  assert.match(noTableText(card, own, "1"), /You advance without playing\.$/);
});

test("a late entrant sees in which round they start to play", () => {
  const card = seen(5, { byes: [] });
  assert.equal(noTableText(card, /** @type {any} */ (ownRound(card)), undefined), "You do not play in round 2.");
  card.entrants[4].joined = 3;
  assert.equal(noTableText(card, /** @type {any} */ (ownRound(card)), undefined), "You play from round 3 on; round 2 was paired without you.");
});

test("a table with a result says how it ended and what comes next", () => {
  const result = { points: [7, 12, 3, 1], places: [2, 1, 3, 4], kind: "played", entry: 9 };
  const card = seen(1, { tables: [{ table: 3, entrants: [1, 2, 3, 4], match: "aa", status: "finished", result }] });
  const { round, table } = /** @type {any} */ (ownRound(card));
  assert.equal(hasUnfinishedTable(card), false);
  assert.equal(ownStateText(card, round, table), "Round 2 · played");
  assert.equal(ownTableText(card, table), "Round 2: place 2 of 4 · 7 points");
  assert.equal(nextText(card, round, table), "All tables have finished. Your next table appears here when the next round is paired.");
  const open = { ...round, tables: [table, { table: 4, entrants: [5, 6] }] };
  assert.equal(nextText(card, open, table), "The next round comes when all tables have finished: 1 of 2 is still playing.");
  card.stage_names[0].rounds = 1;
  assert.equal(nextText(card, open, table), "This is the last round: 1 of 2 tables is still playing.");
  card.stage_names[0].rounds = 0;
  assert.equal(ownStateText(card, round, { ...table, result: { ...result, kind: "struck" } }), "Round 2 · does not count, because an entrant has left");
  card.plan.stages[0].method = "elimination";
  const pair = { ...table, entrants: [1, 2], result: { ...result, points: [7, 12], places: [2, 1] } };
  assert.equal(nextText(card, { ...round, stage: 0, name: { code: "semi-final" } }, pair), "You are out of the knockout.");
});

test("a series says which game is being played, and at the end how many games were won", () => {
  const games = [{ game: 1, entrants: [2, 1], match: "aa", status: "finished" }, { game: 2, entrants: [1, 2], match: "bb", status: "running" }];
  const card = seen(1, { tables: [{ table: 1, entrants: [1, 2], match: "bb", best_of: 3, won: [1, 0], games }] });
  const { round, table } = /** @type {any} */ (ownRound(card));
  assert.equal(ownStateText(card, round, table), "Round 2 · Seat 1 · game 2 of at most 3: being played");
  const over = { ...table, won: [2, 0], result: { points: [24, 9], places: [1, 2], kind: "played", entry: 3 } };
  assert.match(ownStateText(card, round, over), /^Round 2 · played/);
  assert.equal(ownTableText(card, over), "Round 2: you won 2 : 0");
});

test("the page refreshes more often for an entrant who waits for the next table", () => {
  const waits = [seen(1, { progress: "closed" }), seen(null, { progress: "closed" })].map(refreshDelay);
  assert.ok(Number(waits[0]) < Number(waits[1]));
});
