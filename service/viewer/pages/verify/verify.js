/** Verification in the page: whether the file of a match is what its secret makes of it, found out without the service. */

import { Altered } from "./altered.js";
import { keysOf, unpack } from "./archive.js";
import { fromHex, hex, utf8 } from "./bytes.js";
import { canHash, commitment, genesis, heads, matchSeed, saltKey } from "./chain.js";
import { chance } from "./chance.js";
import { ended } from "./ending.js";
import { entropies, headerText, read } from "./log.js";
import { judged } from "./signature.js";

/**
 * @typedef {import("./archive.js").Archive} Archive
 * @typedef {import("./archive.js").Result} Result
 * @typedef {import("./log.js").Log} Log
 * @typedef {import("../../types.d.ts").Draw} Draw
 * @typedef {{draws(entries: any[], components: any): Draw[], outcome?(entries: any[]): Result | null}} Game what is needed of a game
 * @typedef {{game: Game, rules: number, facts: string, components: any}} Box a game with the rules version and the data set it is of
 * @typedef {{id: string, commitment: string, version: number, head: string, result?: Result}} Shown what the service says of a match
 * @typedef {import("../../timeline/receipts.js").Receipt} Receipt
 */

/** @typedef {typeof CHECKS[number]} Check */

/** What is looked at, in this order. */
export const CHECKS = /** @type {const} */ (["file", "entries", "cover", "secret", "chain", "shown", "seed", "draws", "result", "signed", "rules"]);

/** What a check has shown: right, wrong, or not to be told here; `code` says which sentence tells it.
 * @typedef {{check: Check, state: "good" | "bad" | "open", code: string, params: Record<string, any>, entry: number | null}} Finding
 */

/** A draw with what this browser has made of it; null where it cannot know.
 * @typedef {Draw & {same: boolean | null}} Redrawn
 */

/**
 * @typedef {object} Known what is known beside the file
 * @property {Shown | null} [summary] of the match that the file should be of
 * @property {readonly Receipt[]} [receipts]
 * @property {() => Promise<import("./signature.js").Keyring | null>} [keys] those that sign archives, as the service has published them
 * @property {((game: string) => Promise<Box | null>)} [box] the game that a file is of, null where this page does not know it
 */

/** What all checks have shown. */
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
    /** @type {number | null} the version up to which it has the heads that this browser noted */
    this.covered = null;
    this.seed = "";
    /** @type {Redrawn[]} */
    this.draws = [];
  }

  /** @returns {Finding | null} the first that is wrong */
  get bad() {
    return this.findings.find(({ state }) => state === "bad") ?? null;
  }

  /** Whether every check passed, but those that no page can make; a signature need not be there. */
  get whole() {
    return this.findings.length === CHECKS.length && this.findings.every(({ check, state }) => state === "good" || check === "rules" || (["shown", "signed"].includes(check) && state === "open"));
  }

  /** The draws that a shuffle of this browser has given again. */
  get shuffles() {
    return this.draws.filter(({ label, same }) => label !== null && same === true).length;
  }
}

/** Verifies a file. Whatever its bytes are, this answers and does not throw.
 * @param {import("./bytes.js").Bytes} file
 * @param {Known} [known]
 * @param {(finding: Finding) => void} [tell] each check as soon as it is done
 * @returns {Promise<Report>}
 */
export async function verify(file, known = {}, tell = () => {}) {
  const report = new Report();
  const checks = new Checks(file, known, report);
  for (const check of CHECKS) {
    const finding = await found(check, () => checks[check]());
    report.findings.push(finding);
    tell(finding);
    if (finding.state === "bad") break;
  }
  return report;
}

/** Whether this browser can verify at all: over plain http it may not hash.
 * @returns {boolean}
 */
export const canVerify = () => canHash() && typeof DecompressionStream === "function";

/**
 * @param {Check} check
 * @param {() => Promise<Partial<Finding> | void>} look
 * @returns {Promise<Finding>}
 */
