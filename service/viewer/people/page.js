/** The page of a player. */

import { html } from "../dom.js";
import { TopBar } from "../chrome/topbar.js";
import { t, useLanguage } from "../words/words.js";

export function PersonPage() {
  useLanguage();
  return html`<${TopBar} /><main class="people"><h1>${t("people.title")}</h1></main>`;
}
