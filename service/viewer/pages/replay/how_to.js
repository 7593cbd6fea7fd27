/** The rules dialog of a game: an introduction, sections by topic with rule numbers, and a card search. */

import { read } from "../../api/api.js";
import { html, render, useEffect, useState } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { gameName } from "../../ui/game_name.js";
import { loadStyles } from "../../ui/lazy.js";
import { RuleBook } from "../../ui/rules.js";
import { language, loadAreas, t, useLanguage } from "../../words/words.js";
import { filterSections, findCards } from "./how_to_search.js";

/** @typedef {import("./how_to_search.js").Section} Section */
/** @typedef {import("../../types.d.ts").HowTo} Text */

/** Loads the instructions of a game in a language, and its symbols.
 * @param {string} game
 * @param {string} spoken
 */
async function loadHowTo(game, spoken) {
  const [text, symbols] = await Promise.all([import(`../../games/${game}/how_to/${spoken}.js`), import(`../../games/${game}/symbols.js`)]);
  return { text: /** @type {Text} */ (text.default), Symbol: symbols.Symbol, spoken };
}

/** The rules dialog.
 * @param {import("./replay.js").Parts} props
 */
export const Rules = ({ stage, match, box }) => html`<${Dialog} title=${t("replay.do.rules")} open=${true} onClose=${() => stage.open(null)}>
  <${HowTo} game=${match.summary.game} components=${box.components} />
</${Dialog}>`;

/** Opens the rules dialog of a game on a page that does not show the game.
 * @param {string} game
 */
export async function openHowTo(game) {
  const [{ components }] = await Promise.all([read(`/games/${game}`, { language: language() }), loadAreas("how_to"), ...["style/how_to.css", `games/${game}/style.css`].map(loadStyles)]);
  const place = document.body.appendChild(document.createElement("div"));
  const close = () => {
    render(null, place);
    place.remove();
  };
  render(html`<${Dialog} title=${`${gameName(game)}: ${t("common.rules")}`} open=${true} onClose=${close}><${HowTo} game=${game} components=${components} /><//>`, place);
}

/** @param {{game: string, components: any}} props */
function HowTo({ game, components }) {
  useLanguage();
  const spoken = language();
  const [here, setHere] = useState(/** @type {{text: Text, Symbol: any, spoken: string} | null} */ (null));
  const [failed, setFailed] = useState(false);
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    let late = false;
    loadHowTo(game, spoken).then(
      (text) => late || setHere(text),
      () => late || setFailed(true),
    );
    return () => void (late = true);
  }, [game, spoken]);
  if (failed) return html`<p class="notice bad" role="alert">${t("common.unreachable")}</p>`;
  if (!here) return html`<p class="soft" aria-busy="true">${t("common.loading")}</p>`;
  const { text, Symbol } = here;
  const cards = wanted.trim() ? findCards(components.names[spoken] ?? components.names.en, wanted) : [];
  const parts = [
    { title: t("how_to.minutes"), sections: filterSections(text.minutes, wanted), ordered: true },
    { title: t("how_to.topics"), sections: filterSections(text.topics, wanted), ordered: false },
  ].filter(({ sections }) => sections.length);
  return html`<div class="how-to" lang=${here.spoken}>
    <label class="how-to-search"><span>${t("how_to.search")}</span> <input type="search" value=${wanted} onInput=${(/** @type {any} */ event) => setWanted(event.currentTarget.value)} /></label>
    <p class="unseen" role="status">${wanted.trim() ? t("how_to.found", { n: cards.length + parts.reduce((sum, { sections }) => sum + sections.length, 0) }) : ""}</p>
    ${cards.length > 0 && html`<h3>${t("how_to.cards")}</h3><dl class="how-to-cards">${cards.map(({ id, name, also, text: says }) => html`<div key=${id}><dt>${name}${also && html` <span class="soft">${t("common.also", { name: also })}</span>`}</dt><dd>${says}</dd></div>`)}</dl>`}
    ${parts.map(
      ({ title, sections, ordered }) => html`<h3>${title}</h3>
        ${sections.map((section, nth) => html`<${HowToPart} key=${section.title} section=${section} game=${game} Symbol=${Symbol} nth=${ordered && !wanted.trim() ? nth + 1 : 0} open=${ordered || wanted.trim() !== ""} />`)}`,
    )}
    ${wanted.trim() && !cards.length && !parts.length && html`<p>${t("how_to.nothing")}</p>`}
    <p><${RuleBook} game=${game} named=${true} /></p>
  </div>`;
}

/** One section: symbols, sentences, and links to the rules.
 * @param {{section: Section, game: string, Symbol: any, nth: number, open: boolean}} props
 */
function HowToPart({ section, game, Symbol, nth, open }) {
  return html`<details open=${open}>
    <summary>${nth > 0 && `${nth}. `}${section.title}</summary>
    <p class="how-to-signs" aria-hidden="true">${section.signs.map((kind) => html`<${Symbol} key=${kind} kind=${kind} />`)}</p>
    ${section.text.map((sentence) => html`<p key=${sentence}>${sentence}</p>`)}
    <p class="how-to-rules soft">${section.rules.map((rule) => html`<a key=${rule} class="cited-rule" href=${`/docs/rules/${game}#${rule}`} hreflang="en" target="_blank" rel="noopener">${t("common.rule", { rule })}</a> `)}</p>
  </details>`;
}