async function found(check, look) {
  const finding = { check, state: /** @type {const} */ ("good"), code: check, params: {}, entry: null };
  try {
    return { ...finding, ...(await look()) };
  } catch (error) {
    const { code, params, entry } = error instanceof Altered ? error : new Altered("failed", { error: String(error) });
    return { ...finding, state: "bad", code, params: { ...params, entry }, entry };
  }
}

/** The checks: each says what it has shown, and throws `Altered` where something is wrong. */
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
    this.report.log = read(this.archive.batches);
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
    if (hex(await commitment(match, secret)) !== this.log.opened.commitment) throw new Altered("other-secret");
  }

  async chain() {
    const { match, secret } = keysOf(this.manifest);
    const first = await genesis(match, utf8(headerText(this.log.opened)), fromHex(this.log.opened.commitment));
    const after = await heads(first, await saltKey(secret, match), this.log.batches);
    this.report.heads = new Map([...after].map(([version, head]) => [version, hex(head)]));
    if (this.report.heads.get(this.manifest.n) !== this.manifest.head) throw await this.suspicion();
    return { params: { n: this.manifest.n, links: this.log.batches.length } };
  }

  /** What is wrong where the chain is broken: the chain cannot say, but what was drawn may tell. */
  async suspicion() {
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
    if (summary.result && !alike(summary.result, this.manifest.result)) throw new Altered("shown-result");
    if (receipts.length === 0) return {};
    this.report.covered = Math.max(...receipts.map(({ version }) => version));
    return { code: "shown-all-along", params: { count: receipts.length } };
  }

  async seed() {
    const { match, secret } = keysOf(this.manifest);
    const added = entropies(this.log).map(fromHex);
    this.report.seed = hex(await matchSeed(secret, match, added));
    return { params: { seats: added.length, own: added.filter(({ length }) => length > 0).length } };
  }

  /** @returns {Promise<Partial<Finding>>} */
  async draws() {
    const box = await this.box();
    if (!box) return { state: "open", code: "unknown-game", params: { game: this.manifest.header.game } };
    const same = box.facts === this.manifest.header.facts;
    const stream = await chance(fromHex(this.report.seed));
    for (const draw of box.game.draws(this.log.entries, same ? box.components : null)) {
      const redrawn = { ...draw, same: await isSame(draw, stream) };
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
    if (!alike(ended(this.log.entries, played), this.manifest.result)) throw new Altered("other-result");
    return this.manifest.result ? { params: { points: this.manifest.result.points } } : { code: "no-result" };
  }

  /** @returns {Promise<Partial<Finding>>} */
  async signed() {
    return judged(this.archive, (await this.known.keys?.()) ?? null);
  }

  /** @returns {Promise<Partial<Finding>>} */
  async rules() {
    return { state: "open", code: "rules", params: { file: `${this.manifest.match}.chronik` } };
  }

  /** @returns {Promise<Box | null>} */
  async box() {
    const { game, rules } = this.manifest.header;
    const box = (await this.known.box?.(game)) ?? null;
    return box?.rules === rules ? box : null;
  }
}

/** Whether a draw comes out the same; null where the page cannot know what was drawn from.
 * @param {Draw} draw
 * @param {(label: string) => import("./chance.js").Stream} stream
 * @returns {Promise<boolean | null>}
 */
async function isSame(draw, stream) {
  if (draw.from === null) return null;
  let label = draw.label;
  let source = label === null ? null : stream(label);
  for (;;) {
    const drawn = await drawnFrom(draw, draw.from, source);
    const next = draw.again?.(drawn) ?? null;
    if (next === null) return alike(draw.outcome, drawn);
    if (next !== label) source = stream((label = next));
  }
}

/** What is drawn from the stream, as far as that has come.
 * @param {Draw} draw
 * @param {any[]} from
 * @param {import("./chance.js").Stream | null} source
 */
async function drawnFrom({ each, known = [], count }, from, source) {
  if (source && each) {
    const drawn = [];
    for (const things of from) drawn.push(things[await source.below(things.length)]);
    return drawn;
  }
  const lying = [...known, ...(source ? await source.shuffled(from) : from)];
  return lying.slice(0, count ?? lying.length);
}

/** @param {any} one
 * @param {any} other
 */
const alike = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
