/** The published deck lists of a tournament: results of each list and each card, and the games of a list. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { deckBox } from "../../games/decks.js";
import { Copy } from "../../ui/copy.js";
import { language, t, useLanguage } from "../../words/words.js";
import { EntrantLink, entrantName } from "./people.js";
import { Refusal } from "./refusal.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").OpenedDecks} OpenedDecks
 * @typedef {import("../../types.d.ts").OpenedDeck} OpenedDeck
 * @typedef {import("../../types.d.ts").ListGame} ListGame
 */

/** The report on all lists, or the list of one entrant.
 * @param {{card: TournamentSummary, number: number}} props
 */
export function OpenedLists({ card, number }) {
  const names = useNames(card.game);
  const known = card.entrants[number - 1]?.deck_opened;
  return known ? html`<${OneList} key=${number} card=${card} number=${number} names=${names} />` : html`<${AllLists} card=${card} names=${names} />`;
}

/** @param {{card: TournamentSummary, names: Map<string, string>}} props */
function AllLists({ card, names }) {
  const { found, trouble } = useAnswer(`/tournaments/${card.id}/decks`);
  const report = /** @type {OpenedDecks | null} */ (found);
  return html`<section class="tn-section" aria-labelledby="tn-lists">
    <h2 id="tn-lists">${t("tournament.section.lists")}</h2>
    <${Refusal} error=${trouble} />
    ${report?.lists.length === 0 && html`<p role="status">${t("tournament.lists.none")}</p>`}
    ${report && report.lists.length > 0 && html`<div class="tn-wide"><table class="tn-table">
        <caption>${t("tournament.lists.lists")}</caption>
        <thead><tr><th scope="col">${t("tournament.column.name")}</th><${CountHeadings} /></tr></thead>
        <tbody>${report.lists.map((line) => html`<tr key=${line.entrant}>
          <th scope="row"><a href=${`#lists/${line.entrant}`} aria-label=${t("tournament.list.of", { name: entrantName(card, line.entrant) })}>${entrantName(card, line.entrant)}</a></th>
          <${CountCells} line=${line} />
        </tr>`)}</tbody>
      </table></div>
      ${report.cards.length > 0 && html`<div class="tn-wide"><table class="tn-table">
        <caption>${t("tournament.lists.cards")}</caption>
        <thead><tr><th scope="col">${t("tournament.column.card")}</th><th scope="col" class="tn-number">${t("tournament.column.lists")}</th>
          <th scope="col" class="tn-number">${t("tournament.column.copies")}</th><${CountHeadings} /></tr></thead>
        <tbody>${report.cards.map((line) => html`<tr key=${line.card}>
          <th scope="row">${names.get(line.card) ?? line.card}</th>
          <td class="tn-number">${t("tournament.lists.of", { count: line.lists, all: report.lists.length })}</td><td class="tn-number">${line.copies}</td><${CountCells} line=${line} />
        </tr>`)}</tbody>
      </table></div>`}
      <p class="soft">${t("tournament.lists.counted")}</p>`}
  </section>`;
}

/** @param {{card: TournamentSummary, number: number, names: Map<string, string>}} props */
function OneList({ card, number, names }) {
  const { found, trouble } = useAnswer(`/tournaments/${card.id}/entrants/${number}/deck`);
  const list = /** @type {OpenedDeck | null} */ (found);
  const cards = Object.entries(list?.cards ?? {});
  return html`<section class="tn-section" aria-labelledby="tn-list-of">
    <p><a href="#lists">${t("tournament.lists.all")}</a></p>
    <h2 id="tn-list-of">${t("tournament.list.of", { name: entrantName(card, number) })}</h2>
    <${Refusal} error=${trouble} />
    ${list && html`
      ${cards.length > 0 ? html`<ul class="tn-cards">${cards.map(([id, count]) => html`<li key=${id}><b>${count}</b> ${names.get(id) ?? id}</li>`)}</ul>` : html`<pre class="tn-deck" tabindex="0">${list.deck}</pre>`}
      <div class="row"><${Copy} text=${list.deck} />${names.size > 0 && html`<a class="button" href=${`/decks?${new URLSearchParams({ game: card.game, code: list.deck })}`}>${t("tournament.lists.open")}</a>`}</div>
      <${GamesOf} card=${card} games=${list.games} />
      <details><summary>${t("tournament.lists.proof")}</summary><dl class="tn-plan">
        <div><dt>${t("tournament.proof.commitment")}</dt><dd><code>${list.commitment}</code></dd></div>
        <div><dt>${t("tournament.list.salt")}</dt><dd><code>${list.salt}</code></dd></div>
      </dl></details>`}
  </section>`;
}

/** The games in which a list was played. @param {{card: TournamentSummary, games: ListGame[]}} props */
function GamesOf({ card, games }) {
  if (games.length === 0) return html`<p class="soft">${t("tournament.lists.unplayed")}</p>`;
  return html`<div class="tn-wide"><table class="tn-table">
    <caption>${t("tournament.lists.games")}</caption>
    <thead><tr><th scope="col">${t("tournament.column.table")}</th><th scope="col">${t("tournament.column.against")}</th>
      <th scope="col">${t("tournament.column.result")}</th><th scope="col">${t("tournament.column.match")}</th></tr></thead>
    <tbody>${games.map((game) => {
      const where = t(game.game ? "tournament.lists.where.game" : "tournament.lists.where", { round: game.round, table: game.table, game: game.game ?? 0 });
      return html`<tr key=${where}>
        <th scope="row"><a href=${`#rounds/${game.round}/${game.table}`}>${where}</a></th>
        <td>${game.against.map((one, at) => html`${at > 0 && ", "}<${EntrantLink} key=${one} card=${card} number=${one} />`)}</td>
        <td>${game.won === undefined ? "–" : t(game.won ? "tournament.lists.won" : "tournament.lists.not_won")}</td>
        <td>${game.match ? html`<a href=${`/replay/${game.match}`} aria-label=${t("tournament.lists.replay_of", { where })}>${t("tournament.table.replay")}</a>` : "–"}</td>
      </tr>`;
    })}</tbody>
  </table></div>`;
}

function CountHeadings() {
  return html`<th scope="col" class="tn-number">${t("tournament.column.games")}</th><th scope="col" class="tn-number">${t("tournament.column.won")}</th><th scope="col" class="tn-number">${t("tournament.column.share")}</th>`;
}

/** Cells with games played, games won and their share. @param {{line: {played: number, won: number}}} props */
function CountCells({ line }) {
  return html`<td class="tn-number">${line.played}</td><td class="tn-number">${line.won}</td><td class="tn-number">${line.played === 0 ? "–" : formatShare(line.won / line.played)}</td>`;
}

/** @param {number} part */
const formatShare = (part) => new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(part);

/** Returns the answer from a path, or the error. @param {string} path */
function useAnswer(path) {
  const [told, setTold] = useState({ found: /** @type {unknown} */ (null), trouble: /** @type {unknown} */ (null) });
  useEffect(() => {
    const gone = new AbortController();
    read(path, {}, gone.signal).then(
      (found) => setTold({ found, trouble: null }),
      (trouble) => gone.signal.aborted || setTold({ found: null, trouble }),
    );
    return () => gone.abort();
  }, [path]);
  return told;
}

/** Returns the names of a game's cards by id. Empty for games whose lists the pages do not know.
 * @param {string} game
 * @returns {Map<string, string>}
 */
function useNames(game) {
  const spoken = useLanguage();
  const [names, setNames] = useState(/** @type {Map<string, string>} */ (new Map()));
  useEffect(() => void deckBox(game, spoken).then(({ cards }) => setNames(new Map(cards.map((one) => [one.id, one.name]))), () => undefined), [game, spoken]);
  return names;
}
