/** The effects of a dry run in words, with real answers of a service, and the places where colours match. */

import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brought } from "../../service/viewer/games/katharina/choice/brought.js";
import { answerText, problemText, stillToPick } from "../../service/viewer/games/katharina/choice/says.js";
import { shownPicks } from "../../service/viewer/games/katharina/choice/picks.js";
import { missing } from "../../service/viewer/games/katharina/choice/narrow.js";
import en from "../../service/viewer/games/katharina/words/en.js";
import asked from "../../service/viewer/games/katharina/words/en_choice.js";
import { loadWords } from "../../service/viewer/words/words.js";

await loadWords(async () => ({ ...en, ...asked }));
const recorded = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const RECORDED = recorded("katharina_options.json");
const BOX = recorded("katharina_components.json");
const seatOf = (/** @type {any} */ { hand, row, prompt }, favour = 0) => ({ hand, action_row: row, prompt, favour });
const texts = (/** @type {any} */ preview, /** @type {any} */ command, /** @type {any} */ seat) => brought(preview, command, BOX, seat).map(({ text }) => text);

for (const [kind, question] of Object.entries(RECORDED)) {
  test(`${kind}: answers, dry runs and requests have words`, () => {
    const { options, dryRuns, prompt } = /** @type {any} */ (question);
    const said = options.map((/** @type {any} */ command) => answerText(command, BOX, seatOf(question)));
    for (const [command, preview] of dryRuns) said.push(...texts(preview, command, seatOf(question)));
    said.push(stillToPick(prompt.t, missing(options, [])));
    assert.doesNotMatch(said.join("\n"), /undefined|NaN|katharina\.|[{}]/);
  });
}

test("if favour raises the hand limit, the text says so", () => {
  const seat = seatOf(RECORDED["resolve:favour_for_card"], 2);
  const command = { t: "resolve", perform: true, discards: ["P001"] };
  assert.deepStrictEqual(texts({ favour: 2 }, command, seat).slice(0, 1), ["+2 favour, to step 4: hand limit 5"]);
});

test("the text names the cards that the hand limit turns into points, and how many points", () => {
  const seat = seatOf(RECORDED["resolve:market"]);
  assert.deepStrictEqual(texts({ points: 2, lost_cards: 2, drawn: 1 }, { t: "resolve", perform: true }, seat), ["+2 points, for cards above the hand limit", "+1 card"]);
  assert.deepStrictEqual(texts({ points: 5, lost_cards: 2 }, { t: "resolve", perform: true }, seat), ["+5 points, 2 of them for cards above the hand limit"]);
});

test("the text names an automatic bonus that is missing", () => {
  const seat = seatOf(RECORDED["resolve:three_points_goods"]);
  assert.deepStrictEqual(texts({ points: 3 }, { t: "resolve", perform: true }, seat), ["+3 points", "without the bonus"]);
});

test("slots with matching colours are marked", () => {
  const question = RECORDED["play-cards"];
  const colour = (/** @type {string} */ id) => BOX.cards.find((/** @type {any} */ card) => card.id === id).colour;
  const [action, activation] = question.hand;
  const { slots } = shownPicks(question.options, [["action", action], ["activation", activation]], BOX, seatOf(question), []);
  for (const [slot, pick] of Object.entries(slots)) {
    assert.strictEqual(pick.match, colour(question.row[slot] ?? action) === colour(activation));
    assert.strictEqual(pick.state, "legal");
  }
});

test("a refusal has its own words by kind and code, or else those of the service", () => {
  assert.match(problemText({ status: 0, kind: "unreachable", code: "unreachable" }), /does not answer/);
  assert.match(problemText({ status: 422, kind: "rejected", code: "city" }), /cannot build there/);
  assert.match(problemText({ status: 422, kind: "rejected", code: "something-new", message: "Not today." }), /Not today/);
});
