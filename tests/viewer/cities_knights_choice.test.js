/** Choosing in Cities & Knights: from all listed commands to one, tool by tool and pick by pick, without a page. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brought } from "../../service/viewer/games/cities_knights/choice/brought.js";
import { bankRate } from "../../service/viewer/games/cities_knights/choice/fields.js";
import { answer, choose, fieldsOf, isNone, left, missing, valuesOf } from "../../service/viewer/games/cities_knights/choice/narrow.js";
import { ghostOf } from "../../service/viewer/games/cities_knights/choice/ghosts.js";
import { nearest } from "../../service/viewer/games/cities_knights/choice/pick.js";
import { placeName, shownPicks } from "../../service/viewer/games/cities_knights/choice/places.js";
import { commandText, question, stepText, toolName } from "../../service/viewer/games/cities_knights/choice/says.js";
import { ALWAYS, atOffers, changed, filledFirst, formed, numbers, refusedAs, sum, toolsOf } from "../../service/viewer/games/cities_knights/choice/tools.js";
import { LANGUAGES, loadWords, setLanguage } from "../../service/viewer/words/words.js";

/** @typedef {import("../../service/viewer/games/cities_knights/choice/narrow.js").Command} Command */
/** @typedef {import("../../service/viewer/games/cities_knights/choice/narrow.js").Picked} Picked */

// `setLanguage` marks the page with its language, so a stub stands in for the page.
Object.assign(globalThis, { document: { documentElement: {} } });
for (const part of ["", "_choice"]) loadWords(async (language) => (await import(`../../service/viewer/games/cities_knights/words/${language}${part}.js`)).default);

const recorded = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const { components, own: view } = recorded("cities_knights_views.json");
const SEATS = ["Ada", "Ben", "Cleo", "Dan"].map((name, seat) => ({ seat, name, bot: null, mine: seat === 0, waiting: false }));
const KNOWN = { components, view, seats: SEATS, own: 0 };
/** Options of played matches, by the tag of the command. @type {Record<string, Command[]>} */
const OPTIONS = recorded("cities_knights_options.json");
const FORMED = new Set(["discard", "give-cards", "take-cards"]);
const TOOLS = Object.values(OPTIONS).flatMap((options) => toolsOf(options, []));
const UNFILLED = { cards: {}, give: {}, want: {}, to: [] };

test("every option belongs to one tool or to an open offer", () => {
  for (const options of Object.values(OPTIONS)) {
    const tools = toolsOf(options, []);
    const at = [...atOffers(options).values()].flat();
    assert.equal(tools.reduce((n, tool) => n + tool.options.length, 0) + at.length, options.length);
  }
});

test("every option can be reached by picking its values in the order in which they are asked", () => {
  for (const { id, options } of TOOLS) {
    if (FORMED.has(id)) continue;
    for (const command of options) {
      /** @type {Picked[]} */
      let picks = [];
      for (let step = 0; step < 8; step += 1) {
        const open = fieldsOf(options, picks).flatMap(({ field, values }) => valuesOf(command, field).filter((value) => values.includes(value)).map((value) => /** @type {Picked} */ ([field, value])));
        const next = open.find(([field, value]) => !picks.some(([name, other]) => name === field && other === value));
        if (!next) break;
        picks = choose(options, picks, ...next);
      }
      assert.deepEqual(answer(options, picks), command, `${id}: ${JSON.stringify(picks)}`);
      assert.equal(missing(options, picks), null);
    }
  }
});

test("whatever is picked, another choice is still possible", () => {
  for (const { options } of TOOLS) {
    /** @type {Picked[]} */
    let picks = [];
    for (let step = 0; step < 60; step += 1) {
      const all = fieldsOf(options, picks).flatMap(({ field, values }) => values.map((value) => /** @type {Picked} */ ([field, value])));
      if (!all.length) break;
      picks = choose(options, picks, .../** @type {Picked} */ (all[(step * 7) % all.length]));
      assert.ok(left(options, picks).length > 0);
      assert.ok(answer(options, picks) || missing(options, picks) || options.some(isNone), JSON.stringify(picks));
    }
  }
});

