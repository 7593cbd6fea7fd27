/** The games of the lobby: a description of each, and buttons to play or to watch it. */

import { html, useState } from "../../dom.js";
import { useTask } from "../../ui/task.js";
import { RuleBook } from "../../ui/rules.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { fileAddress } from "../../ui/file_address.js";
import { gameName } from "../../ui/game_name.js";
import { t } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").GameLine} GameLine */

/** @param {{games: GameLine[], onPlay: (game: GameLine) => void, onWatch: (game: GameLine) => Promise<void>, onLearn: (game: GameLine) => Promise<void>}} props */
export function Games({ games, onPlay, onWatch, onLearn }) {
  const { busy, trouble, run } = useTask();
  const [chosen, setChosen] = useState(/** @type {GameLine | null} */ (null));
  /** @param {(game: GameLine) => Promise<void>} open */
  const choose = (open) => (/** @type {GameLine} */ game) => {
    setChosen(game);
    void run(() => open(game))(undefined);
  };
  return html`<section class="lobby-games" aria-labelledby="lobby-games">
    <h2 id="lobby-games">${t("lobby.games")}</h2>
    <ul>${games.map((game) => html`<${GamePanel} key=${game.game} game=${game} busy=${busy} trouble=${game === chosen ? trouble : null}
      onPlay=${onPlay} onWatch=${choose(onWatch)} onLearn=${choose(onLearn)} />`)}</ul>
  </section>`;
}

/** @param {{game: GameLine, busy: boolean, trouble: unknown, onPlay: (game: GameLine) => void, onWatch: (game: GameLine) => void, onLearn: (game: GameLine) => void}} props */
function GamePanel({ game, busy, trouble, onPlay, onWatch, onLearn }) {
  const title = gameName(game.game);
  return html`<li class="panel lobby-game">
    <div class="lobby-looks" aria-hidden="true">${["light", "dark"].map((theme) => html`<img key=${theme} class=${`lobby-look lobby-look-${theme}`} alt="" width="300" height="150" loading="lazy" decoding="async" src=${fileAddress(`games/${game.game}/${theme}.svg`)} />`)}</div>
    <h3>${title}</h3>
    <p>${t(`lobby.about.${game.game}`)}</p>
    <dl>
      <div><dt>${t("lobby.about.seats")}</dt><dd>${seatsOf(game.seats)}</dd></div>
      <div><dt>${t("lobby.about.long")}</dt><dd>${t(`lobby.long.${game.game}`)}</dd></div>
      <div><dt>${t("lobby.about.hard")}</dt><dd>${t(`lobby.hard.${game.game}`)}</dd></div>
    </dl>
    <div class="row">
      <button type="button" aria-label=${t("lobby.play.game", { game: title })} onClick=${() => onPlay(game)}>${t("lobby.play")}</button>
      ${game.bots.length > 0 && html`<button type="button" disabled=${busy} aria-label=${t("lobby.learn.game", { game: title })} onClick=${() => onLearn(game)}>${t("lobby.learn")}</button>`}
      ${game.bots.length > 0 && html`<button type="button" class="lobby-watch" disabled=${busy} aria-label=${t("lobby.watch.game", { game: title })} onClick=${() => onWatch(game)}><${Play} />${t(busy ? "common.loading" : "lobby.watch")}</button>`}
      <${RuleBook} game=${game.game} />
    </div>
    <${ErrorNotice} error=${trouble} />
  </li>`;
}

/** Formats the number of players: "2", or a range from the fewest to the most.
 * @param {number[]} seats
 */
const seatsOf = (seats) => [...new Set([Math.min(...seats), Math.max(...seats)])].join("–");

function Play() {
  return html`<svg class="chrome-sign" viewBox="0 0 20 20" aria-hidden="true"><path class="full" d="M6 3.8v12.4l10-6.2z" /></svg>`;
}
