/** Verification in the page: whether the file of a match is consistent with its secret, checked without the service. */

import { Altered } from "./altered.js";
import { keysOf, unpack } from "./archive.js";
import { fromHex, hex, utf8 } from "./bytes.js";
import { canHash, computeCommitment, genesisHead, computeHeads, matchSeed, saltKey, tutorialSeed } from "./chain.js";
import { streamsOf } from "./chance.js";
import { resultOf } from "./ending.js";
import { entropyTimes, readEntropies, headerText, parseLog } from "./log.js";
import { checkSignature } from "./signature.js";

/**
 * @typedef {import("./archive.js").Archive} Archive
 * @typedef {import("./archive.js").Result} Result
 * @typedef {import("./log.js").Log} Log
 * @typedef {import("../../types.d.ts").Draw} Draw
 * @typedef {{draws(entries: any[], components: any): Draw[], outcome?(entries: any[]): Result | null}} Game the parts of a game that verification needs
 * @typedef {{game: Game, rules: number, facts: string, components: any}} Box a game's code with its rules version and data set
 * @typedef {{id: string, commitment: string, version: number, head: string, result?: Result}} Shown what the service shows of a match
 * @typedef {import("../../timeline/receipts.js").Receipt} Receipt
 */

/** @typedef {typeof CHECKS[number]} Check */

/** The checks, in order. */
export const CHECKS = /** @type {const} */ (["file", "entries", "cover", "secret", "chain", "shown", "seed", "draws", "result", "signed", "rules"]);

/** The result of a check: passed, failed, or impossible here. `code` selects the message.
 * @typedef {{check: Check, state: "good" | "bad" | "open", code: string, params: Record<string, any>, entry: number | null}} Finding
 */

/** A draw with the result of repeating it in this browser: null if that is impossible.
 * @typedef {Draw & {same: boolean | null}} RepeatedDraw
 */

/**
 * @typedef {object} Known information from outside the file
 * @property {Shown | null} [summary] of the match that the file should contain
 * @property {readonly Receipt[]} [receipts]
 * @property {() => Promise<import("./signature.js").Keyring | null>} [keys] the published keys that sign archives
 * @property {((game: string) => Promise<Box | null>)} [box] loads a game's code, or null if this page does not know the game
 */

/** The results of all checks. */
export class Report {
  constructor() {
    /** @type {Finding[]} */
    this.findings = [];
    /** @type {Archive | null} */
    this.archive = null;
    /** @type {Log | null} */
    this.log = null;
    /** @type {Map<number, string>} the head after each batch */
    this.heads = new Map();
    /** @type {number | null} the last version whose head this browser recorded and the file contains */
    this.covered = null;
    this.seed = "";
    /** @type {RepeatedDraw[]} */
    this.draws = [];
  }

  /** @returns {Finding | null} the first failed check */
  get bad() {
    return this.findings.find(({ state }) => state === "bad") ?? null;
  }

  /** Whether the signing key is revoked and no head hash recorded by this browser covers the file. */
  get revoked() {
    return this.findings.some(({ code }) => code === "revoked");
  }

  /** Whether all checks that a page can make have passed. A missing signature is allowed. */
  get whole() {
    return !this.revoked && this.findings.length === CHECKS.length && this.findings.every(({ check, state }) => state === "good" || check === "rules" || (["shown", "signed"].includes(check) && state === "open"));
  }

  /** The number of shuffles that were repeated with the same result. */
  get shuffles() {
    return this.draws.filter(({ label, same }) => label !== null && same === true).length;
  }
}

/** Verifies a file. It reports every problem in its result, and does not throw.
 * @param {import("./bytes.js").Bytes} file
 * @param {Known} [known]
 * @param {(finding: Finding) => void} [tell] called after each check
 * @returns {Promise<Report>}
 */
export async function verify(file, known = {}, tell = () => {}) {
  const report = new Report();
  const checks = new Checks(file, known, report);
  for (const check of CHECKS) {
    const finding = await runCheck(check, () => checks[check]());
    report.findings.push(finding);
    tell(finding);
    if (finding.state === "bad") break;
  }
  return report;
}

