/** The log of a match as notation, which is compact, independent of language, and has every parameter. */

/**
 * @typedef {import("../../types.d.ts").Line} Line
 * @typedef {Record<string, any>} Params
 */

/** Returns a line of the log as notation; seats count from 1, `@` is a slot of the axis (`^` above, `_` below), `s` a stack.
 * @param {Line} line
 * @returns {string}
 */
export function notation(line) {
  const params = line.params ?? {};
  const who = line.seat === undefined ? "" : `${line.seat + 1} `;
  return who + (NOTATIONS[line.key]?.(params) ?? line.key) + rest(params, USED[line.key] ?? []);
}

const some = (/** @type {any} */ value, /** @type {string} */ text) => (value ? ` ${text}` : "");
const row = (/** @type {string[]} */ regions) => (regions ?? []).join(",");
const at = (/** @type {Params} */ { slot, side }) => `@${slot}${side ? (side === "above" ? "^" : "_") : ""}`;
const stack = (/** @type {Params} */ { stack: number, of }) => `s${number}${of === undefined ? "" : `/${of + 1}`}`;
const cost = (/** @type {Params} */ { paid, stars }) => some(paid?.length, `-${row(paid)}`) + some(stars, `-${stars}*`);
const rolls = (/** @type {number[][]} */ pairs) => pairs.map((pair) => pair.join(":")).join(" ");

/** @type {Record<string, (params: Params) => string>} */
const NOTATIONS = {
  asked: ({ prompt, seats }) => `ask ${prompt ?? "nobody"}${some(seats, (seats ?? []).map((/** @type {number} */ seat) => seat + 1).join(","))}`,
  "turn-began": () => "turn",
  "dice-rolled": ({ event, number, named }) => `dice ${event} ${number}${some(named, "named")}`,
  produced: ({ gained, full }) => `produce${some(gained, `+${row(gained)}`)}${some(full, `full ${row(full)}`)}`,
  "road-built": (params) => `road ${at(params)}${cost(params)}`,
  "settlement-built": (params) => `settlement ${at(params)}${cost(params)}`,
  "city-built": (params) => `city ${at(params)}${cost(params)}`,
  "card-built": (params) => `build ${params.card} ${at(params)}${cost(params)}`,
  "regions-placed": (params) => `regions ${at({ slot: params.slot })} ^${params.above} _${params.below}`,
  "region-drawn": (params) => `region ${params.region} ${at(params)}`,
  "bank-traded": ({ paid, into }) => `bank -${row(paid)} +${into}`,
  "offer-made": ({ give, into }) => `offer -${row(give)} +${row(into)}`,
  traded: ({ partner, give, into, given, received }) => `trade ${partner + 1} -${row(give)} +${row(into)} / -${row(given)} +${row(received)}`,
  "card-drawn": (params) => `draw ${stack(params)}`,
  "card-picked": (params) => `pick ${stack(params)}`,
  "stack-searched": (params) => `search ${stack(params)} ${params.why}${cost(params)}`,
  "duel-rolled": ({ pips, winner }) => `duel ${pips} ${winner + 1}`,
  "joust-rolled": ({ winner, rolls: pairs }) => `joust ${rolls(pairs)} ${winner + 1}`,
  "first-rolled": ({ rolls: pairs }) => `first ${rolls(pairs)}`,
  finished: ({ points, places }) => `end ${points.join(":")} places ${places.join(":")}`,
};

/** The parameters that a notation already includes; all others are listed after it. @type {Record<string, string[]>} */
const USED = {
  asked: ["prompt", "seats"],
  "dice-rolled": ["event", "number", "named"],
  produced: ["gained", "full"],
  "road-built": ["slot", "paid", "stars"],
  "settlement-built": ["slot", "paid", "stars"],
  "city-built": ["slot", "paid"],
  "card-built": ["card", "slot", "side", "paid", "stars"],
  "regions-placed": ["slot", "above", "below"],
  "region-drawn": ["region", "slot"],
  "bank-traded": ["paid", "into"],
  "offer-made": ["give", "into"],
  traded: ["partner", "give", "into", "given", "received"],
  "card-drawn": ["stack", "of"],
  "card-picked": ["stack", "of"],
  "stack-searched": ["stack", "of", "why", "paid"],
  "duel-rolled": ["pips", "winner"],
  "joust-rolled": ["winner", "rolls"],
  "first-rolled": ["rolls"],
  finished: ["points", "places"],
};

/** @param {Params} params @param {string[]} used */
const rest = (params, used) =>
  Object.entries(params)
    .filter(([key]) => !used.includes(key))
    .map(([key, value]) => ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("");
