/** The address of a position: match, version, viewer and speed. */

/** @typedef {{at: number, viewer: string, speed: number}} Moment */

/** Returns the path of a position in the replay. It stays valid forever.
 * @param {string} id
 * @param {Moment} moment
 * @param {"replay" | "embed" | "matches"} [page]
 * @returns {string}
 */
export const pathOf = (id, { at, viewer, speed }, page = "replay") => `/${page}/${id}?e=${at}&p=${viewer}&v=${speed}`;

/** Returns the HTML that embeds the viewer in another page.
 * @param {string} origin
 * @param {string} id
 * @param {Moment} moment
 * @param {string} title
 * @returns {string}
 */
export const embedCode = (origin, id, moment, title) =>
  `<iframe src="${`${origin}${pathOf(id, moment, "embed")}`.replaceAll("&", "&amp;")}" title="${title.replace(/[&"<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}" width="100%" height="720" loading="lazy"></iframe>`;

/** Returns the new path for the address bar, or null if it should not change.
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
