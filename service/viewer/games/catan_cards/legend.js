/** The meaning of the signs, and the costs: help for newcomers to the table. */

import { html } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { language, t } from "../../words/words.js";
import { countsInWords, named } from "./box.js";
import { Drawing, Kinds, Symbol } from "./symbols.js";

const Credits = lazy(() => import("./credits.js").then((module) => module.Credits));

/** @param {{components: any}} props */
export function Legend({ components }) {
  const word = (/** @type {string} */ key, params = {}) => t(`catan_cards.legend.${key}`, params);
  const faces = [...new Set(/** @type {string[]} */ (components.die))];
  return html`<div class="cc-legend" lang=${language()}>
    <section><h3>${word("costs")}</h3><dl>${components.centre.map((/** @type {any} */ { id, price }) => html`<${Sign} key=${id} sign=${html`<${Kinds} components=${components} counts=${price} />`} means=${`${named(components, "piece", id)}: ${named(components, "piece_texts", id)} (${countsInWords(components, price)})`} />`)}</dl></section>
    <section><h3>${word("regions")}</h3><dl>${["forest", "pasture", "hills", "mountains", "fields", "goldfield"].map((type) => {
      const { kind } = components.regions.find((/** @type {any} */ one) => one.type === type);
      return html`<${Sign} key=${type} sign=${html`<${Symbol} kind=${kind} />`} means=${`${named(components, "region", type)}: ${named(components, "region_texts", type)}`} />`;
    })}</dl><p class="soft">${word("stored", { n: components.limits.stored })}</p></section>
    <section><h3>${word("points")}</h3><dl>
      ${["vp", "strength", "tournament", "commerce", "stars"].map((kind) => html`<${Sign} key=${kind} sign=${html`<${Symbol} kind=${kind} />`} means=${named(components, "point", kind)} />`)}
      <${Sign} sign=${html`<${Drawing} of="knight_token" />`} means=${`${named(components, "piece", "knight_token")}: ${named(components, "piece_texts", "knight_token")}`} />
      <${Sign} sign=${html`<${Drawing} of="mill_token" />`} means=${`${named(components, "piece", "mill_token")}: ${named(components, "piece_texts", "mill_token")}`} />
    </dl></section>
    <section><h3>${word("faces")}</h3><dl>${faces.map((face) => html`<${Sign} key=${face} sign=${html`<${Drawing} of=${face} />`} means=${`${named(components, "face", face)}: ${named(components, "face_texts", face)}`} />`)}</dl></section>
    <section><h3>${word("sorts")}</h3><dl>${[["building", "subtype"], ["unit", "subtype"], ["attack", "subtype"], ["protection", "subtype"], ["neutral", "subtype"]].map(([id, of]) => html`<${Sign} key=${id} sign=${html`<${Symbol} kind=${id} />`} means=${named(components, /** @type {"subtype"} */ (of), id)} />`)}</dl></section>
    <${Credits} components=${components} />
  </div>`;
}

/** @param {{sign: any, means: string}} props */
const Sign = ({ sign, means }) => html`<div><dt aria-hidden="true">${sign}</dt><dd>${means}</dd></div>`;
