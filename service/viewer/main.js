/** Where every page begins: reads the address, and shows what belongs there. */

import { html, render } from "./dom.js";
import { read } from "./service/api.js";
import { applyTheme } from "./service/theme.js";
import { language, learnAreas, speak, t, useLanguage } from "./words/words.js";

/** @typedef {{page: "lobby"} | {page: "table" | "replay" | "embed", id: string}} Place */

/** What an address asks for.
 * @param {string} path
 * @returns {Place}
 */
export function place(path) {
  const [, kind, id] = /^\/(matches|replay|embed)\/([^/]+)\/?$/.exec(path) ?? [];
  if (!kind) return { page: "lobby" };
  return { page: kind === "matches" ? "table" : /** @type {"replay" | "embed"} */ (kind), id: decodeURIComponent(id) };
}

/** @param {{at: Place, Lobby: any, MatchPage: any, card: Promise<any> | undefined}} props */
function Page({ at, Lobby, MatchPage, card }) {
  useLanguage();
  return at.page === "lobby" ? html`<${Lobby} />` : html`<${MatchPage} id=${at.id} mode=${at.page} card=${card} />`;
}

/** Loads the page that an address asks for, with its words, and shows it. */
async function begin() {
  const at = place(location.pathname);
  applyTheme();
  // Asked for before the page is there; that it may fail is told by whoever waits for it.
  const card = at.page === "lobby" ? undefined : read(`/matches/${encodeURIComponent(at.id)}`);
  card?.catch(() => {});
  const [Lobby, MatchPage] = await Promise.all([
    at.page === "lobby" ? import("./lobby/page.js").then((module) => module.Lobby) : null,
    at.page === "lobby" ? null : import("./match/page.js").then((module) => module.MatchPage),
    learnAreas("common", ...(at.page === "lobby" ? ["lobby"] : ["match", "replay"])).then(() => speak()),
  ]);
  document.title = t("common.title");
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  root.replaceChildren();
  render(html`<${Page} at=${at} Lobby=${Lobby} MatchPage=${MatchPage} card=${card} />`, root);
}

/** Says that the page could not be loaded, in no language but the few words there are before any is known.
 * @param {unknown} error
 */
function broken(error) {
  const words = { en: ["The page could not be loaded.", "Try again"], de: ["Die Seite ließ sich nicht laden.", "Noch einmal"], nl: ["De pagina kon niet worden geladen.", "Probeer opnieuw"] };
  const [sentence, again] = words[/** @type {keyof typeof words} */ (language())];
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: again, onclick: () => location.reload() });
  const notice = Object.assign(document.createElement("main"), { className: "panel", textContent: `${sentence} ` });
  notice.append(button);
  document.getElementById("page")?.replaceChildren(notice);
  console.error(error);
}

begin().catch(broken);
