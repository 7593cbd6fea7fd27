/** The deck lists that a player can submit without typing: saved lists and the game's built-in lists. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { deckBox } from "../../games/decks.js";
import { t, useLanguage } from "../../words/words.js";
import { serialiseList } from "../decks/deck_draft.js";

/** @typedef {{id: string, name: string, deck: string}} Ready a list in the service's format */

/** @param {{lists: {saved: Ready[], house: Ready[]}, chosen: string, onChoose: (one: Ready | null) => void}} props `chosen` is the id of a list, or "" for a pasted one */
export function ListChoice({ lists, chosen, onChoose }) {
  const all = [...lists.saved, ...lists.house];
  if (all.length === 0) return null;
  return html`<label for="tn-ready">${t("tournament.list.which")}</label>
    <select id="tn-ready" onChange=${(/** @type {any} */ event) => onChoose(all.find((one) => one.id === event.target.value) ?? null)}>
      <option value="" selected=${chosen === ""}>${t("tournament.list.pasted")}</option>
      ${Object.entries(lists).map(([group, those]) => those.length > 0 && html`<optgroup key=${group} label=${t(`tournament.list.group.${group}`)}>
        ${those.map((one) => html`<option key=${one.id} value=${one.id} selected=${one.id === chosen}>${one.name}</option>`)}
      </optgroup>`)}
    </select>`;
}

/** Returns the user's saved deck lists for a game and its built-in ones: none while they load. Built-in lists are also missing if the pages have none for the game.
 * @param {string} game
 * @returns {{saved: Ready[], house: Ready[]}}
 */
export function useReadyLists(game) {
  const spoken = useLanguage();
  const [saved, setSaved] = useState(/** @type {Ready[]} */ ([]));
  const [house, setHouse] = useState(/** @type {Ready[]} */ ([]));
  useEffect(() => {
    const mine = (/** @type {import("../../types.d.ts").OwnDeck} */ one) => (one.game === game ? [{ id: `saved ${one.name}`, name: one.name, deck: one.deck }] : []);
    read("/me/decks").then(({ decks }) => setSaved(decks.flatMap(mine)), () => {}); // a list can still be pasted
  }, [game]);
  useEffect(() => {
    const text = (/** @type {import("../../types.d.ts").DeckBox["ready"][number]} */ { id, name, cards, events }) => ({ id: `house ${id}`, name, deck: serialiseList({ name, cards, events }) });
    deckBox(game, spoken).then(({ ready }) => setHouse(ready.map(text)), () => {});
  }, [game, spoken]);
  return { saved, house };
}
