/** Filters of the lobby: status, game, only the user's matches, and a search. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { gameName } from "../../ui/game_name.js";
import { STATUSES } from "./matches.js";

/**
 * @typedef {{status: string, game: string, mine: boolean}} Chosen
 * @typedef {import("../../types.d.ts").GameLine} GameLine
 */

/** @param {{filter: Chosen, games: GameLine[], search: string, known: boolean, onFilter: (filter: any) => void, onSearch: (text: string) => void}} props */
export function Filters({ filter, games, search, known, onFilter, onSearch }) {
  return html`<search class="lobby-filters">
    <fieldset class="lobby-segments">
      <legend class="unseen">${t("lobby.filter.status")}</legend>
      <div>${["", ...STATUSES].map((one) => html`<label key=${one}><input type="radio" name="lobby-status" checked=${filter.status === one}
        onChange=${() => onFilter({ ...filter, status: one })} /><span>${t(`lobby.filter.${one || "all"}`)}</span></label>`)}</div>
    </fieldset>
    <select aria-label=${t("lobby.filter.game")} onChange=${(/** @type {any} */ event) => onFilter({ ...filter, game: event.target.value })}>
      <option value="" selected=${filter.game === ""}>${t("lobby.filter.all_games")}</option>
      ${games.map((one) => html`<option key=${one.game} value=${one.game} selected=${filter.game === one.game}>${gameName(one.game)}</option>`)}
    </select>
    ${known && html`<label class="lobby-check"><input type="checkbox" checked=${filter.mine}
      onChange=${(/** @type {any} */ event) => onFilter({ ...filter, mine: event.target.checked })} /><span>${t("lobby.filter.mine")}</span></label>`}
    <input class="lobby-search" type="search" aria-label=${t("lobby.filter.search")} placeholder=${t("lobby.filter.search")} value=${search}
      onInput=${(/** @type {any} */ event) => onSearch(event.target.value)} />
  </search>`;
}
