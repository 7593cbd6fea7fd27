/** The pure parts of the replay: ticks, rows, curves, addresses, keys, notation. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { barPath, embedCode, pathOf } from "../../service/viewer/pages/replay/address.js";
import { Curves, boundsOf, spreadLabels, curvePath, gridStep } from "../../service/viewer/pages/replay/curves.js";
import { KEYMAP, actionOf, keyName } from "../../service/viewer/pages/replay/keymap.js";
import { formatEntries } from "../../service/viewer/pages/replay/notation.js";
import { otherNames, adjacentResult, normalise, filterRows, scrollPosition, visibleRange } from "../../service/viewer/pages/replay/rows.js";
import { findRuns, groupMarks, tickPaths } from "../../service/viewer/pages/replay/ticks.js";
import { lines } from "./replay_game.js";

test("every seat has its ticks in its own lane", () => {
  assert.deepEqual(tickPaths(lines("opened played:0 played:1 round played:0"), 2), ["M2 0v1M5 0v1", "M3 1v1"]);
});

test("a long match has no more ticks than can be seen", () => {
  const [path] = tickPaths(lines(Array.from({ length: 15_000 }, () => "played:0").join(" ")), 1);
  assert.ok((path.match(/M/g) ?? []).length <= 1801);
});

test("undone entries are drawn in runs", () => {
  assert.deepEqual(findRuns(new Set([7, 4, 5, 9])), [
    { from: 4, to: 5 },
    { from: 7, to: 7 },
    { from: 9, to: 9 },
  ]);
});

test("marks that are too close share a place, and the rarer kind is shown", () => {
  const marks = [10, 20, 30].map((version) => ({ version, kind: "reveal" }));
  const found = groupMarks([...marks, { version: 32, kind: "scoring" }], 5);
  assert.deepEqual(found.map(({ version, kind, others }) => [version, kind, others.length]), [
    [10, "reveal", 0],
    [20, "reveal", 0],
    [32, "scoring", 1],
  ]);
});

/** @param {Partial<Parameters<typeof filterRows>[2]>} [more] */
const about = (more = {}) => ({ hidden: null, struck: new Set([2]), notes: { 3: "why this?" }, kind: (/** @type {number} */ v) => (v === 3 ? "reveal" : null), framing: (/** @type {number} */ v) => v === 1, text: (/** @type {number} */ v) => `sentence ${v}`, ...more });
const NONE = { seat: "", kind: "", text: "" };

test("the log can be filtered by seat, kind and words", () => {
  const log = lines("opened played:0 revealed played:1");
  assert.deepEqual(filterRows(log, NONE, about()), [1, 2, 3, 4]);
  assert.deepEqual(filterRows(log, NONE, about({ hidden: new Set([2]) })), [1, 3, 4]);
  assert.deepEqual(filterRows(log, { ...NONE, seat: "1" }, about()), [4]);
  assert.deepEqual(filterRows(log, { ...NONE, seat: "none" }, about()), [1, 3]);
  assert.deepEqual(filterRows(log, { ...NONE, kind: "reveal" }, about()), [3]);
  assert.deepEqual(filterRows(log, { ...NONE, kind: "undone" }, about()), [2]);
  assert.deepEqual(filterRows(log, { ...NONE, kind: "frame" }, about()), [1]);
  assert.deepEqual(filterRows(log, { ...NONE, text: " WHY sentence" }, about()), [3]);
});

test("a line is found by words in any order, without accents, and by other names of its cards", () => {
  const log = lines("played:0 played:1");
  const told = ["", normalise("Ada schickt den Räuber auf Erz"), normalise(["Ben plays Masons", ...otherNames({ card: "trade.masons.1", name: "masons" }, { masons: "Engineer" })].join(" "))];
  const found = (/** @type {string} */ text) => filterRows(log, { ...NONE, text }, about({ text: (v) => told[v] }));
  assert.deepEqual(found("erz rauber"), [1]);
  assert.deepEqual(found("ENGINEER ben"), [2]);
  assert.deepEqual(found("ben erz"), []);
  assert.deepEqual(otherNames({ track: "science", level: 3, paid: { paper: 3 } }, { "science.3": "Aqueduct" }), ["Aqueduct"]);
});

test("stepping through search results starts again at either end", () => {
  assert.deepEqual([1, 4, 9].map((at) => adjacentResult([4, 8], at, 1)), [4, 8, 4]);
  assert.deepEqual([1, 8, 9].map((at) => adjacentResult([4, 8], at, -1)), [8, 4, 8]);
  assert.equal(adjacentResult([], 3, 1), 3);
});

test("only the rows in the window are drawn", () => {
  assert.deepEqual(visibleRange(15_000, 44, 44_000, 440), { from: 992, to: 1018 });
  assert.deepEqual(visibleRange(3, 44, 0, 440), { from: 0, to: 3 });
  assert.deepEqual(visibleRange(0, 44, 900, 440), { from: 0, to: 0 });
});

test("a visible row is not scrolled, and a distant one is scrolled to the middle", () => {
  assert.equal(scrollPosition(5, 44, 0, 440), null);
  assert.equal(scrollPosition(100, 44, 0, 440), 4202);
  assert.equal(scrollPosition(10, 44, 396, 44), 440);
  assert.equal(scrollPosition(10, 44, 440, 44), null);
  assert.equal(scrollPosition(0, 44, 2000, 440), 0);
});

