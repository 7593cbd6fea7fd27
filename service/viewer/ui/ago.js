/** How long ago something was, in words. */

const STEPS = /** @type {const} */ ([
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]);

/** "5 minutes ago" in a language; what is younger than a minute is now, also when clocks differ a little.
 * @param {string} moment RFC 3339
 * @param {string} language
 * @param {number} [now]
 * @returns {string}
 */
export function ago(moment, language, now = Date.now()) {
  const words = new Intl.RelativeTimeFormat(regional(language), { numeric: "auto" });
  const seconds = Math.max(0, (now - Date.parse(moment)) / 1000);
  for (const [unit, length] of STEPS) if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  return words.format(0, "second");
}

/** The moment itself, as people write it.
 * @param {string} moment RFC 3339
 * @param {string} language
 * @returns {string}
 */
export const exactly = (moment, language) => new Intl.DateTimeFormat(regional(language), { dateStyle: "long", timeStyle: "short" }).format(new Date(moment));

/** The language as the reader's own region writes it, where the browser says which.
 * @param {string} language
 * @returns {string}
 */
const regional = (language) => globalThis.navigator?.languages?.find((one) => one.startsWith(`${language}-`)) ?? language;