/** Returns whether this browser can verify. Over plain HTTP, browsers cannot hash.
 * @returns {boolean}
 */
export const canVerify = () => canHash() && typeof DecompressionStream === "function";

/**
 * @param {Check} check
 * @param {() => Promise<Partial<Finding> | void>} look
 * @returns {Promise<Finding>}
 */
async function runCheck(check, look) {
  const finding = { check, state: /** @type {const} */ ("good"), code: check, params: {}, entry: null };
  try {
    return { ...finding, ...(await look()) };
  } catch (error) {
    const { code, params, entry } = error instanceof Altered ? error : new Altered("failed", { error: String(error) });
    return { ...finding, state: "bad", code, params: { ...params, entry }, entry };
  }
}

/** The checks. Each returns its result, or throws `Altered` on a failure. */
class Checks {
  /**
   * @param {import("./bytes.js").Bytes} bytes
   * @param {Known} known
   * @param {Report} report
   */
  constructor(bytes, known, report) {
    this.bytes = bytes;
    this.known = known;
    this.report = report;
  }

  get archive() {
    return /** @type {Archive} */ (this.report.archive);
  }

  get manifest() {
    return this.archive.manifest;
  }

  get log() {
    return /** @type {Log} */ (this.report.log);
  }

  async file() {
    this.report.archive = await unpack(this.bytes);
    return { params: { bytes: this.bytes.length } };
  }

  async entries() {
    this.report.log = parseLog(this.archive.batches);
    return { params: { n: this.manifest.n } };
  }

  async cover() {
    const { opened, closed, entries } = this.log;
    if (!closed) throw new Altered("cut-short");
    if (this.manifest.n !== entries.length) throw new Altered("count", { found: entries.length, told: this.manifest.n });
    if (headerText(this.manifest.header) !== headerText(opened)) throw new Altered("opening", {}, 1);
    if (this.manifest.closed_at_ms !== entries[entries.length - 1].at) throw new Altered("end-time", {}, entries.length);
    if (this.manifest.secret !== closed.secret) throw new Altered("two-secrets", {}, entries.length);
  }

  async secret() {
    const { match, secret } = keysOf(this.manifest);
    if (hex(await computeCommitment(match, secret)) !== this.log.opened.commitment) throw new Altered("other-secret");
  }

  async chain() {
    const { match, secret } = keysOf(this.manifest);
    const first = await genesisHead(match, utf8(headerText(this.log.opened)), fromHex(this.log.opened.commitment));
    const after = await computeHeads(first, await saltKey(secret, match), this.log.batches);
    this.report.heads = new Map([...after].map(([version, head]) => [version, hex(head)]));
    if (this.report.heads.get(this.manifest.n) !== this.manifest.head) throw await this.findBrokenEntry();
    return { params: { n: this.manifest.n, links: this.log.batches.length } };
  }

  /** Returns the problem behind a broken chain. Repeating the draws may show the altered entry. */
  async findBrokenEntry() {
    try {
      await this.seed();
      await this.draws();
    } catch (error) {
      if (error instanceof Altered && error.entry !== null) return new Altered("broken-at", {}, error.entry);
    }
    return new Altered("broken");
  }

  /** @returns {Promise<Partial<Finding>>} */
  async shown() {
    const { summary, receipts = [] } = this.known;
    if (!summary) return { state: "open", code: "not-shown" };
    if (summary.id !== this.manifest.match) return { state: "open", code: "other-match", params: { match: this.manifest.match } };
    if (summary.commitment !== this.log.opened.commitment) throw new Altered("shown-commitment");
    for (const { version, head } of [summary, ...receipts]) if (this.report.heads.get(version) !== head) throw new Altered("shown-head", { version });
    if (summary.result && !isEqual(summary.result, this.manifest.result)) throw new Altered("shown-result");
    if (receipts.length === 0) return {};
    this.report.covered = Math.max(...receipts.map(({ version }) => version));
    return { code: "shown-all-along", params: { count: receipts.length } };
  }

