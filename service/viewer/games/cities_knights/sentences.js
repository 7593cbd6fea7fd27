/** The log of a match: every public line as a sentence. */

import { sign } from "../../ui/seat_badge.js";
import { joinList, t } from "../../words/words.js";
import { cardOf, countsInWords, named } from "./box.js";

/**
 * @typedef {import("../../types.d.ts").Line} Line
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {Record<string, any>} Params
 * @typedef {{params: Params, who: string, name(seat: number): string, cards(counts: Record<string, number>): string, components: any, seats: SeatInfo[], seat: number | undefined}} Told
 */

/** Returns a line of the log as a sentence.
 * @param {Line} line
 * @param {SeatInfo[]} seats
 * @param {any} components
 * @returns {string}
 */
export function sentence(line, seats, components) {
  const name = naming(seats);
  const params = line.params ?? {};
  const tell = SENTENCES[line.key];
  const cards = (/** @type {Record<string, number>} */ counts = {}) => countsInWords(components, counts);
  return tell ? tell({ params, who: line.seat === undefined ? "" : name(line.seat), name, cards, components, seats, seat: line.seat }) : line.key;
}

/** Returns the function that makes the sentence of a line that only names its seat. @param {string} key @returns {(told: Told) => string} */
const by = (key) => ({ who }) => t(`cities_knights.log.${key}`, { who });
/** Returns the function that makes the sentence of a line, which has a variant for free actions. @param {string} key @returns {(told: Told) => string} */
const built = (key) => ({ who, params }) => t(params.free ? `cities_knights.log.${key}.free` : `cities_knights.log.${key}`, { who });
const track = (/** @type {any} */ components, /** @type {string} */ id) => named(components, "track", id);

