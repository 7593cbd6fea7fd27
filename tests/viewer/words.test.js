/** The words of the pages: the same keys in every language, none missing, none unused, and written with care. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { loadWords, joinList, t } from "../../service/viewer/words/words.js";

/** @typedef {import("../../service/viewer/types.d.ts").Sentences} Sentences */

const VIEWER = new URL("../../service/viewer/", import.meta.url);
const LANGUAGES = ["en", "de", "nl"];

/** Keys that the code composes; `*` stands for one part without a dot. Where that would match too much, the endings are listed. */
const BUILT = [
  "absent.*",
  "analysis.column.*",
  "analysis.column.*.means",
  "analysis.moved.*",
  "catan_cards.ask.*",
  "catan_cards.ask.*.*",
  "catan_cards.asks.*",
  "catan_cards.board.*",
  "catan_cards.board.phase.*",
  "catan_cards.brings.lacks.*",
  "catan_cards.face.*",
  "catan_cards.group.*",
  "catan_cards.layout.*",
  "catan_cards.legend.*",
  "catan_cards.log.*",
  "catan_cards.log.*.*",
  "catan_cards.look.*",
  "catan_cards.look.*.long",
  "catan_cards.luck.*",
  "catan_cards.mark.*",
  "catan_cards.next.*",
  "catan_cards.note.*",
  "catan_cards.off.*",
  "catan_cards.off.*.*",
  "catan_cards.none.*",
  "catan_cards.none.*.*",
  "catan_cards.place.*",
  "catan_cards.problem.*",
  "catan_cards.side.*",
  "catan_cards.source.*",
  "catan_cards.step.*",
  "catan_cards.step.*.*",
  "catan_cards.table.*",
  "catan_cards.tool.*",
  "catan_cards.value.*",
  "catan_cards.why.*",
  "cities_knights.ask.*",
  "cities_knights.board.*",
  "cities_knights.board.asks.*",
  "cities_knights.board.phase.*",
  "cities_knights.board.robber_*",
  "cities_knights.cost.*",
  "cities_knights.group.*",
  "cities_knights.legend.*",
  "cities_knights.log.*",
  "cities_knights.log.*.free",
  "cities_knights.log.asked.*",
  "cities_knights.log.pillaged.*",
  "cities_knights.luck.*",
  "cities_knights.mark.*",
  "cities_knights.none.*",
  "cities_knights.off.*",
  "cities_knights.off.*.*",
  "cities_knights.offer.do.*",
  "cities_knights.problem.*",
  "cities_knights.problem.*.*",
  "cities_knights.scene.*",
  "cities_knights.side.*",
  "cities_knights.skill.*",
  "cities_knights.source.*",
  "cities_knights.step.*",
  "cities_knights.step.*.*",
  "cities_knights.table.*",
  "cities_knights.tool.*",
  "common.(spectator|referee|copied|copy_failed)",
  "common.game.*",
  "common.level.*",
  "common.problem.*",
  "common.status.*",
  "common.style.*",
  "common.sound.*",
  "common.theme.*",
  "tournament.cause.*",
  "desk.done.*",
  "desk.end.*",
  "desk.end.*.now",
  "desk.end.*.sure",
  "desk.next.*",
  "desk.presence.*",
  "desk.list.fault.*",
  "desk.list.separator.*",
  "desk.list.use.*",
  "desk.problem.*",
  "desk.event.*",
  "desk.forced.*",
  "desk.forced.do.*",
  "desk.forced.other.*",
  "fork.refused.*",
  "fork.what.*",
  "hints.*.*",
  "katharina.action.*",
  "katharina.action.*.long",
  "katharina.ask.*",
  "katharina.board.*",
  "katharina.bonus.gain.*",
  "katharina.count.*",
  "katharina.log.asked.*",
  "katharina.log.drawn.*",
  "katharina.log.drawn.*.each",
  "katharina.log.how.*",
  "katharina.mark.*",
  "katharina.pick.*.*",
  "katharina.pick.place.*",
  "katharina.problem.*",
  "katharina.problem.*.*",
  "katharina.scoring.*",
  "katharina.source.*",
  "lesson.*.*",
  "lesson.*.*.*",
  "lobby.about.*",
  "lobby.account.scope.*",
  "lobby.bot_after.*",
  "lobby.disclosure.*",
  "lobby.disclosure.*.help",
  "lobby.event.*",
  "lobby.long.*",
  "lobby.offers.why.*",
  "lobby.option.*",
  "lobby.own.contact_*",
  "lobby.part.*",
  "match.clock.(answer|match)",
  "match.clock.told.*",
  "match.since.loss.*",
  "match.since.pace.*",
  "replay.word.*",
  "match.clock.zero.*",
  "match.connection.*",
  "match.connection.crowded.*",
  "match.ending.*",
  "match.state.*",
  "match.undo.problem.*",
  "match.waiting.*",
  "people.enter.*",
  "people.phase.*",
  "people.presence.*",
  "replay.do.*",
  "replay.help.*",
  "replay.key.*",
  "replay.knew.*",
  "replay.line.*",
  "replay.mark.*",
  "replay.share.held.*",
  "tournament.clock.round.*",
  "stage.*",
  "style.*",
  "tournament.about.*",
  "tournament.about.decks.*",
  "tournament.about.role.*",
  "tournament.about.shown.*",
  "tournament.clock.*",
  "tournament.clock.zero.*",
  "tournament.cost.*.*",
  "tournament.drawn.*",
  "tournament.files.*",
  "tournament.incentive.*",
  "tournament.list.group.*",
  "tournament.newer.*",
  "tournament.newer.what.*",
  "tournament.note.*",
  "tournament.own.(won|drawn|lost)",
  "tournament.own.bye.*",
  "tournament.own.next.*",
  "tournament.part.*",
  "tournament.phase.*",
  "tournament.presence.*",
  "tournament.problem.*",
  "tournament.proof.commitment.(draws|tables)",
  "tournament.proof.secret.(draws|tables)",
  "tournament.reason.*",
  "tournament.round.*",
  "tournament.scoring.*",
  "tournament.section.*",
  "tournament.stage.*",
  "tournament.standings.*",
  "tournament.table.*",
  "tournament.terms.*",
  "tournament.tie.*",
  "tournaments.clock.*",
  "tournaments.decks.*",
  "tournaments.fault.*",
  "tournaments.format.*",
  "tournaments.format.*.help",
  "tournaments.method.*",
  "tournaments.method.*.help",
  "tournaments.phase.*",
  "tournaments.zero.*",
  "tournaments.zero.*.help",
  "verify.added.*",
  "verify.check.*",
  "verify.detail.*",
  "verify.draws.*",
  "verify.held.*",
  "verify.say.*",
  "verify.state.*",
  "verify.verdict.*",
];
const built = BUILT.map((one) => new RegExp(`^${one.replaceAll(".", "\\.").replaceAll("*", "[\\w-]+")}$`));

