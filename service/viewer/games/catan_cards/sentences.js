/** The log of a match: every public line as a sentence. */

import { sign } from "../../ui/seat_badge.js";
import { joinList, t } from "../../words/words.js";
import { cardName, countsInWords, kindsOf, named, regionName } from "./box.js";

/**
 * @typedef {import("../../types.d.ts").Line} Line
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {Record<string, any>} Params
 * @typedef {{params: Params, who: string, name(seat: number): string, card(id: string): string, of(regions: readonly string[]): string, region(id: string): string, components: any, seat: number | undefined}} Told
 */

/** Returns a line of the log as a sentence.
 * @param {Line} line
 * @param {SeatInfo[]} seats
 * @param {any} components
 * @returns {string}
 */
export function sentence(line, seats, components) {
  const name = naming(seats);
  const tell = SENTENCES[line.key];
  if (!tell) return line.key;
  return tell({
    params: line.params ?? {},
    who: line.seat === undefined ? "" : name(line.seat),
    name,
    card: (id) => cardName(components, id),
    of: (regions) => countsInWords(components, kindsOf(components, regions)),
    region: (id) => regionName(components, id),
    components,
    seat: line.seat,
  });
}

const log = (/** @type {string} */ key, params = {}) => t(`catan_cards.log.${key}`, params);
/** Returns the function that makes the sentence of a line that only names its seat. @param {string} key @returns {(told: Told) => string} */
const by = (key) => ({ who }) => log(key, { who });
/** Returns the reason for an action as text. @param {Params} params @param {string} [usual] the default reason */
const why = (params, usual = "limit") => t(`catan_cards.why.${params.why ?? usual}`);
/** Returns the payment in brackets, or an empty text. @param {Told} told */
const cost = ({ params, of }) => {
  const parts = [params.paid?.length ? of(params.paid) : "", params.stars ? log("stars", { n: params.stars }) : ""].filter(Boolean);
  return parts.length ? ` (${parts.join(", ")})` : "";
};
/** Returns the function that makes the sentence of a line with a seat and its cost. @param {string} key @returns {(told: Told) => string} */
const built = (key) => (told) => log(key, { who: told.who, cost: cost(told) });
/** Returns the function that makes the sentence of a line about a card. @param {string} key @returns {(told: Told) => string} */
const ofCard = (key) => (told) => log(key, { who: told.who, card: told.card(told.params.card), cost: cost(told) });
/** Returns a stack as text; in the tournament game with its seat. @param {Told} told @param {number} number */
const stack = ({ params, name }, number = params.stack) => (params.of === undefined ? log("stack", { n: number }) : log("stack.of", { n: number, who: name(params.of) }));
/** Returns the function that makes the sentence of a line about a stack. @param {string} key @returns {(told: Told) => string} */
const ofStack = (key) => (told) => log(key, { who: told.who, stack: stack(told), why: why(told.params), n: told.params.count ?? 1, cost: cost(told) });