test("picking a value again removes it, and a new pick removes those that do not fit it", () => {
  const options = [{ t: "move-knight", start: 1, corner: 5 }, { t: "move-knight", start: 1, corner: 6 }, { t: "move-knight", start: 2, corner: 6 }, { t: "move-knight", start: 2, corner: 7 }];
  const at = choose(options, choose(options, [], "start", 1), "corner", 5);
  assert.deepEqual(answer(options, at), options[0]);
  assert.deepEqual(choose(options, at, "start", 2), [["start", 2]]);
  assert.deepEqual(choose(options, at, "corner", 5), [["start", 1]]);
  assert.deepEqual(choose(options, at, "corner", 6), [["start", 1], ["corner", 6]]);
  assert.equal(missing(options, [["start", 2]]), "corner");
});

test("cards go under their decks in the order in which they were picked", () => {
  const options = [["a", "b"], ["b", "a"], ["a", "c"], ["c", "a"]].map((cards) => ({ t: "discard-progress", cards }));
  assert.deepEqual(answer(options, [["cards", "b"], ["cards", "a"]]), options[1]);
  assert.equal(answer(options, [["cards", "a"]]), null);
});

test("a question can be declined with a single pick", () => {
  const options = [{ t: "take-resource", kind: "ore" }, { t: "take-resource", kind: "wool" }, { t: "take-resource" }];
  assert.deepEqual(fieldsOf(options, []).map(({ field }) => field), ["kind", "none"]);
  assert.deepEqual(answer(options, choose(options, [], "none", true)), { t: "take-resource" });
  assert.deepEqual(answer(options, choose(options, [["none", true]], "kind", "ore")), options[0]);
});

test("the bar lists the tools in a fixed order that ends with the end of the turn", () => {
  const tools = toolsOf([...Object.values(OPTIONS).filter(([{ t }]) => !["roll"].includes(t)).flat()], [{ t: "offer", command: "offer-trade", give: { ore: 1 }, to: [1, 2] }]);
  assert.deepEqual(tools.filter(({ id }) => ALWAYS.includes(id)).map(({ id }) => id), ALWAYS.filter((id) => tools.some((tool) => tool.id === id)));
  assert.equal(tools.at(-1)?.id, "end");
  assert.equal(tools.find(({ id }) => id === "offer")?.form?.command, "offer-trade");
});

test("a form becomes a command as soon as it is complete", () => {
  const discard = /** @type {const} */ ({ t: "cards", command: "discard", among: { ore: 3, wool: 2 }, count: 3 });
  assert.equal(formed(discard, { ...UNFILLED, cards: { ore: 2 } }), null);
  assert.deepEqual(formed(discard, { ...UNFILLED, cards: { ore: 2, wool: 1, grain: 0 } }), { t: "discard", cards: { ore: 2, wool: 1 } });
  const offer = /** @type {const} */ ({ t: "offer", command: "offer-trade", give: { ore: 3 }, to: /** @type {number[]} */ ([1, 2]) });
  const terms = { give: { ore: 1 }, want: { wool: 2 } };
  assert.equal(formed(offer, { ...UNFILLED, give: { ore: 1 } }), null);
  assert.deepEqual(formed(offer, { ...UNFILLED, ...terms }), { t: "offer-trade", ...terms });
  assert.deepEqual(formed(offer, { ...UNFILLED, ...terms, to: [2] }), { t: "offer-trade", ...terms, to: [2] });
  assert.deepEqual(formed(offer, { ...UNFILLED, ...terms, to: [2, 1] }), { t: "offer-trade", ...terms });
  assert.deepEqual(formed({ t: "offer", command: "counter-offer", offer: 7, give: { ore: 3 } }, { ...UNFILLED, ...terms }), { t: "counter-offer", offer: 7, ...terms });
});

test("a counter-offer begins with the reversed offer, as far as the hand allows", () => {
  const counter = /** @type {const} */ ({ t: "offer", command: "counter-offer", offer: 7, give: { ore: 1, wool: 2 } });
  const offers = { 7: { seat: 0, give: { brick: 2 }, want: { ore: 2, wool: 1, coin: 1 } } };
  assert.deepEqual(filledFirst(counter, offers), { ...UNFILLED, give: { ore: 1, wool: 1, coin: 0 }, want: { brick: 2 } });
  assert.deepEqual(formed(counter, filledFirst(counter, offers)), { t: "counter-offer", offer: 7, give: { ore: 1, wool: 1 }, want: { brick: 2 } });
  assert.deepEqual(filledFirst({ t: "offer", command: "offer-trade", give: { ore: 1 }, to: [1] }, offers), UNFILLED);
  assert.deepEqual(filledFirst(null), UNFILLED);
});