/** Singular and plural in a text: the two forms between the braces, chosen by `count`. */
const FORMS = /\{([^{}|]+)\|([^{}]+)\}/g;

/** Words that are not used for a command, a log or a match, and forms of address that are not used; "move" may be a verb. @type {Record<string, RegExp>} */
const FORBIDDEN = {
  en: /\b((a|an|the|your|their|this|last|next|every|each) moves?|messages?|history|sessions?|rooms?|please)\b/i,
  de: /\b(Sitzung|Raum|Historie|Ihnen|Nachricht|Spielzug)\b/,
  nl: /\b(u|uw|sessie|kamer|geschiedenis|bericht|zetten?)\b/i,
};

const scripts = readdirSync(VIEWER, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js") && !/^(vendor|bundle)\//.test(path)).sort();
const inWords = (/** @type {string} */ path) => /(^|\/)words\/(?!words\.js)/.test(path);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, VIEWER), "utf8").replace(/\/\*[^]*?\*\//g, "").replace(/^ *\/\/.*$/gm, "");
const code = scripts.filter((path) => !inWords(path)).map(read).join("\n");

/** @type {Record<string, Sentences>} */
const words = {};
for (const language of LANGUAGES) {
  const pages = scripts.filter((path) => new RegExp(`(^|/)words/(${language}/\\w+|${language}(_\\w+)?)\\.js$`).test(path));
  const learnt = await Promise.all(pages.map(async (path) => (await import(new URL(path, VIEWER).href)).default));
  const keys = learnt.flatMap((one) => Object.keys(one));
  assert.equal(new Set(keys).size, keys.length, `a key stands twice in ${language}`);
  words[language] = Object.assign({}, ...learnt);
}
const en = /** @type {Sentences} */ (words["en"]);
const areas = [...new Set(Object.keys(en).map((key) => key.split(".")[0]))].join("|");

/** The keys that the code contains in full, and the beginnings of those that it composes. */
const whole = new Set([...code.matchAll(new RegExp(`["'\`]((?:${areas})\\.[\\w.-]+)["'\`]`, "g"))].map(([, key]) => /** @type {string} */ (key)));
const begun = new Set([...code.matchAll(new RegExp(`\`((?:${areas})\\.[\\w.-]*)\\$\\{`, "g"))].map(([, start]) => /** @type {string} */ (start)));

/** The parameters of a text.
 * @param {Sentences[string] | undefined} text
 * @returns {string[]}
 */
function parameters(text) {
  if (typeof text !== "function") return [...new Set([...(text ?? "").replace(FORMS, "{count}").matchAll(/\{(\w+)\}/g)].map(([, name]) => /** @type {string} */ (name)))].sort();
  const read = new Set();
  text(new Proxy({}, { get: (_, name) => (read.add(name), sample(String(name), "2")) }));
  return [...read].sort();
}

/** @param {string} name @param {string | number} number @returns {any} */
const sample = (name, number) => (name === "built" ? ["Ada"] : ["points", "names", "who", "name"].includes(name) ? String(number) : number);

/** A text as a reader may see it, with few and with many.
 * @param {Sentences[string]} text
 * @returns {string[]}
 */
const said = (text) => (typeof text === "function" ? [0, 1, 2].map((number) => text(new Proxy({}, { get: (_, name) => sample(String(name), number) }))) : [text.replace(FORMS, "$1"), text.replace(FORMS, "$2")]);

test("a text has a singular and a plural form", async () => {
  await loadWords(async () => ({ "toy.answers": "{name}: {antwortet für sich|antworten} auf {what}" }));
  assert.equal(t("toy.answers", { count: 1, name: "Ada", what: "…" }), "Ada: antwortet für sich auf …");
  assert.equal(t("toy.answers", { count: 2, name: "Ada", what: "…" }), "Ada: antworten auf …");
});

test("every language has the same keys", () => {
  for (const language of LANGUAGES) assert.deepEqual(Object.keys(words[language] ?? {}).sort(), Object.keys(en).sort(), language);
});

test("every language takes the same parameters", () => {
  for (const language of LANGUAGES) {
    for (const [key, text] of Object.entries(en)) assert.deepEqual(parameters(words[language]?.[key]), parameters(text), `${language}: ${key}`);
  }
});

test("no key is missing", () => {
  assert.ok(whole.size > 200);
  assert.deepEqual([...whole].filter((key) => !(key in en)), []);
});

test("no key is unused", () => {
  assert.deepEqual(Object.keys(en).filter((key) => !whole.has(key) && !built.some((one) => one.test(key))), []);
});

test("exactly the keys that the code composes are listed here", () => {
  const listed = new Set(BUILT.map((one) => /** @type {string} */ (one.split(/[*(]/)[0])));
  assert.deepEqual([...begun].sort(), [...listed].sort());
  for (const [at, one] of built.entries()) assert.ok(Object.keys(en).some((key) => one.test(key)), `${BUILT[at]} fits no key`);
});

for (const language of LANGUAGES) {
  test(`every text follows the typographic rules (${language})`, () => {
    for (const [key, text] of Object.entries(words[language] ?? {})) {
      for (const one of said(text)) {
        assert.match(one, /\S/, key);
        assert.doesNotMatch(one, /^\s|\s$| {2}|undefined|NaN|\[object/, `${key}: ${one}`);
        assert.doesNotMatch(one, /\.\.\.|"|''|``| - |\w'\w/, `${key}: typewriter's signs in ${one}`);
        assert.doesNotMatch(one, /[^\s(]…/, `${key}: no space before the dots in ${one}`);
        assert.doesNotMatch(one.replace(/\{\w+\}/g, ""), FORBIDDEN[language] ?? /^$/, `${key}: not our word in ${one}`);
      }
    }
  });
}

test("a right-to-left name does not reverse the text around it", async () => {
  await loadWords(async () => ({ "test.beaten": "{name} · {count}", "test.made": ({ name }) => `${name}!` }));
  assert.equal(t("test.beaten", { name: "Ada", count: 3 }), "Ada · 3");
  assert.equal(t("test.beaten", { name: "\u05d3\u05e0\u05d4", count: 3 }), "\u2068\u05d3\u05e0\u05d4\u2069 · 3");
  assert.equal(t("test.made", { name: joinList(["\u05d3\u05e0\u05d4"]) }), "\u2068\u05d3\u05e0\u05d4\u2069!");
});
