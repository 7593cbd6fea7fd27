/** The parts of the tournament pages that need no browser: plans, tables by hand, places, clocks, and what others did meanwhile. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { clockOf } from "../../service/viewer/forms/clock_draft.js";
import { FORMAT_NAMES, formatOf, formatPlan, moveItem, longestPath, stageDraft, stageOf } from "../../service/viewer/pages/tournaments/plans.js";
import { dropEmpty, moveEntrant } from "../../service/viewer/pages/tournament/organiser/by_hand.js";
import { findPlayerId } from "../../service/viewer/pages/tournament/organiser/enter.js";
import { isList, decodeFile } from "../../service/viewer/pages/tournament/organiser/list_text.js";
import { changesSince } from "../../service/viewer/pages/tournament/organiser/others_changes.js";
import { secondsLeft } from "../../service/viewer/pages/tournament/organiser/running_matches.js";
import { isPlayedOut } from "../../service/viewer/pages/tournament/own_table.js";
import { entrantName, namesakes, nameWithNumber } from "../../service/viewer/pages/tournament/people.js";
import { leader, placesOf, interpretResult, namedWinner } from "../../service/viewer/pages/tournament/places.js";
import { speakerFor } from "../../service/viewer/pages/tournament/report.js";

test("a draft has a format as long as it would be sent like it", () => {
  for (const format of FORMAT_NAMES) assert.equal(formatOf(formatPlan(format, 2, "5").stages), format);
  const { stages, scoring } = formatPlan("final", 4);
  assert.equal(scoring, "place-4-3-2-1");
  assert.equal(formatOf(stages.map((one) => ({ ...one, groups: " 1 " }))), "final");
  assert.equal(formatOf(stages.map((one) => ({ ...one, groups: "2" }))), "");
});

test("a stage is sent without the fields that its method does not use", () => {
  const typed = stageDraft({ rounds: "5", groups: "2", cut: "8", advance: "2" });
  assert.deepEqual(stageOf(typed, 0), { method: "swiss", table: 4, rounds: 5, groups: 2 });
  assert.deepEqual(stageOf({ ...typed, method: "round-robin" }), { method: "round-robin", table: 4, groups: 2, cut: 8 });
  assert.deepEqual(stageOf({ ...typed, method: "elimination" }), { method: "elimination", table: 4, cut: 8, advance: 2 });
  assert.deepEqual(stageOf({ ...typed, table: 2, best_of: 3 }, 0), { method: "swiss", table: 2, rounds: 5, groups: 2, best_of: 3 });
  assert.equal(stageOf({ ...typed, best_of: 3 }).best_of, undefined, "only two play several games");
  assert.equal(stageOf({ ...typed, rounds: "" }).rounds, 0, "the service says what is wrong with that");
});

test("a clock is sent with only the fields that apply", () => {
  const typed = { on: true, command: "", match: "7,5", increment: "10", at_zero: "forfeit", bot: "greedy" };
  assert.deepEqual(clockOf(typed), { match: 450, increment: 10, at_zero: "forfeit" });
  assert.deepEqual(clockOf({ ...typed, at_zero: "bot" }), { match: 450, increment: 10, at_zero: "bot", bot: "greedy" });
  assert.deepEqual(clockOf({ ...typed, at_zero: "default" }), { match: 450, increment: 10, at_zero: "default", bot: "greedy" });
  assert.deepEqual(clockOf({ ...typed, at_zero: "default", bot: "" }), { match: 450, increment: 10, at_zero: "default" });
  assert.equal(clockOf({ ...typed, on: false }), null);
});

test("tie-breaks can be reordered, and a refusal is matched to its field", () => {
  assert.deepEqual(moveItem(["BH", "SB", "WIN"], 2, 1), ["BH", "WIN", "SB"]);
  assert.deepEqual(moveItem(["BH", "SB", "WIN"], 0, 1), ["SB", "BH", "WIN"]);
  const places = ["$.stages", "$.stages[1]", "$.stages[1].rounds", "$.tie_breaks"];
  assert.equal(longestPath("$.stages[1].rounds", places), "$.stages[1].rounds");
  assert.equal(longestPath("$.stages[1].secret", places), "$.stages[1]");
  assert.equal(longestPath("$.tie_breaks[3]", places), "$.tie_breaks");
  assert.equal(longestPath("$.tie_breaking", places), "");
});

test("an entrant who is moved to a seat swaps with the one who sat there", () => {
  assert.deepEqual(moveEntrant([[1, 2], [3, 4]], 0, 1, 3), [[1, 3], [2, 4]]);
  assert.deepEqual(moveEntrant([[1, 2]], 0, 0, 5), [[5, 2]]);
  assert.deepEqual(moveEntrant([[1, 0], [0, 0]], 0, 0, 0), [[0, 0], [0, 0]]);
  assert.deepEqual(dropEmpty([[1, 0, 2], [0, 0]]), [[1, 2]]);
});

test("equal points share a place, and the following places are skipped", () => {
  assert.deepEqual(placesOf([7, 9, 7, 2]), [2, 1, 2, 4]);
  assert.deepEqual(placesOf([0, 0]), [1, 1]);
});

test("a named winner is first whatever the points, and must be named if several share the most", () => {
  assert.equal(leader([7, 9, 3]), 1);
  assert.equal(leader([9, 9, 3]), null);
  assert.deepEqual(placesOf([9, 9, 3], 1), [2, 1, 3]);
  assert.deepEqual(placesOf([9, 7, 7, 2], 3), [2, 3, 3, 1]);
});

test("a typed result is ready when it is complete and has its winner", () => {
  const card = /** @type {any} */ ({ one_winner: true });
  assert.deepEqual(interpretResult(card, ["13", "9", ""], null), { complete: false, numbers: [13, 9, 0], winner: null, places: [1, 2, 3], ready: false });
  assert.deepEqual(interpretResult(card, ["13", "9", "7"], null).places, [1, 2, 3]);
  assert.ok(!interpretResult(card, ["13", "13", "7"], null).ready, "somebody has to be named");
  assert.deepEqual(interpretResult(card, ["13", "13", "7"], 1).places, [2, 1, 3]);
  assert.ok(interpretResult(/** @type {any} */ ({ one_winner: false }), ["13", "13"], null).ready);
  for (const wrong of ["-1", "1.5", "x", "123456"]) assert.ok(!interpretResult(card, ["13", wrong], null).complete, wrong);
});

