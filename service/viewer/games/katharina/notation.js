/** The log of a match as notation, which is compact, independent of language, and has every parameter. */

/**
 * @typedef {import("../../types.d.ts").Line} Line
 * @typedef {Record<string, any>} Params
 */

/** Returns a line of the log as notation; seats count from 1, slots from 0.
 * @param {Line} line
 * @returns {string}
 */
export function notation(line) {
  const params = line.params ?? {};
  const who = line.seat === undefined ? "" : `${line.seat + 1} `;
  return who + (NOTATIONS[line.key]?.(params) ?? `${line.key}${rest(params)}`);
}


const by = (/** @type {any[]} */ values) => values.join(":");
const some = (/** @type {any} */ value, /** @type {string} */ text) => (value ? ` ${text}` : "");

/** @type {Record<string, (params: Params) => string>} */
const NOTATIONS = {
  "orders-dealt": ({ orders }) => `deal ${by(orders)}`,
  "stock-shuffled": () => "shuffle",
  "discard-shuffled": () => "shuffle discard",
  "round-began": ({ decade, round }) => `D${decade}.R${round}`,
  "cards-drawn": ({ why, counts = [], lost }) => `draw ${why} ${by(counts)}${some(lost, `lost ${by(lost ?? [])}`)}`,
  asked: ({ prompt, seats }) => `ask ${prompt} ${seats.map((/** @type {number} */ seat) => seat + 1).join(",")}`,
  committed: () => "seal",
  "displays-shown": ({ displays }) => `display ${displays.map((/** @type {string[]} */ cards, /** @type {number} */ seat) => `${seat + 1}:${cards.join("+")}`).join(" ")}`,
  "cards-revealed": ({ plays }) => `reveal ${plays.map((/** @type {Params} */ play, /** @type {number} */ seat) => `${seat + 1}:${play.action}>${play.activation}@${play.slot}`).join(" ")}`,
  "card-resolved": (params) => (params.how === "performed" ? "does" : params.how) + effects(params),
  "cannons-scored": ({ cannons, points }) => `cannons ${by(cannons)} +${by(points)}`,
  "books-compared": ({ books, builders, jokers }) => `books ${by(books)}${some(builders.length, `build ${numbers(builders)}`)}${some(jokers.length, `joker ${numbers(jokers)}`)}`,
  "book-residence": (params) => `book${params.city ? effects(params) : some(true, "pass") + effects(params)}`,
  "residences-scored": ({ points }) => `residences +${by(points)}`,
  "track-scored": ({ points }) => `favour +${by(points)}`,
  "displays-cleared": () => "clear",
  "hands-scored": ({ points }) => `hands +${by(points)}`,
  "orders-scored": ({ matched, points }) => `orders ${by(matched)} +${by(points)}`,
  "networks-scored": ({ sizes, points }) => `networks ${by(sizes)} +${by(points)}`,
  finished: ({ points, places }) => `end ${by(points)} places ${by(places)}`,
};

/** @param {Params} params */
function effects(params) {
  const { paid, bonus, bonus_paid, city, tile, favour, drawn, points, bonus_points, lost_cards, lost_steps } = params;
  return [
    some(paid, `-${(paid ?? []).join("-")}`),
    some(city, `@${city}`),
    some(tile, `*${tile}`),
    some(favour, `^${favour}`),
    some(drawn, `#${drawn}`),
    some(points, `+${points}`),
    some(bonus, `bonus${(bonus_paid ?? []).map((/** @type {string} */ id) => `-${id}`).join("")}${bonus_points ? `+${bonus_points}` : ""}`),
    some(lost_cards, `cards+${lost_cards}`),
    some(lost_steps, `steps+${lost_steps}`),
  ].join("");
}

const numbers = (/** @type {number[]} */ seats) => seats.map((seat) => seat + 1).join(",");

/** @param {Params} params */
const rest = (params) => Object.entries(params).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`).join("");
