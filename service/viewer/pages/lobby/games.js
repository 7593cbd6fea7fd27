/** The games of the lobby: one *Play* each, which looks for partners, and the ways to learn, to watch and to read the rules. */

import { html, useState } from "../../dom.js";
import { useTask } from "../../ui/task.js";
import { RuleBook } from "../../ui/rules.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { fileAddress } from "../../ui/file_address.js";
import { gameName } from "../../ui/game_name.js";
import { readStored, writeStored } from "../../storage.js";
import { openTutorial, seekPartners, watchBots } from "../../forms/requests.js";
import { t } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").GameLine} GameLine */

/** Seconds after which a bot takes a free seat; never if empty. */
const WAITS = ["0", "30", "60", "180", ""];
const KEY = "chronik.bot_after";

/** @param {{games: GameLine[], go: (match: string) => void}} props */
export function Games({ games, go }) {
  const { busy, trouble, run } = useTask();
  const [chosen, setChosen] = useState("");
  const [wait, setWait] = useState(readStored(KEY) ?? "60");
  const guest = (/** @type {number} */ number) => t("lobby.guest_name", { number });
  const begin = (/** @type {GameLine} */ game, /** @type {() => Promise<string>} */ open) => {
    setChosen(game.game);
    void run(async () => go(await open()))(undefined);
  };
  return html`<section class="lobby-games" aria-label=${t("lobby.games")}>
    <ul>${games.map((game) => {
      const title = gameName(game.game);
      const bots = game.bots.length > 0;
      return html`<li key=${game.game} class="panel lobby-game">
        <div class="lobby-looks" aria-hidden="true">${["light", "dark"].map((theme) => html`<img key=${theme} class=${`lobby-look lobby-look-${theme}`} alt="" width="300" height="150" loading="lazy" decoding="async" src=${`${fileAddress(`games/${theme}.svg`)}#${game.game}`} />`)}</div>
        <div><h2>${title}</h2><p class="soft">${t("lobby.about.facts", { seats: seatsOf(game.seats), time: t(`lobby.long.${game.game}`) })}</p></div>
        <button type="button" class="primary" disabled=${busy} aria-label=${t("lobby.play.game", { game: title })} onClick=${() => begin(game, () => seekPartners(game, wait, guest))}>${t("lobby.play")}</button>
        <p class="lobby-game-more">
          ${bots && html`<button type="button" class="link" disabled=${busy} aria-label=${t("lobby.learn.game", { game: title })} onClick=${() => begin(game, () => openTutorial(game, guest))}>${t("lobby.learn")}</button>`}
          ${bots && html`<button type="button" class="link lobby-watch" disabled=${busy} aria-label=${t("lobby.watch.game", { game: title })} onClick=${() => begin(game, () => watchBots(game, guest))}>${t("lobby.watch")}</button>`}
          <${RuleBook} game=${game.game} />
        </p>
        ${chosen === game.game && html`<${ErrorNotice} error=${trouble} />`}
      </li>`;
    })}</ul>
    <label class="lobby-after">${t("lobby.bot_after")} <select onChange=${(/** @type {any} */ event) => {
      writeStored(KEY, event.target.value);
      setWait(event.target.value);
    }}>${WAITS.map((one) => html`<option key=${one} value=${one} selected=${one === wait}>${t(`lobby.bot_after.${one || "never"}`)}</option>`)}</select></label>
  </section>`;
}

/** Formats the number of players: "2", or a range from the fewest to the most.
 * @param {number[]} seats
 */
const seatsOf = (seats) => [...new Set([Math.min(...seats), Math.max(...seats)])].join("–");
