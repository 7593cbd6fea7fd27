/** The meaning of the signs, and the costs: help for newcomers to the table. */

import { html } from "../../dom.js";
import { language, t } from "../../words/words.js";
import { KNIGHTS, countsInWords, named } from "./box.js";
import { Shield } from "./island/pieces.js";
import "./opened.js";
import { Kinds, Symbol } from "./symbols.js";

/** @param {{components: any}} props */
export function Legend({ components }) {
  const word = (/** @type {string} */ key) => t(`cities_knights.legend.${key}`);
  const shield = (/** @type {number} */ level, active = false, ready = false) => html`<svg class="ck-sample ck-seat-0" viewBox="-22 -32 44 52"><g class=${`ck-knight${active ? " ck-active" : ""}`}><${Shield} seat=${0} level=${level} active=${active} ready=${ready} /></g></svg>`;
  return html`<div class="ck-legend" lang=${language()}>
    <section><h3>${word("costs")}</h3><dl>
      ${["road", "settlement", "city", "wall", "recruit", "activate", "promote"].map((what) => html`<${Sign} sign=${html`<${Kinds} components=${components} counts=${components.costs[what]} />`} means=${t(`cities_knights.cost.${what}`)} />`)}
    </dl></section>
    <section><h3>${word("land")}</h3><dl>
      ${Object.entries(components.yields).map(([terrain, { settlement, city }]) => html`<${Sign} sign=${html`<svg class="ck-sample" viewBox="-62 -62 124 124"><use class=${`ck-terrain ck-${terrain}`} href=${`#ck-t-${terrain}`} /></svg>`} means=${`${named(components, "terrain", terrain)}: ${Object.keys(city).length ? t("cities_knights.legend.yields", { settlement: countsInWords(components, settlement), city: countsInWords(components, city) }) : word("nothing")}`} />`)}
    </dl></section>
    <section><h3>${word("pieces")}</h3><dl>
      ${[1, 2, 3].map((level) => html`<${Sign} sign=${shield(level)} means=${named(components, "piece", KNIGHTS[level])} />`)}
      <${Sign} sign=${shield(1)} means=${word("inactive")} />
      <${Sign} sign=${shield(1, true)} means=${word("active")} />
      <${Sign} sign=${shield(1, true, true)} means=${word("ready")} />
      ${["metropolis", "merchant", "robber", "ship"].map((piece) => html`<${Sign} sign=${html`<${Symbol} kind=${piece} />`} means=${named(components, "piece", piece)} />`)}
    </dl></section>
    <section><h3>${word("cards")}</h3><dl>
      ${components.kinds.map((/** @type {string} */ kind) => html`<${Sign} sign=${html`<${Symbol} kind=${kind} />`} means=${named(components, "kind", kind)} />`)}
    </dl></section>
    <section><h3>${word("seat")}</h3><dl>
      <${Sign} sign=${html`<${Symbol} kind="card" /> 5<small>/7</small>`} means=${word("hand")} />
      <${Sign} sign=${components.tracks.map((/** @type {{id: string}} */ { id }) => html`<${Symbol} kind=${id} />`)} means=${word("decks")} />
      <${Sign} sign=${html`<${Symbol} kind="road" />`} means=${word("road")} />
      <${Sign} sign=${html`<${Symbol} kind="knight" /> 2<small>/4</small>`} means=${word("knights")} />
      <${Sign} sign=${html`<${Symbol} kind="star" />`} means=${word("star")} />
      <${Sign} sign=${html`<${Symbol} kind="city" /> 4 > <${Symbol} kind="knight" /> 3`} means=${word("forces")} />
    </dl></section>
    <section><h3>${word("levels")}</h3><dl>
      ${components.tracks.map((/** @type {{id: string, commodity: string, costs: number[]}} */ { id, commodity, costs }) => html`<div class="ck-levels"><dt><span class=${`ck-track-${id}`}><${Symbol} kind=${id} /> ${named(components, "track", id)}</span> <${Symbol} kind=${commodity} label=${named(components, "kind", commodity)} /></dt><dd>${costs.map((cost, i) => `${i + 1}. ${named(components, "level", `${id}.${i + 1}`)} (${cost})`).join(" · ")}</dd></div>`)}
      <${Sign} sign=${html`<span class="ck-steps"><i class="ck-reached"></i><i></i><i class="ck-skill"></i></span>`} means=${word("step")} />
    </dl></section>
  </div>`;
}

/** @param {{sign: any, means: string}} props */
const Sign = ({ sign, means }) => html`<div><dt aria-hidden="true">${sign}</dt><dd>${means}</dd></div>`;
