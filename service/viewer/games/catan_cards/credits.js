/** The authors of the drawings, as their licence asks. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { named } from "./box.js";
import authors from "./drawings/authors.js";

/** Where the box has the name of what a drawing shows. */
const NAMES = /** @type {const} */ (["card", "event", "face", "region", "piece"]);

/** @param {{components: any}} props */
export function Credits({ components }) {
  const nameOf = (/** @type {string} */ id) => NAMES.map((kind) => named(components, kind, id)).find((name) => name !== id) ?? id;
  return html`<section class="cc-credits"><h3>${t("catan_cards.legend.drawings")}</h3>
    <p>${t("catan_cards.legend.drawings.from")} <a href="https://game-icons.net">game-icons.net</a>, <a href="https://creativecommons.org/licenses/by/3.0/">CC BY 3.0</a>. ${t("catan_cards.legend.drawings.changed")}</p>
    ${Object.entries(authors).map(([author, drawn]) => html`<p key=${author}><b>${author}</b>: ${drawn.map(nameOf).join(", ")}</p>`)}
  </section>`;
}
