/** Answers to the questions of the card game: every recorded option can be picked, every form filled in, every payment made. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { begun, canonical, choices, counted, exchanged, formed, pays } from "../../service/viewer/games/catan_cards/choice/forms.js";
import { choose, narrowed, valueOf } from "../../service/viewer/games/catan_cards/choice/narrow.js";
import { looking } from "../../service/viewer/games/catan_cards/sight.js";
import { swapped, toggled } from "../../service/viewer/games/catan_cards/choice/places.js";
import { atOnce, paymentOf, toolsOf } from "../../service/viewer/games/catan_cards/choice/tools.js";

/** @type {{components: any, asked: Record<string, {prompt: any, options: any[], forms: any[], own: any}>}} */
const { components: BOX, asked: ASKED } = JSON.parse(readFileSync(new URL("catan_cards_asked.json", import.meta.url), "utf8"));
const tools = (/** @type {string} */ tag) => toolsOf(asked(tag).options, asked(tag).forms, asked(tag).prompt);
/** @param {string} tag @returns {{prompt: any, options: any[], forms: any[], own: any}} */
const asked = (tag) => /** @type {any} */ (ASKED[tag]);
/** @param {string} tag @param {string} id @returns {any} */
const tool = (tag, id) => tools(tag).find((one) => one.id === id);
const NOTHING = { cards: [], stacks: [], regions: [], feeling: null, held: null, give: [], into: [], pay: [], deck: null };

test("every option of every question can be picked field by field", () => {
  for (const tag of Object.keys(ASKED)) {
    for (const one of tools(tag)) {
      if (one.form || atOnce(one)) continue;
      for (const wanted of one.options) {
        let picks = {};
        let { fields, command } = narrowed(one.options, picks);
        for (let tries = 0; tries < 8 && command !== wanted; tries += 1) {
          const open = fields.find(({ field, chosen }) => chosen !== valueOf(wanted, field));
          assert.ok(open && open.values.includes(valueOf(wanted, open.field)), `${tag} ${JSON.stringify(wanted)}`);
          picks = choose(one.options, picks, open.field, valueOf(wanted, open.field));
          ({ fields, command } = narrowed(one.options, picks));
        }
        assert.equal(command, wanted, `${tag} ${JSON.stringify(wanted)}`);
      }
    }
  }
});

test("picking a value again removes it, and a new value removes picks that do not fit it", () => {
  const options = [{ t: "x", card: "a", slot: 1 }, { t: "x", card: "b", slot: 2 }];
  assert.deepEqual(choose(options, { card: "a" }, "card", "a"), {});
  assert.deepEqual(choose(options, { card: "a", site: "1" }, "card", "b"), { card: "b" });
});

test("cards are chosen in order, each with a stack if the form asks for one", () => {
  const shed = tool("shed", "shed");
  const [first] = shed.form.among;
  const filled = { ...NOTHING, ...toggled(shed.form, NOTHING, first) };
  assert.deepEqual(formed(shed.form, filled, BOX, asked("shed").prompt), { t: "shed", cards: [first], stacks: [1] });
  assert.deepEqual(toggled(shed.form, filled, first), { cards: [], stacks: [] });
  const take = tool("take-cards", "take-cards").form;
  const three = take.among.slice(0, 3);
  const all = three.reduce((/** @type {any} */ now, /** @type {string} */ id) => ({ ...now, ...toggled(take, now, id) }), NOTHING);
  assert.deepEqual(formed(take, all, BOX, {}), { t: "take-cards", cards: three });
  const remove = tool("remove-cards", "remove-cards").form;
  const two = { ...NOTHING, cards: remove.among.slice(0, remove.count), stacks: [] };
  assert.equal(formed(remove, two, BOX, {}), null);
  assert.deepEqual(formed(remove, { ...two, stacks: [2] }, BOX, {}), { t: "remove-cards", cards: two.cards, stack: 2 });
});

test("two regions of a layout change places", () => {
  const { form, options } = tool("choose-layout", "choose-layout");
  const filled = begun(form, options);
  const [one, , other] = filled.regions;
  assert.deepEqual(swapped({ ...filled, held: one }, one, other), { held: null, regions: [other, filled.regions[1], one, ...filled.regions.slice(3)] });
});

