/** The page of all tournaments. */

import { html } from "../dom.js";
import { TopBar } from "../chrome/topbar.js";
import { t, useLanguage } from "../words/words.js";

export function Tournaments() {
  useLanguage();
  return html`<${TopBar} /><main class="tournaments"><h1>${t("tournaments.title")}</h1></main>`;
}
