/** The lobby: what waits for the user, the games, other matches, tournaments, live tables and finished matches. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "../../dom.js";
import { TopBar } from "../topbar.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { isProblem, read } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { language, t, useLanguage } from "../../words/words.js";
import { gameName } from "../../ui/game_name.js";
import { lazy } from "../../ui/lazy.js";
import { dayAndTime, timeAgo } from "../../ui/times.js";
import { markTab } from "../../ui/turn_alert.js";
import { Challenges } from "./challenges.js";
import { Finished } from "./finished.js";
import { Games } from "./games.js";
import { OwnTournaments, ownMatch, useOwnTournaments } from "../tournament/own_tournaments.js";
import { LiveTable, OpenTable, OwnTable, Part, Row, isAsked } from "./tables.js";

/**
 * @typedef {import("../../types.d.ts").LobbyPage} LobbyPage
 * @typedef {import("../../types.d.ts").LobbyTable} LobbyTable
 */

/** The open tables that are shown above the games. */
const FEW = 3;
const EVERY = 5000;
const OpenMatch = lazy(() => import("../../forms/open_match.js").then((module) => module.OpenMatch));

/** Opens the page of a match.
 * @param {string} id
 */
const openMatchPage = (id) => location.assign(`/matches/${id}`);

export function Lobby() {
  useLanguage();
  const me = usePlayer()?.player ?? "";
  const { page, trouble, again } = useLobby(me);
  const [opening, setOpening] = useState(false);
  const [rival, forget] = useRival();
  const tables = useOwnTournaments(me);
  const kept = useKeptFocus();
  const own = page?.own ?? [];
  const elsewhere = new Set((tables ?? []).map(({ card }) => ownMatch(card))); // shown as tables of their tournaments
  const asked = own.filter((table) => isAsked(table, me)).length;
  useEffect(() => {
    document.title = `${asked > 0 ? `(${asked}) ` : ""}${t("common.title")}`;
    markTab(asked > 0);
  }, [asked, language()]);
  const there = new Set(own.map((table) => table.id));
  const open = page?.open.filter((table) => !there.has(table.id)) ?? [];
  const live = page?.live.filter((table) => !there.has(table.id)) ?? [];
  const mine = own.filter(({ id }) => !elsewhere.has(id));
  const ownRow = (/** @type {LobbyTable} */ table) => html`<${OwnTable} key=${table.id} table=${table} me=${me} />`;
  const openRow = (/** @type {LobbyTable} */ table) => html`<${OpenTable} key=${table.id} table=${table} />`;
  return html`<${TopBar} />
    <main class="lobby" ref=${kept} aria-busy=${!page}>
      <h1>${t("lobby.title")}</h1>
      ${trouble && html`<${ErrorNotice} error=${trouble} again=${again} />`}
      ${page && html`<div class="lobby-now">
          <${OwnTournaments} all=${tables ?? []} />
          <${Challenges} me=${me} go=${openMatchPage} />
          <${Part} name="turn" rows=${mine.filter((table) => isAsked(table, me)).map(ownRow)} />
          <${Part} name="open" rows=${open.slice(0, FEW).map(openRow)} />
        </div>
        <${Games} games=${page.games} go=${openMatchPage} />
        <div class="lobby-now">
          <${Part} name="asked" rows=${mine.filter((table) => !isAsked(table, me)).map(ownRow)} empty=${own.length || tables?.length ? "" : t(me ? "lobby.part.asked.none" : "lobby.watch.guest")} />
          <div><${Part} name="more" rows=${open.slice(FEW).map(openRow)} empty=${t(open.length ? "lobby.part.open.above" : "lobby.part.open.none")} />
            <div class="lobby-actions">
              <button type="button" disabled=${!page.games.length} onClick=${() => setOpening(true)}>${t("lobby.open.title")}</button>
              ${page.games.some((one) => one.lists) && html`<a class="button" href="/decks">${t("lobby.decks")}</a>`}
            </div></div>
          <${Part} name="events" rows=${page.events.map((line) => html`<${Row} key=${line.id} title=${line.title} text=${[gameName(line.game), line.phase === "announced" ? "" : t(`lobby.event.${line.phase}`), eventTime(line)].filter(Boolean).join(" · ")} href=${line.page} label=${t("lobby.event.show")} />`)} empty=${t("lobby.part.events.none")} />
        </div>
        ${live.length > 0 && html`<section class="lobby-part live" aria-labelledby="lobby-part-live">
          <h2 id="lobby-part-live">${t("lobby.part.live")}</h2>
          <ul class="lobby-boards">${live.map((table) => html`<${LiveTable} key=${table.id} table=${table} />`)}</ul>
        </section>`}
        <${Finished} key=${me} first=${page.finished} me=${me} />
        ${opening && html`<${OpenMatch} games=${page.games} open onClose=${() => setOpening(false)} go=${openMatchPage} />`}
        ${rival && html`<${OpenMatch} games=${page.games} rival=${rival} open onClose=${forget} go=${forget} />`}`}
    </main>`;
}

/** Returns when a tournament begins, or was announced; "" while it is played and after its planned start. @param {LobbyPage["events"][number]} line */
function eventTime({ phase, starts_at, created_at }) {
  if (phase === "running" || (starts_at && Date.parse(starts_at) < Date.now())) return "";
  return starts_at ? t("lobby.event.begins", { when: dayAndTime(starts_at, language()) }) : t("lobby.event.announced", { when: timeAgo(created_at, language()) });
}

/** Returns the first screen, read again every few seconds while the page is visible.
 * @param {string} me
 * @returns {{page: LobbyPage | null, trouble: unknown, again: () => void}}
 */
function useLobby(me) {
  const [page, setPage] = useState(/** @type {LobbyPage | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const again = useRef(() => {});
  useEffect(() => {
    let [timer, gone, last] = [0, false, ""];
    const round = async () => {
      clearTimeout(timer);
      try {
        const found = await read("/lobby");
        if (gone) return;
        setTrouble(null);
        if (JSON.stringify(found) !== last) setPage(found);
        last = JSON.stringify(found);
      } catch (error) {
        if (gone || isProblem(error, "unauthenticated")) return; // the page then shows what a guest sees
        setTrouble(error);
      }
      clearTimeout(timer);
      timer = /** @type {any} */ (setTimeout(() => document.hidden || void round(), EVERY));
    };
    const onVisible = () => document.hidden || void round();
    again.current = () => void round();
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("online", onVisible);
    void round();
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("online", onVisible);
    };
  }, [me]);
  return { page, trouble, again: () => again.current() };
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
/** Keeps the focus on a match that moves to another part of the list. */
function useKeptFocus() {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const last = useRef(/** @type {string | null} */ (null));
  useEffect(() => {
    /** @param {FocusEvent} event */
    const onFocus = (event) => void (last.current = event.target instanceof HTMLElement ? (event.target.dataset.match ?? null) : null);
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  useLayoutEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const moved = root.current?.querySelector(`[data-match="${last.current}"]`);
    if (moved instanceof HTMLElement) moved.focus({ preventScroll: true });
  });
  return root;
}
