/** Building a list: the pool beside it, what the rules say of it, and the ways in and out. What is built is kept in this browser. */

import { html, useCallback, useEffect, useState } from "../../dom.js";
import { Trouble } from "../../ui/trouble.js";
import { keep, kept } from "../../ui/kept.js";
import { language, t } from "../../words/words.js";
import { checked, useCheck } from "./checking.js";
import { List } from "./list.js";
import { EMPTY, changed, madeOf, total, written } from "./made.js";
import { Trial } from "./trial.js";
import { Ways } from "./ways.js";
import { Pool } from "./pool.js";
import { Saved } from "./saved.js";

/**
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {import("../../types.d.ts").DeckCard} DeckCard
 * @typedef {import("../../types.d.ts").GameLine} GameLine
 * @typedef {import("./made.js").Made} Made
 */

/** @param {{line: GameLine, box: DeckBox}} props */
export function Builder({ line, box }) {
  const { game } = line;
  const [made, setMade] = useState(() => /** @type {Made} */ (kept(`deck.${game}`, EMPTY)));
  const [said, setSaid] = useState("");
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const judged = useCheck(game, written(made));
  useEffect(() => keep(`deck.${game}`, made), [made]);
  useEffect(() => void fromAddress(game).then((list) => list && setMade(madeOf(list)), setTrouble), [game]);
  const change = useCallback((/** @type {DeckCard} */ card, /** @type {number} */ by) => {
    setMade((before) => changed(before, card, by));
    setSaid(t(by > 0 ? "decks.added" : "decks.taken", { name: card.name }));
  }, []);
  return html`<p class="unseen" role="status">${said}</p>
    <${Trouble} error=${trouble} />
    <div class="decks-sides">
      <${Pool} box=${box} made=${made} onChange=${change} />
      <div class="decks-own">
        <${List} box=${box} made=${made} judged=${judged} onChange=${change} onName=${(/** @type {string} */ name) => setMade({ ...made, name })} />
        <${Trial} line=${line} box=${box} found=${judged.found} />
        <${Ways} game=${game} box=${box} made=${made} found=${judged.found} onMade=${setMade} />
        <${Saved} game=${game} made=${made} found=${judged.found} onMade=${setMade} />
      </div>
    </div>
    <a class="button decks-jump" href="#decks-list">${t("decks.list")}: ${total(made.cards)} / ${box.sizes.cards} · ${total(made.events)} / ${box.sizes.events}</a>`;
}

/** The list of a code in the address, which is left out from then on; null where there is none.
 * @param {string} game
 */
async function fromAddress(game) {
  const asked = new URLSearchParams(location.search);
  const code = asked.get("code");
  if (!code) return null;
  const { list } = await checked(game, code, language());
  asked.delete("code");
  history.replaceState(null, "", `${location.pathname}${asked.size ? `?${asked}` : ""}`);
  return list;
}
