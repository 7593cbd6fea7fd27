/** Messages about verification results. */

import { language, joinList, t } from "../../words/words.js";

/** @typedef {import("./verify.js").Finding} Finding */
/** @typedef {import("./verify.js").Report} Report */

/** The kinds of verdict for failed checks with a specific sentence. */
const KINDS = /** @type {Record<string, string>} */ ({ file: "unreadable", shown: "shown", signed: "forged" });

/** Codes of files that this page does not verify. */
const OTHERS = ["no-archive", "other-format", "changed-bytes", "bundle"];

/** Returns the message of a finding.
 * @param {Finding} finding
 * @returns {string}
 */
export const findingText = ({ code, params }) => [t(`verify.say.${code}`, formatParams(params)), ...(params.own > 0 ? entropyTexts(params.added ?? []) : [])].join(" ");

/** Returns sentences that say which seats added entropy before and after the service's commitment. Seats count from 1.
 * @param {readonly import("./log.js").EntropyTime[]} added
 * @returns {string[]}
 */
const entropyTexts = (added) =>
  ["before", "after", "registered", "unknown", "nothing"].flatMap((when) => {
    const seats = added.flatMap((one, seat) => (one === when ? [`${seat + 1}`] : []));
    return seats.length === 0 ? [] : [t(`verify.added.${when}`, { seats: joinList(seats), count: seats.length })];
  });

/** Returns the overall verdict in one sentence.
 * @param {Report} report
 * @returns {{tone: "good" | "bad" | "open", text: string}}
 */
export function verdict(report) {
  const { bad, whole, revoked, archive, covered, shuffles } = report;
  if (bad) {
    const kind = bad.code === "failed" ? "failed" : OTHERS.includes(bad.code) ? "other" : (KINDS[bad.check] ?? "bad");
    return { tone: "bad", text: t(`verify.verdict.${kind}`, { reason: findingText(bad).replace(/:$/, ".") }) };
  }
  const n = archive?.manifest.n ?? 0;
  const against = covered === null ? t("verify.against.nothing") : t(covered === n ? "verify.against.whole" : "verify.against.part", { version: number(covered) });
  const shown = whole ? t("verify.verdict.good", { n: number(n), count: shuffles }) : t(revoked ? "verify.verdict.revoked" : "verify.verdict.partly", { n: number(n) });
  return { tone: whole ? "good" : "open", text: `${shown} ${against}` };
}

/** Formats numbers in the user's language. Numbers that select a plural stay numbers.
 * @param {Record<string, any>} params
 */
const formatParams = (params) => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, ["n", "bytes", "links", "cards"].includes(name) ? number(value) : Array.isArray(value) ? value.join(" · ") : value]));

/** @param {number} value */
const number = (value) => new Intl.NumberFormat(language()).format(value);