test("counters never exceed the number of cards that are available or wanted", () => {
  assert.deepEqual(changed({ ore: 1 }, "ore", 1, 3, 4), { ore: 2 });
  assert.deepEqual(changed({ ore: 3 }, "ore", 1, 3, 4), { ore: 3 });
  assert.deepEqual(changed({ ore: 2, wool: 2 }, "ore", 1, 3, 4), { ore: 2, wool: 2 });
  assert.deepEqual(changed({ ore: 0 }, "ore", -1, 3), { ore: 0 });
  assert.equal(sum({ ore: 2, wool: 1 }), 3);
});

test("no two places have the same name", async () => {
  await setLanguage("en");
  const island = { ...view, tokens: view.tokens.map((/** @type {number} */ _, /** @type {number} */ hex) => 100 + hex) };
  for (const [kind, n] of /** @type {const} */ ([["corners", 54], ["edges", 72], ["hexes", 19]])) {
    assert.equal(new Set(Array.from({ length: n }, (_, number) => placeName(components, island, kind, number))).size, n, kind);
  }
});

test("an open tool shows its places, and one of them takes the Tab key", async () => {
  await setLanguage("en");
  const options = /** @type {Command[]} */ (OPTIONS["move-knight"]);
  const [tool] = toolsOf(options, []);
  /** @type {any[]} */
  const done = [];
  const acts = { set: (/** @type {any[]} */ ...pick) => done.push(pick), open: () => {}, send: () => done.push("sent"), stop: () => {} };
  const shown = (/** @type {Picked[]} */ picks) => shownPicks({ tool, tools: [tool], picks, command: answer(options, picks), what: "Lead" }, components, view, view.seats[0], null, acts);
  const start = options[0].start;
  assert.deepEqual(new Set(shown([]).corners.keys()), new Set(options.map((command) => command.start)));
  const after = shown([["start", start]]);
  assert.equal(after.corners.get(start)?.state, "start");
  assert.ok(options.filter((command) => command.start === start).every((command) => after.corners.get(command.corner)?.state === "legal"));
  assert.equal([...after.corners.values()].filter(({ stop }) => stop).length, 1);
  const whole = shown([["start", start], ["corner", options[0].corner]]);
  whole.corners.get(options[0].corner)?.act();
  after.corners.get(options[0].corner)?.act();
  assert.deepEqual(done, ["sent", ["corner", options[0].corner]]);
});

test("a place shows the piece that a pick would put there", () => {
  const seat = { knights: { 7: { level: 2 } } };
  /** @type {(tag: string, field: string, more?: any) => any} */
  const ghost = (tag, field, more) => ghostOf({ tag, field, value: 7, picks: [], seat, ...more });
  assert.deepEqual(ghost("build-road", "edge"), { piece: "road" });
  assert.deepEqual(ghost("place-start", "corner", { prompt: { city: true } }), { piece: "city" });
  assert.deepEqual(ghost("recruit-knight", "corner"), { piece: "knight", level: 1 });
  assert.deepEqual(ghost("promote-knight", "corner"), { piece: "knight", level: 3 });
  assert.deepEqual(ghost("move-knight", "corner", { value: 9, picks: [["start", 7]] }), { piece: "knight", level: 2 });
  assert.deepEqual(ghost("place-metropolis", "corner", { prompt: { track: 1 } }), { piece: "metropolis", track: 1 });
  assert.equal(ghost("move-knight", "start"), null);
  assert.equal(ghost("play-diplomat", "edge"), null);
});

test("only places where no piece would appear have no ghost", () => {
  const bare = new Set();
  for (const options of /** @type {Command[][]} */ (Object.values(OPTIONS))) for (const command of options) for (const field of ["edge", "corner", "hex", "corners", "hexes"]) if (valuesOf(command, field).length && !ghostOf({ tag: command.t, field, value: 0, picks: [], seat: {} })) bare.add(`${command.t} ${field}`);
  assert.deepEqual([...bare].sort(), ["activate-knight corner", "chase-robber corner", "choose-city corner", "play-diplomat edge", "play-intrigue corner", "play-inventor hexes", "surrender-knight corner"]);
});

test("a dry run shows its effects, and whether the command can be undone", async () => {
  await setLanguage("en");
  const texts = brought({ preview: { points: 1, cards: { brick: -1, ore: 2, wool: -1 }, road_length: 1 }, barrier: true }, components).map(({ text }) => text);
  assert.deepEqual(texts, ["1 victory point more", "Brings 2 ore", "Costs 1 brick, 1 wool", "Your longest road grows by 1", "You cannot take this back alone."]);
  assert.deepEqual(brought({ preview: {}, barrier: false }, components), []);
});