/** @type {Record<string, (told: Told) => string>} */
const SENTENCES = {
  committed: by("committed"),
  "decks-brought": () => log("decks_brought"),
  positioned: ({ params }) => log("positioned", { n: params.dealt }),
  "stack-shuffled": (told) => log("stack_shuffled", { stack: stack(told), why: why(told.params, "start") }),
  "events-shuffled": ({ params }) => log(params.told ? "events_shuffled.told" : "events_shuffled", { n: params.told ?? 0 }),
  "regions-shuffled": () => log("regions_shuffled"),
  "layouts-shown": () => log("layouts_shown"),
  "first-rolled": ({ params, who }) => log("first_rolled", { who, rolls: params.rolls.map((/** @type {number[]} */ roll) => roll.join(" : ")).join(", ") }),
  "cards-taken": ofStack("cards_taken"),
  asked: ({ params, name }) => (params.prompt ? log("asked", { names: joinList(params.seats.map(name)), what: t(`catan_cards.asks.${params.prompt}`) }) : log("asked.nobody")),
  resumed: () => log("resumed"),
  declined: by("declined"),
  "turn-began": by("turn_began"),
  "dice-rolled": ({ params, components }) => log(params.named ? "dice.named" : "dice", { n: params.number, face: named(components, "face", params.event) }),
  "actions-began": () => log("actions_began"),
  "actions-ended": by("actions_ended"),
  finished: ({ params, name }) => {
    const won = params.places.flatMap((/** @type {number} */ place, /** @type {number} */ seat) => (place === 1 ? [seat] : []));
    return log("finished", { names: joinList(won.map(name)), points: params.points[won[0]] });
  },
  "brigands-came": ({ params, name, of }) => {
    const lost = (params.lost ?? []).flatMap((/** @type {string[]} */ regions, /** @type {number} */ seat) => (regions.length ? [log("loses", { who: name(seat), what: of(regions) })] : []));
    return lost.length ? log("brigands", { lost: lost.join("; ") }) : log("brigands.none");
  },
  "event-revealed": ofCard("event_revealed"),
  "event-returned": ofCard("event_returned"),
  "star-paid": ({ params, who }) => log("star_paid", { who, n: params.stars, why: why(params) }),
  "stars-gained": ({ params, who }) => log("stars_gained", { who, n: params.stars, why: why(params) }),
  "stars-lost": ({ params, who }) => log("stars_lost", { who, n: params.stars }),
  gained: ({ params, who, of, region }) => log("gained", { who, what: of([params.into]), region: region(params.into), why: why(params) }),
  taken: ({ params, who, name, of }) => log("taken", { who, victim: name(params.victim), what: of([params.into]), why: why(params) }),
  given: ({ params, who, name, of }) => log("given", { who, to: name(params.to), what: of([params.source]), why: why(params) }),
  choosing: ({ params, who, region }) => log("choosing", { who, region: region(params.region), why: why(params) }),
  lost: ({ params, who, of }) => log(params.regions?.length ? "lost" : "lost.none", { who, what: of(params.regions ?? []), why: why(params) }),
  paid: ({ params, who, of }) => log("paid", { who, what: of(params.paid), why: why(params) }),
  produced: ({ params, of, region }) => {
    const full = params.full?.length ? ` ${log("produced.full", { regions: joinList(params.full.map(region)) })}` : "";
    return (params.gained?.length ? log("produced", { what: of(params.gained), regions: joinList([...new Set(/** @type {string[]} */ (params.gained))].map(region)) }) : log("produced.nothing")) + full;
  },
  "unit-returned": ({ params, who, name, card }) => log("unit_returned", { who, by: name(params.by), card: card(params.card) }),
  "stack-searched": ofStack("stack_searched"),
  "card-drawn": ofStack("card_drawn"),
  "card-picked": ofStack("card_picked"),
  "card-swapped": (told) => log("card_swapped", { who: told.who, stack: stack(told), under: stack(told, told.params.under) }),
  "cards-shed": (told) => log("cards_shed", { who: told.who, n: told.params.count, stacks: joinList([...new Set(/** @type {number[]} */ (told.params.stacks))].map((number) => stack(told, number))), why: why(told.params) }),
  "hand-shown": ({ params, who, name }) => log("hand_shown", { who, to: name(params.to), why: why(params) }),
  "cards-removed": (told) => log("cards_removed", { who: told.who, by: told.name(told.params.by), n: told.params.count, stack: stack(told) }),
  "card-stolen": ({ params, who, name }) => log(params.stolen ? "card_stolen" : "card_stolen.none", { who, victim: name(params.victim) }),
  fetched: (told) => log("fetched", { who: told.who, card: told.card(told.params.card), why: why(told.params), cost: cost(told) }),
  "sight-kept": ofStack("sight_kept"),
  "hand-remembered": by("hand_remembered"),
  "road-built": built("road_built"),
  "settlement-built": built("settlement_built"),
  "city-built": built("city_built"),
  "region-drawn": ({ params, who, region }) => log("region_drawn", { who, region: region(params.region) }),
  "regions-placed": ({ params, who, region }) => log("regions_placed", { who, above: region(params.above), below: region(params.below) }),
  "regions-seen": by("regions_seen"),
  "card-built": ofCard("card_built"),
  "theater-moved": ofCard("theater_moved"),
  demolished: ofCard("demolished"),
  "feeling-placed": ({ params, who, region }) => log("feeling_placed", { who, region: region(params.region) }),
  "feeling-moved": ({ params, who, region }) => log("feeling_moved", { who, region: region(params.region) }),
  "units-named": ({ params, who, card }) => log("units_named", { who, cards: joinList(params.cards.map(card)) }),
  "unit-taken": ({ params, who, name, card }) => log("unit_taken", { who, victim: name(params.victim), card: card(params.card) }),
  "bank-traded": ({ params, who, of }) => log("bank_traded", { who, given: of(params.paid), taken: of([params.into]) }),
  "land-used": ({ params, who, card, of }) => log("land_used", { who, card: card(params.card), given: of([params.give]), taken: of([params.into]) }),
  "hospital-used": ({ params, who, card, of }) => log(params.into ? "hospital_used" : "hospital_used.star", { who, card: card(params.card), what: params.into ? of([params.into]) : "" }),
  "offer-made": ({ params, who, of }) => log("offer_made", { who, given: of(params.give), taken: of(params.into) }),
  traded: ({ params, who, name, of }) => log("traded", { who, partner: name(params.partner), given: of(params.give), taken: of(params.given) }),
  "card-played": (told) => {
    const { params, card } = told;
    const more = [params.knight && card(params.knight), params.against && log("card_played.against", { card: card(params.against) }), params.demand && log(`card_played.${params.demand}`)].filter(Boolean);
    return log("card_played", { who: told.who, card: card(params.card), more: more.length ? `: ${more.join(" ")}` : "", cost: cost(told) });
  },
  protected: ofCard("protected"),
  "card-done": ofCard("card_done"),
  "duel-rolled": ({ params, name }) => log("duel_rolled", { n: params.pips, winner: name(params.winner) }),
  "building-returned": ({ params, who, name, card }) => log("building_returned", { who, by: name(params.by), card: card(params.card) }),
  "joust-rolled": ({ params, name }) => log("joust_rolled", { winner: name(params.winner), rolls: params.rolls.map((/** @type {number[]} */ roll) => roll.join(" : ")).join(", ") }),
  "caravan-came": ({ params, who, of }) => log("caravan_came", { who, given: of(params.give), taken: of(params.into) }),
};

/** Returns a function that names seats; seats with the same name get their signs too.
 * @param {SeatInfo[]} seats
 * @returns {(seat: number) => string}
 */
export function naming(seats) {
  const names = seats.map((seat) => seat.name);
  return (seat) => {
    const name = names[seat] ?? t("catan_cards.log.seat", { n: seat + 1 });
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${sign(seat)}`;
  };
}
