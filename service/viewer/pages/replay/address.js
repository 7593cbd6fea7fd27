/** The address of a moment: which match, which entry, whose eyes, how fast. */

/** @typedef {{at: number, viewer: string, speed: number}} Moment */

/** The path of a moment in the replay; it stays valid for ever.
 * @param {string} id
 * @param {Moment} moment
 * @param {"replay" | "embed" | "matches"} [page]
 * @returns {string}
 */
export const pathOf = (id, { at, viewer, speed }, page = "replay") => `/${page}/${id}?e=${at}&p=${viewer}&v=${speed}`;

/** What puts the viewer into another page.
 * @param {string} origin
 * @param {string} id
 * @param {Moment} moment
 * @param {string} title
 * @returns {string}
 */
export const embedCode = (origin, id, moment, title) =>
  `<iframe src="${`${origin}${pathOf(id, moment, "embed")}`.replaceAll("&", "&amp;")}" title="${title.replace(/[&"<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}" width="100%" height="720" loading="lazy"></iframe>`;

/** The address bar's path for where the page is now; null where it has to stay as it is.
 * @param {string} current path and query
 * @param {string} id
 * @param {Moment & {live: boolean, theme?: string | null}} now
 * @returns {string | null}
 */
export function barPath(current, id, now) {
  const [path] = current.split("?");
  const page = /** @type {"replay" | "embed" | "matches"} */ (path.split("/")[1]);
  const theme = page === "embed" && now.theme ? `theme=${now.theme}` : "";
  const wanted = now.live ? `/${page}/${id}${theme && `?${theme}`}` : pathOf(id, now, page) + (theme && `&${theme}`);
  return wanted === current ? null : wanted;
}