test("curves are computed once, and after that only for new versions", () => {
  let asked = 0;
  const views = [null, { points: [0, 0] }, { points: [3, 0] }];
  const line = { first: 0, get last() { return views.length - 1; }, view: (/** @type {number} */ version) => views[version] };
  const curves = new Curves((view) => ((asked += 1), view.points));
  assert.deepEqual(curves.of(line), [null, [0, 0], [3, 0]]);
  views.push(views[2], { points: [3, 7] });
  assert.deepEqual(curves.of(line).at(-1), [3, 7]);
  assert.equal(asked, 4);
  assert.deepEqual(boundsOf(curves.of(line)), { highest: 7, lowest: 0 });
});

test("a curve is drawn in steps, and labels keep apart", () => {
  assert.equal(curvePath([null, [0], [0], [4]], 0, 5), "M1 5H3V1H3");
  assert.equal(curvePath([null], 0, 5), "");
  assert.equal(gridStep(105), 25);
  assert.deepEqual(spreadLabels([10, 12, 90], 15, 95), [10, 25, 90]);
  assert.deepEqual(spreadLabels([94, 94], 15, 95), [80, 95]);
});

test("an address names a moment, and the address bar is updated only if it differs", () => {
  const moment = { at: 87, viewer: "1", speed: 1.5 };
  assert.equal(pathOf("ab", moment), "/replay/ab?e=87&p=1&v=1.5");
  assert.equal(barPath("/replay/ab", "ab", { ...moment, live: false }), "/replay/ab?e=87&p=1&v=1.5");
  assert.equal(barPath("/replay/ab?e=87&p=1&v=1.5", "ab", { ...moment, live: false }), null);
  assert.equal(barPath("/matches/ab?e=3", "ab", { ...moment, live: true }), "/matches/ab");
  assert.equal(barPath("/matches/ab", "ab", { ...moment, live: false }), "/matches/ab?e=87&p=1&v=1.5");
  assert.equal(barPath("/embed/ab?theme=dark", "ab", { ...moment, live: false, theme: "dark" }), "/embed/ab?e=87&p=1&v=1.5&theme=dark");
});

test("the embed code contains nothing that could be taken for markup", () => {
  const code = embedCode("https://x", "ab", { at: 1, viewer: "spectator", speed: 1 }, 'A"<b>&');
  assert.ok(code.includes('src="https://x/embed/ab?e=1&amp;p=spectator&amp;v=1"'));
  assert.ok(code.includes('title="A&#34;&#60;b>&#38;"'));
});

/** @param {string} key @param {any} [more] */
const press = (key, more = {}) => /** @type {KeyboardEvent} */ (/** @type {unknown} */ ({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false, defaultPrevented: false, target: null, getModifierState: () => false, ...more }));
const ON = { letters: true };

test("each key has one meaning", () => {
  const keys = KEYMAP.flatMap(({ bindings }) => bindings.flatMap((binding) => binding.keys));
  assert.equal(new Set(keys).size, keys.length);
  for (const left of ["Enter", "Backspace", ..."0123456789"]) assert.ok(!keys.includes(left));
});

test("Shift distinguishes keys, and Ctrl, Alt or Meta leave them to the browser", () => {
  assert.equal(actionOf(press("ArrowRight"), ON), "step_on");
  assert.equal(actionOf(press("ArrowRight", { shiftKey: true }), ON), "turn_on");
  assert.equal(actionOf(press("m"), ON), "mark_on");
  assert.equal(actionOf(press("M", { shiftKey: true }), ON), "mark_back");
  assert.equal(actionOf(press("?", { shiftKey: true }), ON), "help");
  assert.equal(actionOf(press("c", { ctrlKey: true }), ON), null);
  assert.equal(actionOf(press("c", { metaKey: true }), ON), null);
  assert.equal(keyName(press("[", { ctrlKey: true, altKey: true, getModifierState: () => true })), "[");
});

test("only keys that move the cursor repeat while they are held down", () => {
  assert.equal(actionOf(press("l", { repeat: true }), ON), "five_on");
  assert.equal(actionOf(press("k", { repeat: true }), ON), null);
});

test("the letter keys can be switched off without affecting other keys", () => {
  assert.equal(actionOf(press("t"), { letters: false }), null);
  assert.equal(actionOf(press("?"), { letters: false }), null);
  assert.equal(actionOf(press(" "), { letters: false }), "play");
  assert.equal(actionOf(press("Home"), { letters: false }), "start");
});

test("keys are ignored in text fields, and Space belongs to a focused button", () => {
  const inside = (/** @type {string} */ wanted) => ({ closest: (/** @type {string} */ selector) => (selector.split(", ").some((one) => one === wanted) ? {} : null) });
  assert.equal(actionOf(press("t", { target: inside("textarea") }), ON), null);
  assert.equal(actionOf(press(" ", { target: inside("button") }), ON), null);
  assert.equal(actionOf(press("ArrowLeft", { target: inside("button") }), ON), "step_back");
  assert.equal(actionOf(press("t", { defaultPrevented: true }), ON), null);
});

test("the notation marks undone entries and keeps notes on their lines", () => {
  const text = formatEntries([
    { version: 3, text: "● seals", struck: true, note: "" },
    { version: 4, text: "undone to 2", struck: false, note: "so {what}\nnow" },
  ]);
  assert.equal(text, "U 3. ● seals\n4. undone to 2 {so what now}");
});