const PROMPTS = [
  { t: "place-start", city: false }, { t: "place-start", city: true }, { t: "roll", turn: 1 }, { t: "act" }, { t: "discard", count: 4, why: "seven" }, { t: "move-robber" }, { t: "choose-victim", among: [1, 2] },
  { t: "choose-city" }, { t: "choose-deck" }, { t: "discard-progress", count: 1 }, { t: "take-resource" }, { t: "place-metropolis", track: 1 }, { t: "retreat", start: 3, level: 1, active: true },
  { t: "give-commodity", by: 1, kind: "ore" }, { t: "give-cards", to: 1, count: 2 }, { t: "take-cards", victim: 1, count: 2 }, { t: "surrender-knight", to: 1 }, { t: "place-deserter", level: 1, active: false },
  { t: "take-progress", victim: 1 }, { t: "build-free-road", second: false }, { t: "answer-offer", offer: 1 },
];

for (const language of LANGUAGES)
  test(`every question, tool, step and command has words (${language})`, async () => {
    await setLanguage(language);
    const whole = (/** @type {string} */ text, /** @type {any} */ of) => assert.doesNotMatch(text, /cities_knights|undefined|NaN|\[object|[{}]|; ;|: \./, JSON.stringify(of));
    const tags = [...readFileSync(new URL("../../domain/cities_knights/prompts.py", import.meta.url), "utf8").matchAll(/tag="([\w-]+)"/g)].map(([, tag]) => tag);
    assert.deepEqual(new Set(PROMPTS.map(({ t }) => t)), new Set(tags));
    for (const prompt of PROMPTS) whole(question(prompt, KNOWN), prompt);
    for (const id of ALWAYS) whole(toolName({ id }, components, view.seats[0]), id);
    for (const tool of TOOLS) {
      const what = toolName(tool, components, view.seats[0]);
      whole(what, tool.id);
      for (const { field } of fieldsOf(tool.options, [])) if (field !== "none") whole(stepText(tool.options[0].t, field), field);
      for (const command of tool.options) whole(commandText(command, what, KNOWN), command);
    }
  });

test("arrow keys lead to the nearest place in their direction", () => {
  const points = /** @type {[number, number][]} */ ([[10, 0], [20, 1], [0, 10], [12, 9]]);
  assert.equal(nearest([0, 0], points, [1, 0]), 0);
  assert.equal(nearest([0, 0], points, [0, 1]), 2);
  assert.equal(nearest([0, 0], points, [-1, 0]), -1);
});

test("a disabled tool shows the refusal for its kind of command, and a level the refusal for its track", () => {
  assert.deepEqual(refusedAs("city"), { kind: "build-city" });
  assert.deepEqual(refusedAs("level.politics"), { kind: "buy-level", of: "politics" });
  for (const id of ALWAYS) assert.ok(refusedAs(id).kind, id);
});

test("the number of a tool does not depend on which other tools are available", () => {
  const always = numbers(toolsOf([{ t: "end-turn" }], []), true);
  const richer = numbers(toolsOf([{ t: "chase-robber" }, { t: "play-crane", card: "science.1" }, { t: "build-road", edge: 1 }, { t: "end-turn" }], []), true);
  assert.deepEqual(richer, always);
  assert.equal(always.road, 1);
  assert.deepEqual(numbers(toolsOf([{ t: "play-alchemist", card: "science.2" }, { t: "roll" }], []), false), { roll: 1, "card.science.2": 2 });
});

test("the bank takes cards at the best rate of a harbor, the merchant, a fleet or the trade ability", () => {
  const [{ corners: [corner] }] = components.harbors;
  const seat = { settlements: [corner], cities: [], levels: { trade: 3 } };
  const at = (/** @type {any} */ more, /** @type {string} */ kind, owner = seat) => bankRate(components, { ...view, seats: { 0: owner }, fleet: [], ...more }, owner, kind);
  const elsewhere = { ...seat, settlements: [], levels: { trade: 2 } };
  assert.deepEqual(["wool", "brick"].map((kind) => at({ harbors: ["wool"] }, kind)), [2, 4]);
  assert.deepEqual([at({ harbors: ["any"] }, "wool"), at({ harbors: [] }, "cloth"), at({ harbors: ["any"] }, "cloth", elsewhere)], [3, 2, 4]);
  assert.deepEqual([at({ fleet: ["ore"] }, "ore", elsewhere), at({ merchant: { seat: 0, hex: 0 }, terrain: ["hills"] }, "brick", elsewhere)], [2, 2]);
});