test("a correction keeps a named winner only if the points alone would not give that winner", () => {
  assert.equal(namedWinner({ points: [13, 9], places: [1, 2] }), null);
  assert.equal(namedWinner({ points: [13, 13], places: [2, 1] }), 1);
  assert.equal(namedWinner({ points: [7, 9], places: [1, 2] }), 0);
  assert.equal(namedWinner(undefined), null);
});

/** @type {any} */
const HALL = {
  entrants: [{ number: 1, name: "Anna", guest: true }, { number: 2, name: "Ben" }, { number: 3, name: "ANNA", guest: true }, { number: 4, bot: "greedy" }, { number: 5, bot: "greedy" }, { number: 6 }, { number: 7 }],
  yours: { organiser: true, referee: true, entrant: null, may_add_entropy: false },
};

test("namesakes are always shown with their numbers, and all entrants are if numbers matter", () => {
  assert.deepEqual(namesakes(HALL), [[1, 3]]);
  assert.deepEqual([1, 2, 3].map((number) => entrantName(HALL, number)), ["Anna · 1", "Ben", "ANNA · 3"]);
  assert.deepEqual([1, 2].map((number) => nameWithNumber(HALL, number)), ["Anna · 1", "Ben · 2"]);
  assert.equal(nameWithNumber(HALL, 4), entrantName(HALL, 4), "bots have theirs in the name");
});

test("staff confirm results for guests, entrants for themselves, and nobody else confirms any", () => {
  const table = (/** @type {number[]} */ ...entrants) => /** @type {any} */ ({ entrants });
  assert.equal(speakerFor(HALL, table(1, 2)), 0);
  assert.equal(speakerFor(HALL, table(2, 4)), null);
  assert.equal(speakerFor({ ...HALL, yours: { ...HALL.yours, entrant: 2 } }, table(1, 2)), 2);
  assert.equal(speakerFor({ ...HALL, yours: { organiser: false, referee: false, entrant: null, may_add_entropy: false } }, table(1, 3)), null);
});

