/** Times in words. */

const STEPS = /** @type {const} */ ([
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]);

/** Returns a phrase such as "5 minutes ago" in a language. Less than a minute ago is "now", even if two clocks differ slightly.
 * @param {string} moment a time in the format of RFC 3339
 * @param {string} language
 * @param {number} [now]
 * @returns {string}
 */
export function timeAgo(moment, language, now = Date.now()) {
  const words = new Intl.RelativeTimeFormat(regionalLanguage(language), { numeric: "auto" });
  const seconds = Math.max(0, (now - Date.parse(moment)) / 1000);
  for (const [unit, length] of STEPS) if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  return words.format(0, "second");
}

/** Returns the date and time in a language.
 * @param {string} moment a time in the format of RFC 3339
 * @param {string} language
 * @returns {string}
 */
export const dateAndTime = (moment, language) => new Intl.DateTimeFormat(regionalLanguage(language), { dateStyle: "long", timeStyle: "short" }).format(new Date(moment));

/** Returns the day and time of a planned moment, in the user's time zone. The long form names the zone, the short one says "today" and "tomorrow".
 * @param {string} moment a time in the format of RFC 3339
 * @param {string} language
 * @param {"long" | "short"} [form]
 * @returns {string}
 */
export function dayAndTime(moment, language, form = "short") {
  const at = new Date(moment);
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 86_400_000);
  const near = form === "short" && (days === 0 || days === 1);
  if (near) return `${new Intl.RelativeTimeFormat(regionalLanguage(language), { numeric: "auto" }).format(days, "day")} ${new Intl.DateTimeFormat(regionalLanguage(language), { timeStyle: "short" }).format(at)}`;
  return new Intl.DateTimeFormat(regionalLanguage(language), { weekday: form, day: "numeric", month: form, hour: "numeric", minute: "2-digit", ...(form === "long" && { timeZoneName: "short" }) }).format(at);
}

/** Returns the browser's regional variant of a language, or the language itself.
 * @param {string} language
 * @returns {string}
 */
const regionalLanguage = (language) => globalThis.navigator?.languages?.find((one) => one.startsWith(`${language}-`)) ?? language;
