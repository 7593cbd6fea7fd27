/** The log of a match: every public line as a sentence. */

import { sign } from "../../ui/seat_badge.js";
import { joinList, t } from "../../words/words.js";
import { named } from "./box.js";
import { cardTexts } from "./effects.js";


/**
 * @typedef {import("../../types.d.ts").Line} Line
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {Record<string, any>} Params
 * @typedef {{params: Params, who: string, name(seat: number): string, components: any}} Told
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
  return tell ? tell({ params, who: line.seat === undefined ? "" : name(line.seat), name, components }) : line.key;
}

/** @type {Record<string, (told: Told) => string>} */
const SENTENCES = {
  positioned: ({ params }) => t("katharina.log.positioned", { n: params.dealt }),
  "orders-dealt": () => t("katharina.log.orders_dealt"),
  "stock-shuffled": () => t("katharina.log.stock_shuffled"),
  "discard-shuffled": () => t("katharina.log.discard_shuffled"),
  "round-began": ({ params }) => t("katharina.log.round_began", params),
  "cards-drawn": cardsDrawn,
  asked: ({ params, name }) => t(`katharina.log.asked.${params.prompt}`, { n: params.seats.length, names: joinList(params.seats.map(name)) }),
  committed: ({ who }) => t("katharina.log.committed", { who }),
  "displays-shown": ({ params, name, components }) =>
    t("katharina.log.displays_shown", { each: each(params.displays, (cards, seat) => t("katharina.log.display", { who: name(seat), cards: joinList(cards.map(card(components))) })) }),
  "cards-revealed": ({ params, name, components }) =>
    t("katharina.log.cards_revealed", {
      each: each(params.plays, ({ action, activation, slot }, seat) =>
        t("katharina.log.play", { who: name(seat), action: card(components)(action), activation: card(components)(activation), n: slot + 1 }),
      ),
    }),
  "card-resolved": cardResolved,
  "cannons-scored": ({ params, name }) =>
    t("katharina.log.cannons_scored", { each: each(params.cannons, (n, seat) => t("katharina.log.has_gets", { who: name(seat), has: t("katharina.count.cannons", { n }), gets: points(params.points[seat]) })) }),
  "books-compared": booksCompared,
  "book-residence": bookResidence,
  "residences-scored": ({ params, name }) => t("katharina.log.residences_scored", { each: scored(params.points, name) }),
  "track-scored": ({ params, name }) => t("katharina.log.track_scored", { each: scored(params.points, name) }),
  "displays-cleared": () => t("katharina.log.displays_cleared"),
  "hands-scored": ({ params, name }) => t("katharina.log.hands_scored", { each: scored(params.points, name) }),
  "orders-scored": ({ params, name }) =>
    t("katharina.log.orders_scored", { each: each(params.matched, (n, seat) => t("katharina.log.has_gets", { who: name(seat), has: t("katharina.count.tiles", { n }), gets: points(params.points[seat]) })) }),
  "networks-scored": ({ params, name }) =>
    t("katharina.log.networks_scored", { each: each(params.sizes, (n, seat) => t("katharina.log.has_gets", { who: name(seat), has: t("katharina.count.residences", { n }), gets: points(params.points[seat]) })) }),
  finished: ({ params, name }) => {
    const won = params.places.flatMap((/** @type {number} */ place, /** @type {number} */ seat) => (place === 1 ? [seat] : []));
    return t("katharina.log.finished", { n: won.length, names: joinList(won.map(name)), points: points(params.points[won[0]]) });
  },
};

/** @param {Told} told */
function cardsDrawn({ params, name }) {
  /** @type {number[]} */
  const counts = params.counts ?? [];
  const key = `katharina.log.drawn.${params.why}`;
  const drew = counts.some((n) => n !== counts[0])
    ? t(`${key}.each`, { each: each(counts, (n, seat) => (n ? t("katharina.log.draws", { who: name(seat), n }) : "")) })
    : t(key, { n: counts[0] });
  const lost = each(params.lost ?? [], (n, seat) => (n ? t("katharina.log.lost", { who: name(seat), points: points(n), n }) : ""));
  return lost ? `${drew} ${lost}.` : drew;
}

