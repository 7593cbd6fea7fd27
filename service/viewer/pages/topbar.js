/** The bar at the top of every page: the link to the lobby, the settings, and the account. */

import { html, useState } from "../dom.js";
import { clearLoss, useLostPlayer, usePlayer } from "../api/player.js";
import { t, useLanguage } from "../words/words.js";
import { lazy } from "../ui/lazy.js";
import { Menu } from "../ui/menu.js";
import { Wordmark } from "./wordmark.js";

const Account = lazy(() => import("../account/account.js").then((module) => module.Account), { words: ["lobby"], styles: ["style/lobby.css"] });
const Settings = lazy(() => import("./settings.js").then((module) => module.Settings));

/** @param {{children?: any}} props what a page adds, beside the name on wide screens and below it on phones */
export function TopBar({ children }) {
  const spoken = useLanguage();
  const somebody = usePlayer();
  const lost = useLostPlayer();
  const [open, setOpen] = useState(false);
  return html`<div class="chrome-top">
    <header class="chrome-bar">
      <a class="chrome-home" href="/" aria-label=${t("common.home")}><${Wordmark} /></a>
      <a class="chrome-link" href="/tournaments" aria-current=${location.pathname === "/tournaments" ? "page" : null}><${Cup} /><span>${t("common.tournaments")}</span></a>
      ${children && html`<div class="chrome-more">${children}</div>`}
      <div class="chrome-end">
        <${Menu} label=${`${spoken.toUpperCase()}: ${t("common.settings")}`} face=${html`<${Contrast} /><span class="chrome-code">${spoken}</span>`}>
          <${Settings} />
        <//>
        <button type="button" class="plain chrome-who" onClick=${() => setOpen(true)} aria-haspopup="dialog" title=${t("common.account")}>
          <${Person} known=${somebody !== null} /><span>${somebody?.name || t("common.guest")}</span>
        </button>
      </div>
    </header>
    ${lost && html`<p class="notice bad chrome-lost" role="alert">${t("common.lost_player")} <button type="button" class="plain"
      onClick=${clearLoss}>${t("common.understood")}</button></p>`}
    ${open && html`<${Account} onClose=${() => setOpen(false)} />`}
  </div>`;
}

function Contrast() {
  return html`<svg class="chrome-sign" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7.25" /><path class="full"
    d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" /></svg>`;
}

/** The tournaments icon for screens that are too narrow for the word. */
function Cup() {
  return html`<svg class="chrome-sign" viewBox="0 0 20 20" aria-hidden="true"><path d="M6 3h8v4a4 4 0 0 1-8 0zM6 4.5H3.2c0 2.7 1 4 3 4M14 4.5h2.8c0 2.7-1 4-3 4M10 11v4M6.5 17h7" /></svg>`;
}

/** @param {{known: boolean}} props */
function Person({ known }) {
  return html`<svg class="chrome-sign" viewBox="0 0 20 20" aria-hidden="true"><circle class=${known ? "full" : ""} cx="10" cy="6.5" r="3.5" /><path
    class=${known ? "full" : ""} d="M3.5 17.25c0-3.6 2.9-5.5 6.5-5.5s6.5 1.9 6.5 5.5z" /></svg>`;
}
