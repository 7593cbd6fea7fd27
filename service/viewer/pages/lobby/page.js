/** The lobby: open, running and finished matches, and buttons for a new one. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { TopBar } from "../topbar.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { read } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { language, t, useLanguage } from "../../words/words.js";
import { markTab } from "../../ui/turn_alert.js";
import { Chronicle, OwnMatches } from "./chronicle.js";
import { Filters } from "./filters.js";
import { Games } from "./games.js";
import { matchesWaitingFor, findPastedId } from "./list.js";
import { STATUSES, useMatches } from "./matches.js";
import { OpenMatch } from "../../forms/open_match.js";
import { openTutorial, watchBots } from "../../forms/requests.js";
import { Offers } from "./offers.js";
import { OwnTables, useOwnTables } from "./own_tables.js";
import { Strip } from "./strip.js";

/** @typedef {import("../../types.d.ts").GameLine} GameLine */

/** Opens the page of a match.
 * @param {string} id
 */
const openMatchPage = (id) => location.assign(`/matches/${id}`);

export function Lobby() {
  useLanguage();
  const somebody = usePlayer();
  const games = useGames();
  const [filter, setFilter] = useState({ status: /** @type {import("./matches.js").Filter["status"]} */ (""), game: "", mine: false });
  const [search, setSearch] = useState("");
  const [opening, setOpening] = useState(/** @type {GameLine | null} */ (null));
  const [rival, forget] = useRival();
  const mine = filter.mine && somebody ? somebody.player : "";
  const matches = useMatches({ status: filter.status, game: filter.game, player: mine }, somebody?.player ?? "");
  const tables = useOwnTables(somebody?.player ?? "");
  const wide = filter.status === "" && filter.game === "" && mine === "";
  const empty = matches.loaded && wide && STATUSES.every((status) => matches.lists[status]?.lines.length === 0);
  const guest = (/** @type {number} */ number) => t("lobby.guest_name", { number });
  const watch = (/** @type {GameLine} */ game) => watchBots(game, guest).then(openMatchPage);
  const learn = (/** @type {GameLine} */ game) => openTutorial(game, guest).then(openMatchPage);
  const waiting = matchesWaitingFor(matches.own, matches.seats, somebody?.player ?? null).length;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${t("common.title")}`;
    markTab(waiting > 0);
  }, [waiting, language()]);
  // The parts above load first, so that no button moves down while the user is about to press it.
  const begun = useRef(false);
  begun.current ||= !somebody || (tables !== null && (matches.loaded || matches.trouble !== null));
  const pasted = findPastedId(search);
  return html`<${TopBar} />
    <main class=${`lobby${empty ? " empty" : ""}`}>
      <section class="lobby-hero" aria-labelledby="lobby-title">
        <h1 id="lobby-title">${t("lobby.title")}</h1>
        <p>${t("lobby.lead")}</p>
        <div class="lobby-actions">
          <button type="button" class="primary" disabled=${!games?.length} onClick=${() => setOpening(games?.[0] ?? null)}>${t("lobby.open.title")}</button>
          ${games?.some((one) => one.lists) && html`<a class="button" href="/decks">${t("lobby.decks")}</a>`}
        </div>
        ${!somebody && html`<p class="lobby-help">${t("lobby.watch.guest")}</p>`}
        <${Strip} />
      </section>
      <${OwnTables} cards=${tables ?? []} />
      <${OwnMatches} matches=${matches} me=${somebody?.player ?? null} />
      <${Offers} me=${somebody?.player ?? null} go=${openMatchPage} />
      ${begun.current && games?.length ? html`<${Games} games=${games} onPlay=${setOpening} onWatch=${watch} onLearn=${learn} />` : null}
      ${matches.trouble ? html`<${ErrorNotice} error=${matches.trouble} again=${matches.again} />` : null}
      ${empty
        ? html`<p class="lobby-nothing">${t("lobby.empty")}</p>`
        : html`<${Filters} filter=${filter} games=${games ?? []} search=${search} known=${somebody !== null} onFilter=${setFilter} onSearch=${setSearch} />
            ${pasted && html`<p class="notice row"><span>${t("lobby.pasted")}</span><a class="button"
              href=${`/matches/${pasted}`}>${t("lobby.pasted.go")}</a></p>`}
            <${Chronicle} matches=${matches} me=${somebody?.player ?? null} search=${pasted ? "" : search}
              onReset=${() => (setFilter({ status: "", game: "", mine: false }), setSearch(""))} />`}
    </main>
    ${games?.length ? html`<${OpenMatch} games=${games} first=${opening} open=${opening !== null} onClose=${() => setOpening(null)} go=${openMatchPage} />
      ${rival && html`<${OpenMatch} games=${games} rival=${rival} open onClose=${forget} go=${forget} />`}` : null}`;
}

/** Returns the player named in the address as the one to challenge (`?challenge=`), and a function that forgets the player.
 * @returns {[import("../../types.d.ts").PlayerProfile | null, () => void]}
 */
function useRival() {
  const [rival, setRival] = useState(/** @type {import("../../types.d.ts").PlayerProfile | null} */ (null));
  useEffect(() => {
    const wanted = new URLSearchParams(location.search).get("challenge");
    if (wanted) void read(`/players/${encodeURIComponent(wanted)}`).then((found) => found.ghost || setRival(found), () => null);
  }, []);
  return [rival, () => (history.replaceState(null, "", "/"), setRival(null))];
}

/** Returns the games that can be played here. Retries until they are loaded.
 * @returns {GameLine[] | null}
 */
function useGames() {
  const [games, setGames] = useState(/** @type {GameLine[] | null} */ (null));
  const timer = useRef(0);
  useEffect(() => {
    const ask = () => void read("/games").then((answer) => setGames(answer.games), () => void (timer.current = /** @type {any} */ (setTimeout(ask, 3000))));
    ask();
    return () => clearTimeout(timer.current);
  }, []);
  return games;
}
