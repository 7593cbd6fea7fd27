/** The deck builder page: for the game in the address, or the first game with deck lists. */

import { html, useEffect, useState } from "../../dom.js";
import { TopBar } from "../topbar.js";
import { gameName } from "../../ui/game_name.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { read } from "../../api/api.js";
import { deckBox } from "../../games/decks.js";
import { t, useLanguage } from "../../words/words.js";
import { Builder } from "./builder.js";

/**
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {import("../../types.d.ts").GameLine} GameLine
 */

export function Decks() {
  const language = useLanguage();
  const [known, setKnown] = useState(/** @type {{line: GameLine, box: DeckBox} | null} */ (null));
  const [none, setNone] = useState(false);
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const ask = () => {
    setTrouble(null);
    loadGame(language).then((found) => (found ? setKnown(found) : setNone(true)), setTrouble);
  };
  useEffect(ask, [language]);
  useEffect(() => {
    document.title = `${t("decks.title")} – ${t("common.title")}`;
  }, [language]);
  return html`<${TopBar} />
    <main class="decks">
      <header class="decks-head"><h1>${t("decks.title")}</h1>${known && html`<p class="soft">${gameName(known.line.game)}</p>`}</header>
      <${ErrorNotice} error=${trouble} again=${ask} />
      ${known
        ? html`<${Builder} line=${known.line} box=${known.box} />`
        : none
          ? html`<p>${t("decks.no_game")}</p>`
          : !trouble && html`<p class="soft" role="status">${t("common.loading")}</p>`}
    </main>`;
}

/** Returns the game whose lists are built here and its cards, or null if no game has lists.
 * @param {string} language
 */
async function loadGame(language) {
  const wanted = new URLSearchParams(location.search).get("game");
  const { games } = await read("/games");
  const listed = games.filter((/** @type {GameLine} */ one) => one.lists);
  const line = listed.find((/** @type {GameLine} */ one) => one.game === wanted) ?? listed[0];
  return line ? { line, box: await deckBox(line.game, language) } : null;
}
