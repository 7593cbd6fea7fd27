/** The page of a tournament. */

import { html } from "../dom.js";
import { TopBar } from "../chrome/topbar.js";
import { t, useLanguage } from "../words/words.js";

export function TournamentPage() {
  useLanguage();
  return html`<${TopBar} /><main class="tournament"><h1>${t("tournament.title")}</h1></main>`;
}
