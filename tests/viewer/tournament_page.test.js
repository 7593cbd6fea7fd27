/** The pages of a tournament and of a player, as far as they need no browser. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ratingPaths } from "../../service/viewer/pages/people/curve.js";
import { refreshDelay } from "../../service/viewer/pages/tournament/summary.js";
import { gameText, latestGame, pointsOf, asTable, formatScore } from "../../service/viewer/pages/tournament/games.js";
import { reasonText } from "../../service/viewer/pages/tournament/draw_details.js";
import { isRounded, formatDuration, formatAmount } from "../../service/viewer/pages/tournament/numbers.js";
import { stageText } from "../../service/viewer/pages/tournament/plan.js";
import { progressText } from "../../service/viewer/pages/tournament/rounds.js";
import { tellsWinners } from "../../service/viewer/pages/tournament/hidden_results.js";
import { parseHash } from "../../service/viewer/pages/tournament/sections.js";
import { startText } from "../../service/viewer/pages/tournament/start.js";
import { sumText } from "../../service/viewer/pages/tournament/standings.js";
import { stateText } from "../../service/viewer/pages/tournament/table.js";
import { whyText } from "../../service/viewer/pages/tournament/terms.js";
import { isOpen } from "../../service/viewer/pages/tournament/entry.js";
import { loadAreas, t } from "../../service/viewer/words/words.js";

await loadAreas("common", "stages", "tournament");

/** @type {any} */
const CARD = {
  phase: "running",
  entrants: [{ number: 1, name: "Ada" }, { number: 2, name: "Ben" }, { number: 3, bot: "greedy" }],
  rounds: [{ progress: "started", round: 1, tables: [{ table: 1, entrants: [1, 2], result: { points: [3, 1] } }, { table: 2, entrants: [3] }] }],
  yours: { organiser: false, referee: false, entrant: null, may_add_entropy: false },
};

test("an address names a part, a round and a table", () => {
  assert.deepEqual(parseHash("#rounds/3/2", "about"), { section: "rounds", round: 3, table: 2, list: 0 });
  assert.deepEqual(parseHash("#standings", "about"), { section: "standings", round: 0, table: 0, list: 0 });
  assert.deepEqual(parseHash("#lists/5", "about"), { section: "lists", round: 0, table: 0, list: 5 });
  for (const strange of ["", "#", "#nothing", "#rounds/x/-"]) assert.equal(parseHash(strange, "about").round, 0);
  assert.equal(parseHash("#nothing", "standings").section, "standings");
});

test("the page refreshes often while tables are played, and never once it is over and the secret is published", () => {
  const over = { ...CARD, phase: "finished", secret: { draws: "", tables: null } };
  const waits = [CARD, { ...CARD, rounds: [] }, { ...CARD, phase: "cancelled", secret: null }, over, { ...over, phase: "cancelled" }].map(refreshDelay);
  assert.ok(Number(waits[0]) < Number(waits[1]));
  assert.equal(waits[2], waits[1]);
  assert.deepEqual(waits.slice(3), [null, null]);
});

test("the start is a planned time with a countdown until it has passed, or the organiser's decision", () => {
  const before = Date.parse("2026-11-28T16:50:00Z");
  assert.match(startText("2026-11-28T19:00:00Z", before), /^Begins Saturday.*, in 2 hr 10 min\.$/);
  assert.match(startText("2026-11-28T16:00:00Z", before), /^Planned for Saturday/);
  assert.equal(startText(null, before), "Begins when the organiser starts it.");
});

test("players can join during registration, and the organiser until the start", () => {
  const as = (/** @type {string} */ phase, organiser = false) => isOpen({ ...CARD, phase, yours: { ...CARD.yours, organiser } });
  assert.deepEqual(["announced", "registration", "ready", "running", "finished"].map((phase) => as(phase)), [false, true, false, false, false]);
  assert.deepEqual(["announced", "ready", "running", "finished"].map((phase) => as(phase, true)), [false, true, false, false]);
});

