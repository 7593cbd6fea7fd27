/** The games of the lobby: what each is like, and the ways to play it or to watch it. */

import { html } from "../../dom.js";
import { RuleBook } from "../../ui/rules.js";
import { gameName } from "../../ui/game_name.js";
import { t } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").GameLine} GameLine */

/** @param {{games: GameLine[], busy: boolean, onPlay: (game: GameLine) => void, onWatch: (game: GameLine) => void}} props */
export function Games({ games, busy, onPlay, onWatch }) {
  return html`<section class="lobby-games" aria-labelledby="lobby-games">
    <h2 id="lobby-games">${t("lobby.games")}</h2>
    <ul>${games.map((game) => html`<${One} key=${game.game} game=${game} busy=${busy} onPlay=${onPlay} onWatch=${onWatch} />`)}</ul>
  </section>`;
}

/** @param {{game: GameLine, busy: boolean, onPlay: (game: GameLine) => void, onWatch: (game: GameLine) => void}} props */
function One({ game, busy, onPlay, onWatch }) {
  const title = gameName(game.game);
  return html`<li class="panel lobby-game">
    <div class="lobby-looks" aria-hidden="true">${["light", "dark"].map((theme) => html`<img key=${theme} class=${`lobby-look lobby-look-${theme}`} alt="" width="300" height="150" loading="lazy" decoding="async" src=${new URL(`../../games/${game.game}/${theme}.svg`, import.meta.url).href} />`)}</div>
    <h3>${title}</h3>
    <p>${t(`lobby.about.${game.game}`)}</p>
    <dl>
      <div><dt>${t("lobby.about.seats")}</dt><dd>${seatsOf(game.seats)}</dd></div>
      <div><dt>${t("lobby.about.long")}</dt><dd>${t(`lobby.long.${game.game}`)}</dd></div>
      <div><dt>${t("lobby.about.hard")}</dt><dd>${t(`lobby.hard.${game.game}`)}</dd></div>
    </dl>
    <div class="row">
      <button type="button" aria-label=${t("lobby.play.game", { game: title })} onClick=${() => onPlay(game)}>${t("lobby.play")}</button>
      ${game.bots.length > 0 && html`<button type="button" class="lobby-watch" disabled=${busy} aria-label=${t("lobby.watch.game", { game: title })} onClick=${() => onWatch(game)}><${Play} />${t(busy ? "common.loading" : "lobby.watch")}</button>`}
      <${RuleBook} game=${game.game} />
    </div>
  </li>`;
}

/** How many can play: "2", or from the fewest to the most.
 * @param {number[]} seats
 */
const seatsOf = (seats) => [...new Set([Math.min(...seats), Math.max(...seats)])].join("–");

function Play() {
  return html`<svg class="chrome-sign" viewBox="0 0 20 20" aria-hidden="true"><path class="full" d="M6 3.8v12.4l10-6.2z" /></svg>`;
}
