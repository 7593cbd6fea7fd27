/** Why a tool is disabled: which reason applies, and whose words explain it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { reasonFor, reasonText } from "../../service/viewer/asking/why.js";
import { loadWords } from "../../service/viewer/words/words.js";

const REASON = { kind: "buy-level", code: "cards", sentence: "That takes cards that are not in hand.", rule: "R1.3", rule_url: "/docs" };

test("a reason for the exact track comes before one for the whole kind", () => {
  const whole = { ...REASON, code: "another-question" };
  const science = { ...REASON, of: "science", code: "city-needed" };
  assert.equal(reasonFor([whole, science], { kind: "buy-level", of: "science" }), science);
  assert.equal(reasonFor([whole, science], { kind: "buy-level", of: "trade" }), whole);
  assert.equal(reasonFor([science], { kind: "buy-level", of: "trade" }), null);
  assert.equal(reasonFor([whole], { kind: "build-city" }), null);
});

const TOY = { book: async () => ({ "toy.off.cards": "for all", "toy.off.missing": "you lack {cards}", "toy.off.build-city.cards": "for cities" }), keys: (/** @type {any} */ one) => [`toy.off.${one.kind}.${one.code}`, ...(one.facts?.missing ? ["toy.off.missing"] : []), `toy.off.${one.code}`], counts: (/** @type {any} */ missing) => JSON.stringify(missing) };

test("a reason is explained in words for its kind, for its code, or by the service", async () => {
  assert.equal(reasonText(TOY, REASON), REASON.sentence);
  await loadWords(TOY.book);
  assert.equal(reasonText(TOY, REASON), "for all");
  assert.equal(reasonText(TOY, { ...REASON, kind: "build-city" }), "for cities");
  assert.equal(reasonText(TOY, { ...REASON, facts: { missing: { ore: 1 } } }), 'you lack {"ore":1}');
});
