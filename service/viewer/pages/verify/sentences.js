/** What verification has shown, in the reader's words. */

import { language, t } from "../../words/words.js";

/** @typedef {import("./verify.js").Finding} Finding */
/** @typedef {import("./verify.js").Report} Report */

/** What was wrong where a sentence of its own is called for. */
const KINDS = /** @type {Record<string, string>} */ ({ file: "unreadable", shown: "shown", signed: "forged" });

/** What one check has shown.
 * @param {Finding} finding
 * @returns {string}
 */
export const says = ({ code, params }) => t(`verify.say.${code}`, written(params));

/** The whole in one sentence.
 * @param {Report} report
 * @returns {{tone: "good" | "bad" | "open", text: string}}
 */
export function verdict(report) {
  const { bad, whole, archive, covered, shuffles } = report;
  if (bad) {
    const kind = bad.code === "failed" ? "failed" : (KINDS[bad.check] ?? "bad");
    return { tone: "bad", text: t(`verify.verdict.${kind}`, { reason: says(bad).replace(/:$/, ".") }) };
  }
  const n = archive?.manifest.n ?? 0;
  const against = covered === null ? t("verify.against.nothing") : t(covered === n ? "verify.against.whole" : "verify.against.part", { version: number(covered) });
  const shown = whole ? t("verify.verdict.good", { n: number(n), count: shuffles }) : t("verify.verdict.partly", { n: number(n) });
  return { tone: whole ? "good" : "open", text: `${shown} ${against}` };
}

/** Numbers as the language writes them; those that a sentence counts with stay numbers.
 * @param {Record<string, any>} params
 */
const written = (params) => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, ["n", "bytes", "links", "cards"].includes(name) ? number(value) : Array.isArray(value) ? value.join(" · ") : value]));

/** @param {number} value */
const number = (value) => new Intl.NumberFormat(language()).format(value);