  /** @returns {Promise<Partial<Finding>>} */
  async seed() {
    if (!this.started) return { state: "open", code: "not-started" };
    const { match, secret } = keysOf(this.manifest);
    const lesson = this.log.opened.tutorial;
    if (lesson) {
      this.report.seed = hex(await tutorialSeed(lesson));
      return { code: "seed-known", params: { lesson } };
    }
    const added = readEntropies(this.log).map(fromHex);
    this.report.seed = hex(await matchSeed(secret, match, added));
    return { params: { seats: added.length, own: added.filter(({ length }) => length > 0).length, added: entropyTimes(this.log) } };
  }

  /** @returns {Promise<Partial<Finding>>} */
  async draws() {
    if (!this.started) return { state: "open", code: "not-started" };
    const box = await this.box();
    if (!box) return { state: "open", code: "unknown-game", params: { game: this.manifest.header.game } };
    const same = box.facts === this.manifest.header.facts;
    const stream = await streamsOf(fromHex(this.report.seed));
    for (const draw of box.game.draws(this.log.entries, same ? box.components : null)) {
      const redrawn = { ...draw, same: await repeatDraw(draw, stream) };
      this.report.draws.push(redrawn);
      if (redrawn.same === false) throw new Altered(draw.label === null ? "not-on-top" : "other-shuffle", { label: draw.label }, draw.entry);
    }
    const count = this.report.shuffles;
    const cards = this.report.draws.filter(({ label }) => label === null).reduce((sum, { outcome }) => sum + outcome.length, 0);
    return same ? { params: { count, cards } } : { state: "open", code: "unknown-facts", params: { count, cards } };
  }

  /** @returns {Promise<Partial<Finding>>} */
  async result() {
    const box = await this.box();
    const played = box?.game.outcome;
    if (!played) return { state: "open", code: "unknown-game", params: { game: this.manifest.header.game } };
    if (!isEqual(resultOf(this.log.entries, played), this.manifest.result)) throw new Altered("other-result");
    return this.manifest.result ? { params: { points: this.manifest.result.points } } : { code: "no-result" };
  }

  /** @returns {Promise<Partial<Finding>>} */
  async signed() {
    return checkSignature(this.archive, (await this.known.keys?.()) ?? null, this.report.covered === this.manifest.n);
  }

  /** @returns {Promise<Partial<Finding>>} */
  async rules() {
    return { state: "open", code: "rules", params: { file: `${this.manifest.match}.chronik` } };
  }

  /** Whether all seats were taken. The seed exists only then. */
  get started() {
    return this.log.entries.some(({ e }) => e.t === "started");
  }

  /** Returns the code of the match's game. Code for newer rules also knows the older ones.
   * @returns {Promise<Box | null>}
   */
  async box() {
    const { game, rules } = this.manifest.header;
    const box = (await this.known.box?.(game)) ?? null;
    return box && rules >= 1 && rules <= box.rules ? box : null;
  }
}

/** Repeats a draw and returns whether the outcome is the same, or null if the page cannot know from which set it was drawn.
 * @param {Draw} draw
 * @param {(label: string) => import("./chance.js").Stream} stream
 * @returns {Promise<boolean | null>}
 */
async function repeatDraw(draw, stream) {
  if (draw.from === null) return null;
  let label = draw.label;
  let source = label === null ? null : stream(label);
  for (;;) {
    const drawn = await drawFrom(draw, draw.from, source);
    const next = draw.again?.(drawn) ?? null;
    if (next === null) return isEqual(draw.outcome, drawn);
    if (next !== label) source = stream((label = next));
  }
}

/** Draws from a random stream at its current position.
 * @param {Draw} draw
 * @param {any[]} from
 * @param {import("./chance.js").Stream | null} source
 */
async function drawFrom({ each, known = [], count }, from, source) {
  if (source && each) {
    const drawn = [];
    for (const things of from) drawn.push(things[await source.below(things.length)]);
    return drawn;
  }
  const lying = [...known, ...(source ? await source.shuffle(from) : from)];
  return lying.slice(0, count ?? lying.length);
}

/** @param {any} one
 * @param {any} other
 */
const isEqual = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
