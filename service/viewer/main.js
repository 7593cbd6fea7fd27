/** Entry point of every page: reads the address and shows the page for it. */

import { html, render } from "./dom.js";
import { read } from "./api/api.js";
import { applyTheme } from "./api/theme.js";
import { language, loadAreas, setLanguage, t, useLanguage } from "./words/words.js";

/** @typedef {{page: "lobby" | "tournaments" | "decks" | "style"} | {page: "table" | "replay" | "embed" | "tournament" | "screen" | "person", id: string}} Place */

/** @type {Record<string, Place["page"]>} */
const KINDS = { matches: "table", replay: "replay", embed: "embed", tournaments: "tournament", players: "person" };

/** Returns the page that an address names.
 * @param {string} path
 * @returns {Place}
 */
function routeOf(path) {
  if (/^\/tournaments\/?$/.test(path)) return { page: "tournaments" };
  if (/^\/decks\/?$/.test(path)) return { page: "decks" };
  if (/^\/style\/?$/.test(path)) return { page: "style" };
  const [, wall] = /^\/tournaments\/([^/]+)\/screen\/?$/.exec(path) ?? [];
  if (wall) return { page: "screen", id: decodeURIComponent(wall) };
  const [, kind, id] = /^\/(matches|replay|embed|tournaments|players)\/([^/]+)\/?$/.exec(path) ?? [];
  return kind ? /** @type {Place} */ ({ page: KINDS[kind], id: decodeURIComponent(id) }) : { page: "lobby" };
}

/** Starts to load a page: its text areas, its component and its first data.
 * @param {Place} at
 * @returns {{words: string[], component: Promise<any>, props: Record<string, any>}}
 */
function loadPage(at) {
  switch (at.page) {
    case "lobby":
      return { words: ["lobby"], component: import("./pages/lobby/page.js").then((module) => module.Lobby), props: {} };
    case "tournaments":
      return { words: ["lobby", "tournaments"], component: import("./pages/tournaments/page.js").then((module) => module.Tournaments), props: {} };
    case "decks":
      return { words: ["decks"], component: import("./pages/decks/page.js").then((module) => module.Decks), props: {} };
    case "style":
      return { words: ["style"], component: import("./pages/style/page.js").then((module) => module.StylePage), props: {} };
    case "tournament":
      return { words: ["tournament", "stages"], component: import("./pages/tournament/page.js").then((module) => module.TournamentPage), props: { id: at.id } };
    case "screen":
      return { words: ["tournament", "stages", "screen"], component: import("./pages/tournament/screen/page.js").then((module) => module.ScreenPage), props: { id: at.id } };
    case "person":
      return { words: ["people", "stages"], component: import("./pages/people/page.js").then((module) => module.PersonPage), props: { id: at.id } };
    default: {
      const summary = read(`/matches/${encodeURIComponent(at.id)}`);
      summary.catch(() => {}); // the page that awaits it shows the error
      const component = import("./pages/match/page.js").then((module) => module.MatchPage);
      return { words: ["match", "replay"], component, props: { id: at.id, mode: at.page, summary } };
    }
  }
}

/** Opens a link to a rule book as a dialog that begins with the rules in five minutes.
 * @param {MouseEvent} event
 */
async function openRules(event) {
  const link = /** @type {Element} */ (event.target).closest("a.rule-book");
  if (!link || link.closest(".how-to") || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const { openHowTo } = await import("./pages/replay/how_to.js");
  await openHowTo(link.getAttribute("href")?.split("/").at(-1) ?? "");
}

/** @param {{component: any, props: Record<string, any>}} shown */
function Page({ component, props }) {
  useLanguage();
  return html`<${component} ...${props} />`;
}

/** Loads the page that the address names, with its texts, and shows it. */
async function start() {
  applyTheme();
  const { words, component, props } = loadPage(routeOf(location.pathname));
  const [shown] = await Promise.all([component, loadAreas("common", ...words).then(() => setLanguage())]);
  document.title = t("common.title");
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  root.replaceChildren();
  render(html`<${Page} component=${shown} props=${props} />`, root);
  document.addEventListener("click", openRules);
}

/** Shows that the page could not be loaded. Its few words are here, because the text files may be what failed to load.
 * @param {unknown} error
 */
function showLoadError(error) {
  const words = { en: ["The page could not be loaded.", "Try again"], de: ["Die Seite ließ sich nicht laden.", "Noch einmal"], nl: ["De pagina kon niet worden geladen.", "Probeer opnieuw"] };
  const [sentence, again] = words[/** @type {keyof typeof words} */ (language())];
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: again, onclick: () => location.reload() });
  const notice = Object.assign(document.createElement("main"), { className: "panel" });
  notice.append(Object.assign(document.createElement("h1"), { textContent: sentence }), button);
  document.getElementById("page")?.replaceChildren(notice);
  console.error(error);
}

start().catch(showLoadError);