/** @param {Told} told */
function cardResolved({ params, who, components }) {
  const paid = [...(params.paid ?? []), ...(params.bonus_paid ?? [])].length;
  const scored = (params.points ?? 0) + (params.bonus_points ?? 0);
  const how = params.how === "performed" ? "" : t(`katharina.log.how.${params.how}`);
  const did = [how, paid && t("katharina.log.pays", { n: paid }), ...effects(params, components)];
  const gets = [scored && points(scored), ...surplus(params), params.bonus && t("katharina.log.bonus_included")];
  return told(who, did, gets);
}

/** Returns a sentence with a seat's actions and the points for them.
 * @param {string} who
 * @param {any[]} did the actions as verbs; empty texts are left out
 * @param {any[]} gets
 */
function told(who, did, gets) {
  const params = { who, did: joinList(did.filter(Boolean)), gets: gets.filter(Boolean).join(", ") };
  if (!params.did) return t(params.gets ? "katharina.log.scores" : "katharina.log.performs", params);
  return t(params.gets ? "katharina.log.does_and_gets" : "katharina.log.does", params);
}

/** Returns texts about the points for cards and steps that could not be taken. @param {Params} params */
const surplus = (params) => [
  params.lost_cards && t("katharina.log.for_cards", { n: params.lost_cards }),
  params.lost_steps && t("katharina.log.for_steps", { n: params.lost_steps }),
];

/** Returns the effects of a resolution besides points, as verbs.
 * @param {Params} params
 * @param {any} components
 * @returns {string[]}
 */
function effects(params, components) {
  return [
    params.city && t("katharina.log.builds", { city: named(components, "city", params.city) }),
    params.tile && t("katharina.log.takes", { good: named(components, "symbol", params.tile) }),
    params.favour && t("katharina.log.climbs", { n: params.favour }),
    params.drawn && t("katharina.log.draws_cards", { n: params.drawn }),
  ].filter(Boolean);
}

/** @param {Told} told */
function booksCompared({ params, name }) {
  const owns = each(params.books, (n, seat) => t("katharina.log.has", { who: name(seat), has: t("katharina.count.books", { n }) }));
  const builders = t("katharina.log.builders", { n: params.builders.length, names: joinList(params.builders.map(name)) });
  const jokers = params.jokers.length ? t("katharina.log.jokers", { n: params.jokers.length, names: joinList(params.jokers.map(name)) }) : "";
  return [t("katharina.log.books_compared", { each: owns }), builders, jokers].filter(Boolean).join(" ");
}

/** @param {Told} told */
function bookResidence({ params, who, components }) {
  if (!params.city && !params.drawn && !params.lost_cards) return t("katharina.log.builds_nowhere", { who });
  const how = params.city ? "" : t("katharina.log.how.no-residence");
  return told(who, [how, ...effects(params, components)], surplus(params));
}

/** Returns a function that names seats; seats with the same name get their signs too.
 * @param {SeatInfo[]} seats
 * @returns {(seat: number) => string}
 */
function naming(seats) {
  const names = seats.map((seat) => seat.name);
  return (seat) => {
    const name = names[seat] ?? t("katharina.log.seat", { n: seat + 1 });
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${sign(seat)}`;
  };
}

const points = (/** @type {number} */ n) => (n ? t("katharina.count.points", { n }) : t("katharina.log.no_points"));

/** Returns one text per seat, joined; seats without a text are left out.
 * @template T
 * @param {T[]} values
 * @param {(value: T, seat: number) => string} say
 */
const each = (values, say) => values.map(say).filter(Boolean).join("; ");

/** @param {number[]} values @param {(seat: number) => string} name */
const scored = (values, name) => each(values, (n, seat) => t("katharina.log.gets", { who: name(seat), gets: points(n) }));

const card = (/** @type {any} */ components) => (/** @type {string} */ id) => cardTexts(id, components).name;
