/** The message for an object that does not exist, with links to other pages. */

import { html } from "../dom.js";
import { t } from "../words/words.js";

const PLACES = { lobby: "/", tournaments: "/tournaments", decks: "/decks", docs: "/docs" };

/** @param {{what: "match" | "tournament" | "player", framed?: boolean}} props `framed` is true if the message is embedded in another page; the links then open a new tab */
export function Absent({ what, framed = false }) {
  return html`<div class="problem">
    <div role="alert"><h1>${t(`absent.${what}`)}</h1><p>${t("absent.why")}</p></div>
    <nav aria-labelledby="absent-onward">
      <h2 id="absent-onward">${t("absent.onward")}</h2>
      <ul>${Object.entries(PLACES).map(([name, to]) => html`<li key=${name}><a href=${to} target=${framed ? "_blank" : null}>${t(`absent.${name}`)}</a></li>`)}</ul>
    </nav>
  </div>`;
}
