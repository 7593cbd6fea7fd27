/** The deck builder: the card pool, the deck list being built, its check, and import and export. The list is stored in this browser. */

import { html, useCallback, useEffect, useState } from "../../dom.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { saveSetting, readSetting } from "../../ui/settings.js";
import { language, t } from "../../words/words.js";
import { checkList, useCheck } from "./check.js";
import { List } from "./list.js";
import { EMPTY, changeCount, parseList, countCards, serialiseList } from "./deck_draft.js";
import { Trial } from "./trial.js";
import { ImportExport } from "./import_export.js";
import { Pool } from "./pool.js";
import { Saved } from "./saved.js";

/**
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {import("../../types.d.ts").DeckCard} DeckCard
 * @typedef {import("../../types.d.ts").GameLine} GameLine
 * @typedef {import("./deck_draft.js").DeckDraft} Made
 */

/** @param {{line: GameLine, box: DeckBox}} props */
export function Builder({ line, box }) {
  const { game } = line;
  const [made, setMade] = useState(() => /** @type {Made} */ (readSetting(`deck.${game}`, EMPTY)));
  const [said, setSaid] = useState("");
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const judged = useCheck(game, serialiseList(made));
  useEffect(() => saveSetting(`deck.${game}`, made), [made]);
  useEffect(() => void fromAddress(game).then((list) => list && setMade(parseList(list)), setTrouble), [game]);
  const change = useCallback((/** @type {DeckCard} */ card, /** @type {number} */ by) => {
    setMade((before) => changeCount(before, card, by));
    setSaid(t(by > 0 ? "decks.added" : "decks.taken", { name: card.name }));
  }, []);
  return html`<p class="unseen" role="status">${said}</p>
    <${ErrorNotice} error=${trouble} />
    <div class="decks-sides">
      <${Pool} box=${box} made=${made} onChange=${change} />
      <div class="decks-own">
        <${List} box=${box} made=${made} judged=${judged} onChange=${change} onName=${(/** @type {string} */ name) => setMade({ ...made, name })} />
        <${Trial} line=${line} box=${box} found=${judged.found} />
        <${ImportExport} game=${game} box=${box} made=${made} found=${judged.found} onMade=${setMade} />
        <${Saved} game=${game} made=${made} found=${judged.found} onMade=${setMade} />
      </div>
    </div>
    <a class="button decks-jump" href="#decks-list">${t("decks.list")}: ${countCards(made.cards)} / ${box.sizes.cards} · ${countCards(made.events)} / ${box.sizes.events}</a>`;
}

/** Returns the list whose code is in the address, or null, and removes the code from the address.
 * @param {string} game
 */
async function fromAddress(game) {
  const asked = new URLSearchParams(location.search);
  const code = asked.get("code");
  if (!code) return null;
  const { list } = await checkList(game, code, language());
  asked.delete("code");
  history.replaceState(null, "", `${location.pathname}${asked.size ? `?${asked}` : ""}`);
  return list;
}
