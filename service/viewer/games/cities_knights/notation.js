/** The log of a match as notation, which is compact, independent of language, and has every parameter. */

/**
 * @typedef {import("../../types.d.ts").Line} Line
 * @typedef {Record<string, any>} Params
 */

/** Returns a line of the log as notation; seats count from 1.
 * @param {Line} line
 * @returns {string}
 */
export function notation(line) {
  const params = line.params ?? {};
  const who = line.seat === undefined ? "" : `${line.seat + 1} `;
  return who + (NOTATIONS[line.key]?.(params) ?? `${line.key}${rest(params)}`);
}

/** @type {Record<string, string>} */
const LETTERS = { brick: "b", lumber: "l", wool: "w", grain: "g", ore: "o", cloth: "C", coin: "M", paper: "P" };
const cards = (/** @type {Record<string, number>} */ counts = {}) => Object.entries(LETTERS).filter(([kind]) => counts[kind]).map(([kind, letter]) => `${counts[kind]}${letter}`).join("") || "0";
const some = (/** @type {any} */ value, /** @type {string} */ text) => (value ? ` ${text}` : "");
const seats = (/** @type {number[]} */ numbers) => numbers.map((seat) => seat + 1).join(",");
const corner = (/** @type {string} */ what) => (/** @type {Params} */ params) => `${what} c${params.corner}${some(params.free, "free")}`;

/** @type {Record<string, (params: Params) => string>} */
const NOTATIONS = {
  "first-drawn": () => "first",
  "island-dealt": ({ terrain, tokens, harbors }) => `island ${terrain.map((/** @type {string} */ one, /** @type {number} */ hex) => `${one}${tokens[hex] || ""}`).join(":")} harbors ${harbors.join(":")}`,
  "deck-shuffled": ({ deck }) => `shuffle ${deck}`,
  "start-placed": (params) => `start ${params.city ? "city" : "settlement"} c${params.corner} e${params.edge}${some(params.gained, `+${cards(params.gained)}`)}`,
  asked: ({ prompt, seats: asked }) => `ask ${prompt} ${seats(asked)}`,
  "turn-began": () => "turn",
  "dice-rolled": ({ red, yellow, face, chosen }) => `dice ${red}+${yellow} ${face}${some(chosen, "set")}`,
  "ship-moved": ({ step }) => `ship ${step}`,
  "barbarians-landed": ({ strength, defence, held }) => `attack ${strength} against ${defence.join(":")}${some(held, "held")}`,
  "city-pillaged": (params) => `pillaged c${params.corner} ${params.remains ?? "settlement"}${some(params.roads, `-e${(params.roads ?? []).join("-e")}`)}${some(params.knights, `-c${(params.knights ?? []).join("-c")}`)}`,
  "progress-drawn": ({ deck, card }) => `draw ${deck}${some(card, card)}`,
  "progress-discarded": ({ decks }) => `give-up ${decks.join(":")}`,
  produced: ({ gained = {}, short }) => `produce${Object.entries(gained).map(([seat, counts]) => ` ${Number(seat) + 1}+${cards(counts)}`).join("")}${some(short, `short ${(short ?? []).join(",")}`)}`,
  "aqueduct-used": ({ kind }) => `aqueduct +${kind ? cards({ [kind]: 1 }) : "0"}`,
  "cards-discarded": (params) => `discard ${params.why} -${cards(params.cards)}`,
  "robber-moved": ({ hex, knight }) => `robber h${hex}${some(knight !== undefined, `by c${knight}`)}`,
  "card-stolen": ({ victim }) => `steal ${victim + 1}`,
  "road-built": ({ edge, free }) => `road e${edge}${some(free, "free")}`,
  "settlement-built": corner("settlement"),
  "city-built": corner("city"),
  "wall-built": corner("wall"),
  "level-bought": ({ track, level, paid }) => `level ${track} ${level} -${cards(paid)}`,
  "metropolis-placed": ({ track, corner: at }) => `metropolis ${track} c${at}`,
  "knight-recruited": corner("recruit"),
  "knight-activated": corner("activate"),
  "knight-promoted": corner("promote"),
  "knight-moved": (params) => `knight c${params.start}>c${params.corner}`,
  "knight-displaced": (params) => `displaced c${params.corner} by ${params.by + 1}${some(params.lost, "lost")}`,
  "knight-retreated": (params) => `retreat c${params.corner} ${params.level}`,
  "knight-surrendered": corner("desert"),
  "deserter-placed": (params) => (params.corner === undefined ? "deserter none" : `deserter c${params.corner} ${params.level}`),
  "longest-road-passed": ({ length }) => `longest ${length}`,
  "bank-traded": ({ given, taken }) => `bank -${cards(given)}+${cards(taken)}`,
  "offer-made": ({ number, give, want, to, counter }) => `offer #${number} -${cards(give)}+${cards(want)} to ${seats(to)}${some(counter, `counter #${counter}`)}`,
  "offer-answered": ({ number, accepted }) => `${accepted ? "accept" : "decline"} #${number}`,
  "offer-withdrawn": ({ number }) => `withdraw #${number}`,
  traded: ({ partner, number, given, taken }) => `trade ${partner + 1} #${number} -${cards(given)}+${cards(taken)}`,
  "card-played": ({ card }) => `play ${card}`,
  "cards-gained": (params) => `gain +${cards(params.cards)}`,
  "cards-taken": (params) => `take ${params.victim + 1} ${params.cards ? `+${cards(params.cards)}` : params.count}`,
  "cards-given": ({ to, count }) => `give ${to + 1} ${count}`,
  "tokens-swapped": ({ hexes }) => `swap h${hexes.join(" h")}`,
  "road-removed": ({ owner, edge, rebuilt, knights }) => `remove ${owner + 1} e${edge}${some(rebuilt !== undefined, `>e${rebuilt}`)}${some(knights, `-c${(knights ?? []).join("-c")}`)}`,
  finished: ({ points, places }) => `end ${points.join(":")} places ${places.join(":")}`,
};

/** @param {Params} params */
const rest = (params) => Object.entries(params).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`).join("");
