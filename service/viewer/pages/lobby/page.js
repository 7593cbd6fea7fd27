/** The lobby: matches that are open, running and finished, and a new one to begin. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { TopBar } from "../topbar.js";
import { RuleBook } from "../../ui/rules.js";
import { Trouble } from "../../ui/trouble.js";
import { read } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { t, useLanguage } from "../../words/words.js";
import { useDoing } from "../../ui/doing.js";
import { Chronicle } from "./chronicle.js";
import { Filters } from "./filters.js";
import { pastedId } from "./list.js";
import { STATUSES, useMatches } from "./matches.js";
import { OpenMatch } from "../../forms/open_match.js";
import { watchBots } from "../../forms/opening.js";
import { Strip } from "./strip.js";

/** @typedef {import("../../types.d.ts").GameLine} GameLine */

/** Goes to a match.
 * @param {string} id
 */
const go = (id) => location.assign(`/matches/${id}`);

export function Lobby() {
  useLanguage();
  const somebody = usePlayer();
  const games = useGames();
  const [filter, setFilter] = useState({ status: /** @type {import("./matches.js").Filter["status"]} */ (""), game: "", mine: false });
  const [search, setSearch] = useState("");
  const [opening, setOpening] = useState(false);
  const { busy, trouble, run } = useDoing();
  const mine = filter.mine && somebody ? somebody.player : "";
  const matches = useMatches({ status: filter.status, game: filter.game, player: mine });
  const wide = filter.status === "" && filter.game === "" && mine === "";
  const empty = matches.loaded && wide && STATUSES.every((status) => matches.lists[status]?.lines.length === 0);
  const game = games?.find((one) => one.bots.length > 0);
  const watch = run(async () => game && go(await watchBots(game, (number) => t("lobby.guest_name", { number }))));
  const pasted = pastedId(search);
  const watching = html`<button key="watch" type="button" class=${`lobby-watch${empty ? " primary" : ""}`} disabled=${busy || !game} onClick=${watch}>
    <${Play} />${t(busy ? "common.loading" : "lobby.watch")}</button>`;
  const opener = html`<button key="open" type="button" class=${empty ? "" : "primary"} disabled=${!games?.length}
    onClick=${() => setOpening(true)}>${t("lobby.open.title")}</button>`;
  return html`<${TopBar} />
    <main class=${`lobby${empty ? " empty" : ""}`}>
      <section class="lobby-hero" aria-labelledby="lobby-title">
        <h1 id="lobby-title">${t("lobby.title")}</h1>
        <p>${t("lobby.lead")}</p>
        <div class="lobby-actions">
          ${empty ? [watching, opener] : [opener, watching]}
          ${games?.some((one) => one.lists) && html`<a key="decks" class="button" href="/decks">${t("lobby.decks")}</a>`}
        </div>
        ${!somebody && html`<p class="lobby-help">${t("lobby.watch.guest")}</p>`}
        ${games && html`<p class="lobby-help lobby-books">${games.map((one) => html`<${RuleBook} key=${one.game} game=${one.game} named />`)}</p>`}
        <${Trouble} error=${trouble} />
        <${Strip} />
      </section>
      ${matches.trouble ? html`<${Trouble} error=${matches.trouble} again=${matches.again} />` : null}
      ${empty
        ? html`<p class="lobby-nothing">${t("lobby.empty")}</p>`
        : html`<${Filters} filter=${filter} games=${games ?? []} search=${search} known=${somebody !== null} onFilter=${setFilter} onSearch=${setSearch} />
            ${pasted && html`<p class="notice row"><span>${t("lobby.pasted")}</span><a class="button"
              href=${`/matches/${pasted}`}>${t("lobby.pasted.go")}</a></p>`}
            <${Chronicle} matches=${matches} me=${somebody?.player ?? null} search=${pasted ? "" : search}
              onReset=${() => (setFilter({ status: "", game: "", mine: false }), setSearch(""))} />`}
    </main>
    ${games?.length ? html`<${OpenMatch} games=${games} open=${opening} onClose=${() => setOpening(false)} go=${go} />` : null}`;
}

/** The games that can be played here; asked for again until they are known.
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

function Play() {
  return html`<svg class="chrome-sign" viewBox="0 0 20 20" aria-hidden="true"><path class="full" d="M6 3.8v12.4l10-6.2z" /></svg>`;
}