/** @type {Record<string, (told: Told) => string>} */
const SENTENCES = {
  "first-drawn": by("first_drawn"),
  positioned: ({ params }) => t("cities_knights.log.positioned", { n: params.dealt }),
  "island-dealt": () => t("cities_knights.log.island_dealt"),
  "deck-shuffled": ({ params, components }) => t("cities_knights.log.deck_shuffled", { deck: track(components, params.deck) }),
  "start-placed": ({ params, who, cards }) => {
    if (!params.city) return t("cities_knights.log.start.settlement", { who });
    const gained = cards(params.gained);
    return gained ? t("cities_knights.log.start.city.gained", { who, cards: gained }) : t("cities_knights.log.start.city", { who });
  },
  asked: ({ params, name }) => t(`cities_knights.log.asked.${params.prompt}`, { names: joinList(params.seats.map(name)) }),
  resumed: () => t("cities_knights.log.resumed"),
  "turn-began": by("turn_began"),
  "dice-rolled": ({ params: { red, yellow, face, chosen }, components }) => {
    const event = face === "ship" ? t("cities_knights.log.face.ship") : t("cities_knights.log.face.gate", { track: track(components, face) });
    return t(chosen ? "cities_knights.log.dice.chosen" : "cities_knights.log.dice.rolled", { red, yellow, sum: red + yellow, event });
  },
  "ship-moved": ({ params, components }) => t("cities_knights.log.ship_moved", { step: params.step, steps: components.barbarian_steps }),
  "barbarians-landed": ({ params, name }) => {
    const defence = params.defence.map((/** @type {number} */ n, /** @type {number} */ seat) => t("cities_knights.log.share", { who: name(seat), n })).join(", ");
    const total = params.defence.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0);
    return t(params.held ? "cities_knights.log.barbarians.held" : "cities_knights.log.barbarians.won", { strength: params.strength, total, defence });
  },
  "defender-named": by("defender_named"),
  "city-pillaged": ({ params, who }) => t(`cities_knights.log.pillaged.${params.remains ?? "settlement"}`, { who }),
  "barbarians-left": () => t("cities_knights.log.barbarians.left"),
  "progress-drawn": ({ params, who, components }) =>
    params.card
      ? t("cities_knights.log.progress_drawn.open", { who, card: named(components, "card", params.name) })
      : t("cities_knights.log.progress_drawn", { who, deck: track(components, params.deck) }),
  "progress-discarded": ({ params, who, components }) =>
    t("cities_knights.log.progress_discarded", {
      who,
      decks: joinList(params.decks.flatMap((/** @type {number} */ n, /** @type {number} */ deck) => (n ? [`${n} ${track(components, components.tracks[deck].id)}`] : []))),
    }),
  produced,
  "aqueduct-used": ({ params, who, cards }) => (params.kind ? t("cities_knights.log.aqueduct", { who, cards: cards({ [params.kind]: 1 }) }) : t("cities_knights.log.aqueduct.none", { who })),
  "cards-discarded": ({ params, who, cards }) => t("cities_knights.log.cards_discarded", { who, cards: cards(params.cards) }),
  "robber-moved": ({ params, who }) => t(params.knight === undefined ? "cities_knights.log.robber" : "cities_knights.log.robber.chased", { who }),
  "card-stolen": ({ params, who, name }) => t("cities_knights.log.card_stolen", { who, victim: name(params.victim) }),
  "action-began": () => t("cities_knights.log.action_began"),
  "road-built": built("road_built"),
  "settlement-built": by("settlement_built"),
  "city-built": by("city_built"),
  "wall-built": built("wall_built"),
  "level-bought": ({ params, who, components }) =>
    t("cities_knights.log.level_bought", { who, track: track(components, params.track), level: params.level, name: named(components, "level", `${params.track}.${params.level}`) }),
  "metropolis-placed": ({ params, who, components }) => t("cities_knights.log.metropolis", { who, track: track(components, params.track) }),
  "knight-recruited": by("knight_recruited"),
  "knight-activated": by("knight_activated"),
  "knights-roused": by("knights_roused"),
  "knight-promoted": built("knight_promoted"),
  "knight-moved": by("knight_moved"),
  "knight-displaced": ({ params, who, name }) => t(params.lost ? "cities_knights.log.knight_displaced.lost" : "cities_knights.log.knight_displaced", { who, by: name(params.by) }),
  "knight-retreated": by("knight_retreated"),
  "knight-surrendered": by("knight_surrendered"),
  "deserter-placed": ({ params, who, components }) =>
    params.corner === undefined
      ? t("cities_knights.log.deserter.none", { who })
      : t("cities_knights.log.deserter", { who, knight: named(components, "piece", ["basic_knight", "strong_knight", "mighty_knight"][(params.level ?? 1) - 1]) }),
  "longest-road-passed": ({ params, who, seat }) => (seat === undefined ? t("cities_knights.log.longest_road.nobody") : t("cities_knights.log.longest_road", { who, n: params.length })),
  "bank-traded": ({ params, who, cards }) => t("cities_knights.log.bank_traded", { who, given: cards(params.given), taken: cards(params.taken) }),
  "offer-made": ({ params, who, name, cards, seats }) => {
    const terms = { who, give: cards(params.give), want: cards(params.want) };
    if (params.counter) return t("cities_knights.log.offer.counter", terms);
    return params.to.length < seats.length - 1 ? t("cities_knights.log.offer.some", { ...terms, names: joinList(params.to.map(name)) }) : t("cities_knights.log.offer", terms);
  },
  "offer-answered": ({ params, who }) => t(params.accepted ? "cities_knights.log.offer.accepted" : "cities_knights.log.offer.declined", { who }),
  "offer-withdrawn": by("offer_withdrawn"),
  traded: ({ params, who, name, cards }) => t("cities_knights.log.traded", { who, partner: name(params.partner), given: cards(params.given), taken: cards(params.taken) }),
  "card-played": ({ params, who, components }) => t("cities_knights.log.card_played", { who, card: named(components, "card", params.name ?? cardOf(components, params.card).id) }),
  "cards-gained": ({ params, who, cards }) => t("cities_knights.log.cards_gained", { who, cards: cards(params.cards) }),
  "cards-taken": ({ params, who, name, cards }) =>
    params.cards
      ? t("cities_knights.log.cards_taken.open", { who, victim: name(params.victim), cards: cards(params.cards) })
      : t("cities_knights.log.cards_taken", { who, victim: name(params.victim), n: params.count }),
  "cards-given": ({ params, who, name }) => t("cities_knights.log.cards_given", { who, to: name(params.to), n: params.count }),
  "harbor-offered": ({ params, who, name }) => t("cities_knights.log.harbor_offered", { who, to: name(params.to) }),
  "harbor-answered": ({ params, who, name }) => t(params.swapped ? "cities_knights.log.harbor_answered" : "cities_knights.log.harbor_answered.none", { who, by: name(params.by) }),
  "merchant-placed": by("merchant_placed"),
  "fleet-named": ({ params, who, components }) => t("cities_knights.log.fleet_named", { who, kind: named(components, "kind", params.kind) }),
  "harbor-opened": by("harbor_opened"),
  "crane-ready": by("crane_ready"),
  "tokens-swapped": by("tokens_swapped"),
  "road-removed": ({ params, who, name, seat }) => {
    if (params.owner !== seat) return t("cities_knights.log.road_removed", { who, owner: name(params.owner) });
    return t(params.rebuilt === undefined ? "cities_knights.log.road_removed.own" : "cities_knights.log.road_removed.rebuilt", { who });
  },
  "free-road-declined": by("free_road_declined"),
  "progress-taken": ({ params, who, name, components }) =>
    params.deck
      ? t("cities_knights.log.progress_taken", { who, victim: name(params.victim), deck: track(components, params.deck) })
      : t("cities_knights.log.progress_taken.none", { who, victim: name(params.victim) }),
  finished: ({ params, name }) => {
    const won = params.places.flatMap((/** @type {number} */ place, /** @type {number} */ seat) => (place === 1 ? [seat] : []));
    return t("cities_knights.log.finished", { names: joinList(won.map(name)), points: params.points[won[0]] });
  },
};

/** @param {Told} told */
function produced({ params, name, cards, components }) {
  const each = Object.entries(params.gained ?? {}).map(([seat, counts]) => t("cities_knights.log.gets", { who: name(Number(seat)), cards: cards(counts) }));
  const short = params.short?.length ? t("cities_knights.log.short", { kinds: joinList(params.short.map((/** @type {string} */ kind) => named(components, "kind", kind))) }) : "";
  return [each.length ? `${each.join("; ")}.` : t("cities_knights.log.produced.nothing"), short].filter(Boolean).join(" ");
}

/** Returns a function that names seats; seats with the same name get their signs too.
 * @param {SeatInfo[]} seats
 * @returns {(seat: number) => string}
 */
export function naming(seats) {
  const names = seats.map((seat) => seat.name);
  return (seat) => {
    const name = names[seat] ?? t("cities_knights.log.seat", { n: seat + 1 });
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${sign(seat)}`;
  };
}
