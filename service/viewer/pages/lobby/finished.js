/** The finished matches of the lobby, newest first, with a search and older ones on demand. */

import { html, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { gameName } from "../../ui/game_name.js";
import { seatName } from "../../ui/seat_name.js";
import { timeAgo } from "../../ui/times.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { useTask } from "../../ui/task.js";
import { joinList, language, t } from "../../words/words.js";
import { appendPage, filterBySearch, findPastedId, winners } from "./list.js";
import { Row } from "./tables.js";

/** @typedef {import("../../types.d.ts").MatchLine} MatchLine */

const PAGE = 24;
/** @type {import("./list.js").List} */
const NOTHING = { lines: [], next: null };

/** @param {{first: {matches: MatchLine[], next: string | null}, me: string}} props `first` is the newest page */
export function Finished({ first, me }) {
  const [search, setSearch] = useState("");
  const [mine, setMine] = useState(false);
  const [older, setOlder] = useState(/** @type {import("./list.js").List | null} */ (null));
  const { busy, trouble, run } = useTask();
  const known = mine ? (older ?? NOTHING) : { ...appendPage({ lines: first.matches, next: null }, { matches: older?.lines ?? [], next: null }), next: older ? older.next : first.next };
  /** @param {boolean} own @param {import("./list.js").List} before */
  const load = (own, before) => run(async () => {
    const page = await read("/matches", { status: "finished", player: own ? me : "", limit: PAGE, cursor: before.next });
    setOlder(appendPage(before, page));
  })(undefined);
  const choose = (/** @type {boolean} */ own) => {
    setMine(own);
    setOlder(null);
    if (own) void load(true, NOTHING);
  };
  const pasted = findPastedId(search);
  const lines = filterBySearch(known.lines, pasted ? "" : search, (line) => [gameName(line.game), ...line.seats.map(seatName)]);
  if (first.matches.length === 0) return null;
  return html`<section class="lobby-part finished" aria-labelledby="lobby-part-finished">
    <h2 id="lobby-part-finished">${t("lobby.part.finished")}</h2>
    <search class="lobby-filters">
      <input class="lobby-search" type="search" aria-label=${t("lobby.filter.search")} placeholder=${t("lobby.filter.search")} value=${search}
        onInput=${(/** @type {any} */ event) => setSearch(event.target.value)} />
      ${me && html`<label class="lobby-check"><input type="checkbox" checked=${mine} onChange=${(/** @type {any} */ event) => choose(event.target.checked)} /><span>${t("lobby.filter.mine")}</span></label>`}
    </search>
    ${pasted && html`<p class="notice row"><span>${t("lobby.pasted")}</span><a class="button" href=${`/matches/${pasted}`}>${t("lobby.pasted.go")}</a></p>`}
    <p class="unseen" role="status">${search && t("lobby.found", { count: lines.length })}</p>
    <ul class="lobby-rows">${lines.map((line) => html`<${Row} key=${line.id} title=${`${gameName(line.game)} · ${joinList([...new Set(line.seats.map(seatName))])}`}
      text=${`${resultText(line)} · ${timeAgo(line.closed_at ?? line.opened_at, language(), Date.now())}`} href=${`/replay/${line.id}`} label=${t("lobby.enter.replay")} match=${line.id} />`)}</ul>
    ${lines.length === 0 && !busy && html`<p class="soft">${t("lobby.nothing")}</p>`}
    <${ErrorNotice} error=${trouble} />
    ${known.next && html`<button type="button" class="lobby-more" disabled=${busy} onClick=${() => load(mine, { lines: known.lines, next: known.next })}>${t(busy ? "common.loading" : "lobby.more")}</button>`}
  </section>`;
}

/** @param {MatchLine} line */
function resultText(line) {
  if (!line.result) return t("lobby.stand.broken");
  const first = winners(line.result);
  const names = [...new Set(first.flatMap((seat) => (line.seats[seat] ? [seatName(line.seats[seat])] : [])))];
  return t("lobby.stand.won", { names: joinList(names), many: names.length, points: line.result.points[first[0] ?? 0] });
}
