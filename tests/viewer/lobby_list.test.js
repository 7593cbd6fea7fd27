/** The lobby's list, which grows at both ends. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { timeAgo } from "../../service/viewer/ui/times.js";
import { matchesWaitingFor, filterBySearch, appendPage, findPastedId, refreshList, winners } from "../../service/viewer/pages/lobby/list.js";

/** @param {number} n @param {string} [name] @returns {any} */
const line = (n, name = `name ${n}`) => ({ id: n.toString(16).padStart(32, "0"), opened_at: `2026-01-01T00:00:${String(n).padStart(2, "0")}Z`, seats: [{ seat: 0, name }] });
/** @param {any} list */
const numbers = (list) => list.lines.map((/** @type {any} */ one) => parseInt(one.id, 16));

test("a fresh first page updates the beginning and keeps the lines loaded behind it", () => {
  const known = { lines: [9, 8, 7, 6, 5].map((n) => line(n)), next: "five" };
  const list = refreshList(known, { matches: [10, 9, 7].map((n) => line(n)), next: "seven" });
  assert.deepEqual(numbers(list), [10, 9, 7, 6, 5]);
  assert.equal(list.next, "five");
});

test("a match that appears in the middle is listed once", () => {
  const known = { lines: [9, 7, 6, 5].map((n) => line(n)), next: null };
  const list = refreshList(known, { matches: [9, 8].map((n) => line(n)), next: "eight" });
  assert.deepEqual(numbers(list), [9, 8, 7, 6, 5]);
});

test("a page after a gap starts the list again", () => {
  const list = refreshList({ lines: [2, 1].map((n) => line(n)), next: null }, { matches: [9, 8].map((n) => line(n)), next: "eight" });
  assert.deepEqual(numbers(list), [9, 8]);
  assert.equal(list.next, "eight");
});

test("if the first page is also the last, it is the whole list", () => {
  const list = refreshList({ lines: [2, 1].map((n) => line(n)), next: "x" }, { matches: [line(2)], next: null });
  assert.deepEqual(numbers(list), [2]);
  assert.equal(list.next, null);
});

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

test("matches that wait for their player come first, except those that a bot plays on", () => {
  const seats = (/** @type {any[]} */ ...all) => all.map((one, seat) => ({ seat, ...one }));
  const known = new Map([
    [line(1).id, seats({ player: "me", waiting: true }, { player: "you" })],
    [line(2).id, seats({ player: "me" }, { player: "you", waiting: true })],
    [line(3).id, seats({ player: "me", bot: "greedy", waiting: true })],
  ]);
  const own = [1, 2, 3, 4].map((n) => line(n));
  assert.deepEqual(matchesWaitingFor(own, known, "me"), [own[0]]);
  assert.deepEqual(matchesWaitingFor(own, known, null), []);
});