test("a pasted list is distinguished from a name, and a file is decoded as it was written", () => {
  for (const list of ["Ada\nBen", "Ada\r\nBen\r\n", "Ada\tNorth", "Ada;North"]) assert.ok(isList(list), list);
  for (const name of ["Ada", "Ada\n", " Ada Meier ", "Meier, Anna", ""]) assert.ok(!isList(name), name);
  const bytes = (/** @type {number[]} */ ...all) => decodeFile(new Uint8Array(all).buffer);
  assert.equal(bytes(0xef, 0xbb, 0xbf, 0x4d, 0xc3, 0xbc), "Mü");
  assert.equal(bytes(0x4d, 0xfc), "Mü", "as a German spreadsheet writes it");
  assert.equal(bytes(0xff, 0xfe, 0x4d, 0, 0xfc, 0), "Mü");
  assert.equal(bytes(), "");
});

test("a player is found by an id or by the address of a page", () => {
  const id = "0123456789abcdef0123456789abcdef";
  for (const text of [id, ` ${id.toUpperCase()} `, `https://chronik.test/players/${id}`, `/players/${id}?x#y`]) assert.equal(findPlayerId(text), id);
  for (const text of ["", "Ada", `/matches/${id}`, `${id}0`]) assert.equal(findPlayerId(text), "");
});

test("time runs down only while it runs, and the nearest limit counts", () => {
  const time = { seat: 0, runs: true, answer_left: 90_000, match_left: 60_500 };
  assert.equal(secondsLeft(time, 0), 61);
  assert.equal(secondsLeft(time, 1_000), 60);
  assert.equal(secondsLeft(time, 99_000), 0);
  assert.equal(secondsLeft({ ...time, runs: false }, 99_000), 61);
  assert.equal(secondsLeft({ seat: 0, runs: true }, 0), null);
  assert.equal(secondsLeft(undefined, 0), null);
});

test("a tournament is played out when the last round of its last stage is closed", () => {
  const round = (/** @type {number} */ stage, progress = "closed", name = null) => ({ stage, progress, name });
  const playedOut = (/** @type {number[]} */ counts, /** @type {any[]} */ rounds) =>
    isPlayedOut(/** @type {any} */ ({ plan: { stages: counts }, stage_names: counts.map((count) => ({ rounds: count })), rounds: rounds.map((one, at) => ({ ...one, round: at + 1 })) }));
  assert.ok(playedOut([2], [round(0), round(0)]));
  assert.ok(!playedOut([2], [round(0)]));
  assert.ok(!playedOut([2], [round(0), round(0, "started")]));
  assert.ok(!playedOut([2, 1], [round(0), round(0)]));
  assert.ok(playedOut([2, 1], [round(0), round(0), round(1)]));
  assert.ok(!playedOut([0], [round(0)]), "the number of rounds is not known yet");
  assert.ok(playedOut([0], [round(0, "closed", /** @type {any} */ ({ code: "final" }))]));
});

test("the actions of others since a version are listed, but automatic entries are not", () => {
  const card = /** @type {any} */ ({ staff: [{ player: "o", name: "Otto" }], entrants: [{ number: 1, player: "a", name: "Ada" }] });
  const record = [
    { n: 4, by: "o", e: { t: "round-paired", round: 1 } },
    { n: 5, by: "m", e: { t: "round-started", round: 1 } },
    { n: 6, e: { t: "result-arrived" } },
    { n: 7, by: "o", e: { t: "result-ruled", round: 1, table: 2 } },
  ];
  assert.deepEqual(changesSince(card, record, 4, "m"), { own: true, others: ["desk.event.result-ruled"] });
  assert.deepEqual(changesSince(card, record, 3, "x"), { own: false, others: ["desk.event.round-paired", "desk.event.round-started", "desk.event.result-ruled"] });
});