test("a layout begins with the listed one and can be changed to any other", () => {
  const { form, options } = tool("choose-layout", "choose-layout");
  const filled = begun(form, options);
  assert.deepEqual(formed(form, filled, BOX, {}), options[0]);
  assert.equal(formed(form, { ...filled, feeling: null }, BOX, {}), form.feeling ? null : options[0]);
});

test("a trade cannot name the same kind on both sides", () => {
  const form = /** @type {any} */ ({ t: "trade", command: "offer-trade", give: ["forest_4_a", "hills_5_a"], into: ["forest_4_a", "hills_5_a"], most: 3 });
  assert.deepEqual(formed(form, { ...NOTHING, give: ["forest_4_a"], into: ["hills_5_a"] }, BOX, {}), { t: "offer-trade", give: ["forest_4_a"], into: ["hills_5_a"] });
  assert.equal(formed(form, { ...NOTHING, give: ["forest_4_a"], into: ["forest_4_a"] }, BOX, {}), null);
  assert.equal(formed({ ...form, command: "play-caravan", card: "caravan-1" }, { ...NOTHING, give: ["forest_4_a", "forest_4_a"], into: ["hills_5_a"] }, BOX, {}), null);
  const accepted = { t: "answer-offer", give: ["hills_5_a"], into: ["forest_4_a"] };
  const answer = { ...form, command: "answer-offer" };
  const prompt = { give: ["forest_5_b"], into: ["hills_6_b"] };
  assert.deepEqual(formed(answer, begun(answer, [accepted, { t: "decline" }]), BOX, prompt), accepted);
});

test("a viewer who may see hidden cards is shown whose question they belong to", () => {
  const seats = { 0: {}, 1: { prompts: [{ t: "steal-card", seat: 1, victim: 0 }] } };
  const sight = { cards: ["abbey-1"], seat: 0 };
  assert.deepEqual(looking({ seats, sight }), { seat: 1, of: "hand", prompt: seats[1].prompts[0] });
  assert.equal(looking({ seats }), null);
  assert.equal(looking({ seats: { 0: { prompts: [{ t: "act", seat: 0 }] } }, sight }), null);
  assert.equal(looking({ seats: { 0: { prompts: [{ t: "scout-regions", seat: 0 }] } }, sight: { regions: ["fields_1"] } })?.of, "regions");
});

test("a payment must be exact, and the form starts with the canonical one", () => {
  const form = /** @type {any} */ ({ t: "payment", command: "build-road", regions: ["hills_5_a", "hills_2", "forest_4_a"], price: { brick: 2, lumber: 1 } });
  const own = { regions: { hills_5_a: { stored: 1 }, hills_2: { stored: 2 }, forest_4_a: { stored: 1 } } };
  const pay = canonical(form, BOX, own);
  assert.deepEqual(pay, ["hills_2", "hills_5_a", "forest_4_a"]);
  assert.ok(pays(form, pay, BOX));
  assert.ok(!pays(form, counted(pay, "forest_4_a", -1), BOX));
  assert.equal(paymentOf([form], { t: "build-road", slot: 2 }), form);
  assert.equal(paymentOf([form], { t: "build-road", slot: 2, drop: "brick" }), null);
  assert.deepEqual(choices(form, BOX, own), ["hills_5_a", "hills_2"], "one region has all the lumber");
  assert.deepEqual(choices(form, BOX, { regions: { ...own.regions, hills_2: { stored: 1 } } }), [], "both bricks are needed");
  assert.deepEqual(exchanged(["hills_2", "hills_2", "forest_4_a"], "hills_5_a", form, BOX), ["hills_2", "forest_4_a", "hills_5_a"]);
  assert.equal(exchanged(pay, "forest_4_a", form, BOX), null);
  assert.deepEqual(exchanged(["hills_2", "forest_4_a"], "hills_5_a", { ...form, price: { lumber: 1 }, any: 1 }, BOX), ["forest_4_a", "hills_5_a"]);
  const tax = tool("pay-tax", "pay-tax");
  assert.deepEqual(formed(tax.form, begun(tax.form, tax.options), BOX, {}), { t: "pay-tax", pay: tax.options[0].pay });
});