test("a finished table is not said to wait for its result once the tournament is called off", () => {
  const [, table] = CARD.rounds[0].tables;
  assert.equal(stateText({ ...CARD, plan: {} }, CARD.rounds[0], { ...table, status: "finished" }), "over; the result is on its way");
  assert.equal(stateText({ ...CARD, plan: {}, phase: "cancelled" }, CARD.rounds[0], { ...table, status: "finished" }), "called off");
  const early = { ...table, entrants: [1, 2], result: { kind: "played", cause: "forfeited", places: [1, 2], points: [0, 0] } };
  assert.equal(stateText({ ...CARD, plan: {} }, CARD.rounds[0], early), "Ben gave up");
  assert.equal(stateText({ ...CARD, plan: { clock: { match: 60 } } }, CARD.rounds[0], early), "Ben gave up or ran out of time");
});

/** @type {any} */
const SERIES = {
  table: 1, entrants: [1, 2], match: "bb", status: "running", best_of: 3, won: [1, 0],
  games: [
    { game: 1, entrants: [1, 2], match: "aa", status: "finished", result: { points: [12, 9], places: [1, 2], kind: "played", entry: 9 } },
    { game: 2, entrants: [2, 1], match: "bb", status: "running" },
  ],
};

test("the latest game of a series stands for its table, with its own seats", () => {
  const now = latestGame(SERIES);
  assert.deepEqual([now.entrants, now.match, now.game, now.table, now.games], [[2, 1], "bb", 2, 1, undefined]);
  assert.equal(latestGame(CARD.rounds[0].tables[0]), CARD.rounds[0].tables[0]);
  assert.deepEqual(asTable(SERIES, SERIES.games[0]).result, SERIES.games[0].result);
});

test("a game is shown in the order of the table’s seats", () => {
  const swapped = { ...SERIES.games[1], result: { points: [12, 7], places: [1, 2], kind: "ruled", entry: 12 } };
  assert.deepEqual(pointsOf(SERIES, swapped), [7, 12]);
  assert.equal(formatScore(pointsOf(SERIES, SERIES.games[0])), "12 : 9");
  assert.equal(gameText(SERIES, swapped), "7 : 12 (ruled by a referee)");
  assert.equal(gameText(SERIES, SERIES.games[1]), "being played");
  const ruled = { ...SERIES, result: { points: [1, 0], places: [1, 2], kind: "ruled", entry: 13 } };
  assert.equal(gameText(ruled, SERIES.games[1]), "called off");
  assert.equal(stateText({ ...CARD, plan: {} }, CARD.rounds[0], SERIES), "game 2 of at most 3: being played");
  assert.equal(stateText({ ...CARD, plan: {} }, CARD.rounds[0], ruled), "ruled by a referee · points 1 : 0");
});

test("stages are described in sentences", () => {
  assert.equal(stageText({ method: "elimination", table: 2, best_of: 3 }), "Elimination at tables of 2: the winner advances. Best of 3 games at each table.");
  assert.equal(
    stageText({ method: "swiss", table: 4, rounds: 5 }),
    "5 rounds of the Swiss system at tables of 4: entrants with similar scores meet, and repeat meetings are avoided.",
  );
  assert.equal(stageText({ method: "elimination", table: 4, cut: 16, advance: 2 }), "Elimination at tables of 4: the first 2 advance. Only the best 16 of the previous stage take part.");
  assert.equal(stageText({ method: "round-robin", table: 2, groups: 2 }), "Everybody meets everybody at tables of 2. In 2 groups.");
});

test("reasons are sentences, and an unknown code is shown as it is", () => {
  assert.equal(reasonText(CARD, { code: "repeat", entrants: [1, 2] }), "Ada and Ben have met before.");
  assert.equal(reasonText(CARD, { code: "bye", entrants: [1] }), "Ada: bye.");
  assert.equal(reasonText(CARD, { code: "bye", entrants: [3, 1] }), "Bot 3 (greedy) has a bye, although it was Ada’s turn.");
  assert.equal(reasonText(CARD, { code: "lot", entrants: [2, 1] }), "Completely equal, and ordered by lot: Ben and Ada.");
  assert.match(reasonText(CARD, { code: "lot", entrants: [2, 1, 3, 2, 1, 3, 2] }), /^7 were completely equal/);
  assert.equal(reasonText(CARD, { code: "moon", entrants: [2] }), "moon: Ben");
});

