/** The lobby's lists: finished matches, tables and challenges. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { timeAgo } from "../../service/viewer/ui/times.js";
import { personName, seatName } from "../../service/viewer/ui/seat_name.js";
import { openOffers } from "../../service/viewer/pages/lobby/challenge_lists.js";
import { loadAreas } from "../../service/viewer/words/words.js";
import { isAsked } from "../../service/viewer/pages/lobby/tables.js";
import { filterBySearch, appendPage, findPastedId, winners } from "../../service/viewer/pages/lobby/list.js";

/** @param {number} n @param {string} [name] @returns {any} */
const line = (n, name = `name ${n}`) => ({ id: n.toString(16).padStart(32, "0"), opened_at: `2026-01-01T00:00:${String(n).padStart(2, "0")}Z`, seats: [{ seat: 0, name }] });
/** @param {any} list */
const numbers = (list) => list.lines.map((/** @type {any} */ one) => parseInt(one.id, 16));

test("a further page is added without duplicates", () => {
  const list = appendPage({ lines: [9, 8].map((n) => line(n)), next: "eight" }, { matches: [8, 7].map((n) => line(n)), next: null });
  assert.deepEqual(numbers(list), [9, 8, 7]);
});

test("a search ignores accents in names, and finds ids by their beginning", () => {
  const lines = [line(0xabc, "Zoë"), line(2, "Ben")];
  /** @param {any} one */
  const names = (one) => [one.seats[0].name, "Katharina"];
  assert.equal(filterBySearch(lines, "zoe", names).length, 1);
  assert.equal(filterBySearch(lines, "kath ben", names).length, 1);
  assert.equal(filterBySearch(lines, "00000", names).length, 2);
  assert.equal(filterBySearch(lines, " ", names).length, 2);
  assert.equal(filterBySearch(lines, "nobody", names).length, 0);
});

test("an id is found within a pasted text", () => {
  const id = "0123456789abcdef0123456789abcdef";
  assert.equal(findPastedId(` ${id} `), id);
  assert.equal(findPastedId(`http://host:1/replay/${id}?e=3`), id);
  assert.equal(findPastedId(`${id}0`), null);
  assert.equal(findPastedId("Ada"), null);
});

test("equal points share the first place", () => {
  assert.deepEqual(winners({ points: [3, 5, 5], places: [3, 1, 1] }), [1, 2]);
});

test("times are in the reader's language", () => {
  const now = Date.parse("2026-01-02T00:00:00Z");
  assert.equal(timeAgo("2026-01-01T23:55:00Z", "en", now), "5 minutes ago");
  assert.equal(timeAgo("2026-01-01T00:00:00Z", "de", now), "gestern");
  assert.equal(timeAgo("2026-01-02T00:00:09Z", "nl", now), "nu");
});

test("a match waits for its player unless a bot plays on", () => {
  const table = (/** @type {any[]} */ ...seats) => /** @type {any} */ ({ seats });
  assert.equal(isAsked(table({ player: "me", waiting: true }, { player: "you" }), "me"), true);
  assert.equal(isAsked(table({ player: "me" }, { player: "you", waiting: true }), "me"), false);
  assert.equal(isAsked(table({ player: "me", bot: "greedy", waiting: true }), "me"), false);
});

test("only open challenges are shown, and received ones are separate from sent ones", () => {
  const made = (/** @type {string} */ id, /** @type {string} */ state, /** @type {string} */ challenger, /** @type {string} */ challenged) => /** @type {any} */ ({ id, state, challenger, challenged });
  const { to, by } = openOffers([made("a", "open", "ann", "bob"), made("b", "declined", "ann", "bob"), made("c", "open", "bob", "ann")], "bob");
  assert.deepEqual([to.map((one) => one.id), by.map((one) => one.id)], [["a"], ["c"]]);
});

test("the name of a bot account says that it is a bot", () => {
  assert.equal(personName({ name: "Ann" }), "Ann");
  assert.equal(personName({ name: "Tin", bot_account: true }), personName({ name: "Tin", bot: true }));
  assert.notEqual(personName({ name: "Tin", bot: true }), "Tin");
});

test("a bot of a tournament has the same name in lists as in its tournament", async () => {
  await loadAreas("common");
  assert.equal(seatName({ seat: 0, bot: "greedy", entrant: 3 }), "Bot 3 (greedy)");
});
