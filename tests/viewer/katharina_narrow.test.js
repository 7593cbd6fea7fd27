/** Narrowing: every answer that the service offers can be clicked together, and no other. */

import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { answer, choose, chooseCard, lay, left, may, missing, picked, picksOf, place, same, takeBack } from "../../service/viewer/games/katharina/choice/narrow.js";

/** Option lists that a running service has sent, by the kind of question.
 * @type {Record<string, {prompt: any, hand: string[], row: string[], options: any[]}>}
 */
const RECORDED = JSON.parse(readFileSync(new URL("katharina_options.json", import.meta.url), "utf8"));
const SETS = ["cards", "discards", "bonus_discards"];

/** Clicks an answer together like a person: cards by clicks in the hand, everything else by its value. @param {any[]} options @param {any} wanted */
function clicked(options, wanted) {
  /** @type {import("../../service/viewer/games/katharina/choice/narrow.js").Picked[]} */
  let picks = [];
  for (const [field, value] of picksOf(wanted)) {
    if (picks.some(([name, had]) => name === field && had === value)) continue;
    const card = SETS.includes(field) || field === "action" || field === "activation";
    picks = card ? chooseCard(options, picks, value) : choose(options, picks, field, value);
  }
  return picks;
}

for (const [kind, { options, hand }] of Object.entries(RECORDED)) {
  test(`${kind}: every option can be clicked together`, () => {
    for (const wanted of options) {
      assert.ok(same(answer(options, clicked(options, wanted)), wanted), JSON.stringify(wanted));
    }
  });

  test(`${kind}: whatever is clicked, the answer is a legal option or is still incomplete`, () => {
    let dice = 7;
    const roll = (/** @type {number} */ n) => (dice = (dice * 1103515245 + 12345) % 2147483648) % n;
    for (let again = 0; again < 40; again += 1) {
      /** @type {any[]} */
      let picks = [];
      for (let click = 0; click < 12; click += 1) {
        const some = picksOf(options[roll(options.length)]);
        const [field, value] = some[roll(some.length)] ?? ["perform", false];
        picks = roll(2) && hand.length ? chooseCard(options, picks, hand[roll(hand.length)]) : SETS.includes(field) ? chooseCard(options, picks, value) : choose(options, picks, field, value);
        if (roll(5) === 0) picks = takeBack(picks);
        assert.ok(left(options, picks).length > 0, JSON.stringify(picks));
        const found = answer(options, picks);
        if (found) assert.ok(options.some((option) => same(option, found.cards ? { ...found, cards: [...found.cards].sort() } : found)));
        else assert.ok(missing(options, picks).length > 0, JSON.stringify(picks));
      }
    }
  });
}

const of = (/** @type {string} */ kind) => RECORDED[kind].options;

test("a display keeps the order in which its cards were picked", () => {
  const { options, hand } = RECORDED["choose-display"];
  const picks = [hand[4], hand[0], hand[2]].reduce((now, card) => chooseCard(options, now, card), /** @type {any[]} */ ([]));
  assert.deepStrictEqual(answer(options, picks)?.cards, [hand[4], hand[0], hand[2]]);
});

test("a fourth card replaces the third", () => {
  const { options, hand } = RECORDED["choose-display"];
  const picks = hand.slice(0, 4).reduce((now, card) => chooseCard(options, now, card), /** @type {any[]} */ ([]));
  assert.deepStrictEqual(picked(picks, "cards"), [hand[0], hand[1], hand[3]]);
});

test("a card that is laid on a place of the opening row moves the others on", () => {
  const { options, hand } = RECORDED["choose-display"];
  const picks = [hand[0], hand[1], hand[2]].reduce((now, card) => chooseCard(options, now, card), /** @type {any[]} */ ([]));
  assert.deepStrictEqual(picked(lay(options, picks, hand[2], 0), "cards"), [hand[2], hand[0], hand[1]]);
  assert.deepStrictEqual(picked(lay(options, picks, hand[4], 1), "cards"), [hand[0], hand[4], hand[1]]);
});

test("a card that is clicked again is put back", () => {
  const { options, hand } = RECORDED["play-cards"];
  assert.deepStrictEqual(chooseCard(options, chooseCard(options, [], hand[1]), hand[1]), []);
});

test("the first card goes to the action row, the second below it, and a third replaces the second", () => {
  const { options, hand } = RECORDED["play-cards"];
  const picks = hand.slice(0, 3).reduce((now, card) => chooseCard(options, now, card), /** @type {any[]} */ ([]));
  assert.deepStrictEqual([picked(picks, "action"), picked(picks, "activation")], [hand[0], hand[2]]);
});

test("two cards can be swapped without changing the slot", () => {
  const { options, hand } = RECORDED["play-cards"];
  const picks = place(options, [["action", hand[0]], ["activation", hand[1]], ["slot", 1]], "action", hand[1]);
  assert.deepStrictEqual(answer(options, picks), { t: "play-cards", action: hand[1], activation: hand[0], slot: 1 });
});

test("a card can be placed below before a card for the row is picked", () => {
  const { options, hand } = RECORDED["play-cards"];
  const picks = choose(options, place(options, [], "activation", hand[2]), "slot", 0);
  assert.deepStrictEqual(missing(options, picks), [{ field: "action", n: 1 }]);
  assert.strictEqual(picked(chooseCard(options, picks, hand[0]), "action"), hand[0]);
});

test("a bonus that costs cards is not taken unless it is asked for", () => {
  const options = of("resolve:three_points_card");
  assert.deepStrictEqual(answer(options, [["perform", true]]), { t: "resolve", perform: true });
  const wanted = choose(options, [["perform", true]], "bonus", true);
  assert.strictEqual(answer(options, wanted), null);
  assert.deepStrictEqual(missing(options, wanted), [{ field: "bonus_discards", n: 1 }]);
});

test("if only the bonus costs cards, a clicked card pays for it, and putting it back cancels the bonus", () => {
  const { options, hand } = RECORDED["resolve:three_points_card"];
  const picks = chooseCard(options, [["perform", true]], hand[0]);
  assert.deepStrictEqual(answer(options, picks), { t: "resolve", perform: true, bonus: true, bonus_discards: [hand[0]] });
  assert.deepStrictEqual(answer(options, chooseCard(options, picks, hand[0])), { t: "resolve", perform: true });
});

test("declining drops the payment, and a click on a card switches back to performing", () => {
  const { options, hand } = RECORDED["resolve:region_residence"];
  const declined = choose(options, [["perform", true], ["discards", hand[0]]], "perform", false);
  assert.deepStrictEqual(answer(options, declined), { t: "resolve", perform: false });
  assert.deepStrictEqual(picked(chooseCard(options, declined, hand[0]), "discards"), [hand[0]]);
});

test("an action that cannot be performed is declined without a pick", () => {
  assert.deepStrictEqual(answer(of("resolve:goods_sets:decline"), []), { t: "resolve", perform: false });
});

test("a player who wants to build nowhere must pick that explicitly", () => {
  const options = of("build-or-pass");
  assert.strictEqual(answer(options, []), null);
  assert.deepStrictEqual(answer(options, choose(options, [], "city", null)), { t: "build-or-pass" });
  assert.ok(may(options, [["city", null]], "city", options[0].city));
});