test("every way of scoring, every tie-break and every reason has words", () => {
  const presets = readFileSync(new URL("../../domain/tournament/counting/presets.toml", import.meta.url), "utf8");
  const breaks = readFileSync(new URL("../../domain/tournament/counting/tiebreak.py", import.meta.url), "utf8");
  const found = (/** @type {string} */ text, /** @type {RegExp} */ what) => [...new Set([...text.matchAll(what)].map(([, one]) => one))];
  const codes = [...found(breaks, /^ {8}"([A-Z0-9-]+)": /gm), "DE", "H2H", "LOT", "PTS"];
  assert.ok(codes.length > 20);
  const keys = [
    ...found(presets, /^id = "(.+)"$/gm).map((id) => `scoring.${id}`),
    ...found(presets, /^incentive = "(.+)"$/gm).map((one) => `incentive.${one}`),
    ...codes.map((code) => `tie.${code}`),
    ...["repeat", "score", "thrice", "seat", "bye", "club", "size", "tie", "lucky", "lot", "lot_many"].map((code) => `reason.${code}`),
  ];
  assert.deepEqual(keys.filter((key) => t(`tournament.${key}`) === `tournament.${key}`), []);
});

test("a round says how many of its tables have results", () => {
  assert.equal(progressText(CARD.rounds[0]), "1 of 2 tables have their results");
});

test("amounts and durations are formatted for readers", () => {
  assert.equal(formatAmount({ value: 0.310421, exact: "140/451" }), "0.31");
  assert.equal(isRounded({ value: 0.310421, exact: "140/451" }), true);
  assert.equal(isRounded({ value: 1.5, exact: "3/2" }), false);
  assert.equal(isRounded({ value: 4, exact: "4" }), false);
  assert.equal(formatDuration(5400), "1 hour 30 minutes");
  assert.equal(formatDuration(90_061), "1 day 1 hour");
  assert.equal(formatDuration(45), "45 seconds");
});

test("a rating is drawn inside its box", () => {
  const point = (/** @type {number} */ middle) => /** @type {any} */ ({ middle, deviation: 5, shown: middle - 15 });
  const { line, band } = ratingPaths([point(20), point(30), point(25)]);
  assert.match(line, /^M6\.0 [\d.]+L160\.0 [\d.]+L314\.0 [\d.]+$/);
  const heights = [...`${line} ${band}`.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
  assert.ok(Math.min(...heights) >= 6 && Math.max(...heights) <= 90);
  assert.doesNotMatch(ratingPaths([point(20)]).line, /NaN/);
});

test("an amount explains itself by the place and points of its table, or by its note", () => {
  const card = /** @type {any} */ ({ rounds: [{ tables: [{ table: 1, entrants: [3, 1, 2], result: { points: [9, 13, 7], places: [2, 1, 3] } }, { table: 2, entrants: [4, 5] }] }] });
  const term = (/** @type {number} */ table, rest = {}) => /** @type {any} */ ({ round: 1, table, about: null, match: null, note: "", ...rest });
  assert.equal(whyText(card, 1, term(1)), "place 1 of 3, 13 of 29 points");
  assert.equal(whyText(card, 1, term(1, { about: 2 })), "place 3 of 3, 7 of 29 points");
  assert.equal(whyText(card, 1, term(1, { note: "bye" })), "bye");
  assert.equal(whyText(card, 4, term(2)), "", "no result yet");
  assert.equal(whyText(card, 1, term(0, { round: 0 })), "");
  const value = (/** @type {number[]} */ ...amounts) => /** @type {any} */ ({ terms: amounts.map((one) => ({ amount: { value: one, exact: String(one) } })) });
  assert.equal(sumText(value(4, 2, -0.5)), "4 + 2 − 0.5");
  assert.equal(sumText(value(4)), "", "the score itself says it");
  assert.equal(sumText(/** @type {any} */ ({ terms: [{ amount: { value: 1, exact: "1" }, note: "bye" }] })), "1 (bye)");
  assert.equal(sumText(value(1, 1, 1, 1, 1, 1, 1)), "", "too many to stand there");
});

test("pairings tell who won before in later stages and in later rounds of a knockout", () => {
  const rounds = (/** @type {string} */ method) => [0, 0, 1].map((stage, at) => tellsWinners(/** @type {any} */ ({ plan: { stages: [{ method }] } }), /** @type {any} */ ({ round: at + 1, stage })));
  assert.deepEqual([rounds("elimination"), rounds("swiss")], [[false, true, true], [false, false, true]]);
});
