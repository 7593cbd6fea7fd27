/** Where every page begins: reads the address, and shows what belongs there. */

import { html, render } from "./dom.js";
import { applyTheme } from "./service/theme.js";
import { learnAreas, speak, t, useLanguage } from "./words/words.js";

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

/** @param {{at: Place, Lobby: any, MatchPage: any}} props */
function Page({ at, Lobby, MatchPage }) {
  useLanguage();
  return at.page === "lobby" ? html`<${Lobby} />` : html`<${MatchPage} id=${at.id} mode=${at.page} />`;
}

async function begin() {
  const at = place(location.pathname);
  applyTheme();
  const [Lobby, MatchPage] = await Promise.all([
    at.page === "lobby" ? import("./lobby/page.js").then((module) => module.Lobby) : null,
    at.page === "lobby" ? null : import("./match/page.js").then((module) => module.MatchPage),
    learnAreas("common", "lobby", ...(at.page === "lobby" ? [] : ["match", "replay"])).then(() => speak()),
  ]);
  document.title = t("common.title");
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  root.replaceChildren();
  render(html`<${Page} at=${at} Lobby=${Lobby} MatchPage=${MatchPage} />`, root);
}

void begin();
