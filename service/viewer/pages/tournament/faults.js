/** What is wrong with a sealed list: the sentence of its game for each code, with the names of what it tells. */

/**
 * @typedef {import("../../types.d.ts").DeckProblem} DeckProblem
 * @typedef {Record<string, Record<string, string>>} Names names of one language by kind and id
 */

/** A problem as a sentence; one whose code has no words is told as it is.
 * @param {Names} names
 * @param {DeckProblem} problem
 * @returns {string}
 */
export function fault(names, problem) {
  const said = names["deck"]?.[problem.code];
  if (said === undefined) return Object.values(problem).join(" · ");
  const told = { card: named(names, problem.card ?? ""), found: problem.found ?? "", allowed: named(names, problem.allowed ?? "") };
  return said.replace(/\{(card|found|allowed)\}/g, (_, place) => told[/** @type {keyof typeof told} */ (place)]);
}

/** What an id is called by the first kind that has texts and knows it: a card, an event, anything printed.
 * @param {Names} names
 * @param {string} id
 */
const named = (names, id) => Object.entries(names).find(([kind, known]) => `${kind}_texts` in names && id in known)?.[1][id] ?? id;
