/** The waiting page of an open match: its seats, an invitation link, and a picture of the game. */

import { html, useEffect, useState } from "../../dom.js";
import { botsAt, planBots, usualLevel } from "../../ui/bots.js";
import { Copy } from "../../ui/copy.js";
import { QrCode } from "../../ui/qr.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { Badge } from "../../ui/seat_badge.js";
import { newKey, post, request } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { t } from "../../words/words.js";
import { useTask } from "../../ui/task.js";
import { NameField, nameFault, requireName, suggestName } from "../../account/name_field.js";
import { takeSeat } from "../../account/take_seat.js";
import { clockFace } from "../../timeline/time_left.js";
import { RulesLine } from "../../forms/rules_line.js";
import { AlertOffer } from "./turn_alert.js";

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../../types.d.ts").MatchSummary} MatchSummary
 */

/** The seats of an open match, its rules and its link. `onChanged` is called after a seat was taken or left here.
 * @param {{match: {id: string, summary: MatchSummary}, game: import("../../types.d.ts").Game, box: import("../../types.d.ts").GameSummary, seats: SeatInfo[], own: number | null, onChanged?: () => void}} props
 */
export function JoinPanel({ match, game, box, seats, own, onChanged }) {
  const somebody = usePlayer();
  const [name, setName] = useState(suggestName);
  const { busy, trouble, run } = useTask();
  const guest = somebody === null;
  const free = match.summary.seats.filter((seat) => !seat.player && !seat.bot);
  const mine = own !== null || (somebody !== null && match.summary.opened_by === somebody.player);
  const level = usualLevel(box.bots);
  /** @param {() => Promise<any>} what */
  const runAndReload = (what) => run(async () => {
    await what();
    onChanged?.();
  });
  const take = (/** @type {number} */ seat) => runAndReload(() => takeSeat(match.id, seat, guest ? requireName("join-name", name) : ""));
  const leave = (/** @type {number} */ seat) => runAndReload(() => request("DELETE", `/matches/${match.id}/seats/${seat}`, { key: newKey() }));
  const fill = runAndReload(async () => {
    for (const { seat } of free) await post(`/matches/${match.id}/seats`, { seat, bot: level }, { key: newKey() });
  });
  return html`<div class="lobby-room">
    <section class="lobby-join panel" aria-labelledby="join-title">
      <h2 id="join-title" aria-live="polite">${t("lobby.join.title", { free: free.length })}</h2>
      <${RulesLine} box=${box} options=${match.summary.options} />
      ${guest && html`<div class="lobby-join-name"><${NameField} id="join-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} /></div>`}
      <ol class="lobby-join-seats">
        ${seats.map((seat) => html`<${JoinSeat} key=${seat.seat} seat=${seat} line=${match.summary.seats[seat.seat]} own=${own} busy=${busy}
          onTake=${take(seat.seat)} onLeave=${leave(seat.seat)} />`)}
      </ol>
      ${!nameFault(trouble) && html`<${ErrorNotice} error=${trouble} />`}
      ${mine && level && free.length > 0 && html`<div class="lobby-fill">
        <button type="button" class=${own !== null ? "primary" : null} disabled=${busy} onClick=${fill}>${t("lobby.join.fill", { free: free.length })}</button>
        <span class="lobby-help">${t("lobby.join.fill_means")}</span>
      </div>`}
      ${own !== null && level && free.length > 0 && html`<${BotWait} match=${match.id} fill=${fill} />`}
      <details class="lobby-help"><summary>${t("lobby.join.fair")}</summary>${t("lobby.join.entropy")}</details>
      ${own !== null && html`<${AlertOffer} awaiting=${true} />`}
    </section>
    <section class="lobby-invite panel" aria-labelledby="invite-title">
      <h2 id="invite-title">${t("lobby.join.others")}</h2>
      <${QrCode} text=${addressOf(match.id)} label=${t("lobby.join.code")} />
      <div class="lobby-invite-link">
        <p class="lobby-help">${t("lobby.join.scan")}</p>
        <div class="lobby-field">
          <label for="join-link">${t("lobby.join.invite")}</label>
          <input id="join-link" class="mono" readonly value=${addressOf(match.id)} onFocus=${(/** @type {any} */ event) => event.target.select()} />
        </div>
        <${Copy} text=${() => addressOf(match.id)} label=${t("lobby.join.copy")} primary=${own !== null && !level} />
      </div>
    </section>
    <${GamePicture} game=${game} box=${box} name=${match.summary.game} />
  </div>`;
}

/** The time until bots take the free seats, as the player chose in the lobby.
 * @param {{match: string, fill: (event: undefined) => void}} props
 */
function BotWait({ match, fill }) {
  const [at, setAt] = useState(() => botsAt(match));
  const [now, setNow] = useState(Date.now());
  const due = at !== null && now >= at;
  useEffect(() => {
    if (at === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [at]);
  const stop = () => {
    planBots(match, null);
    setAt(null);
  };
  useEffect(() => {
    if (!due) return;
    stop();
    fill(undefined);
  }, [due]);
  if (at === null) return null;
  return html`<p class="lobby-fill"><span role="timer">${t("lobby.bots_in", { time: clockFace(Math.max(0, Math.ceil((at - now) / 1000))) })}</span>
    <button type="button" onClick=${stop}>${t("lobby.bots_in.stop")}</button></p>`;
}

/** A picture of the game, drawn like the table. It is loaded after everything else.
 * @param {{game: import("../../types.d.ts").Game, box: import("../../types.d.ts").GameSummary, name: string}} props
 */
function GamePicture({ game, box, name }) {
  const [Picture, setPicture] = useState(/** @type {any} */ (null));
  useEffect(() => {
    game.picture().then((drawn) => setPicture(() => drawn), () => {}); // the picture is optional
  }, [game]);
  return html`<figure class="lobby-picture panel">
    <div class="lobby-drawn" inert aria-hidden="true">${Picture && html`<${Picture} components=${box.components} />`}</div>
    <figcaption>${t(`lobby.about.${name}`)}</figcaption>
  </figure>`;
}

/** @param {{seat: SeatInfo, line: import("../../types.d.ts").SeatLine | undefined, own: number | null, busy: boolean, onTake: (event: Event) => void, onLeave: (event: Event) => void}} props */
function JoinSeat({ seat, line, own, busy, onTake, onLeave }) {
  const open = !line?.player && !line?.bot;
  return html`<li class=${open ? "open" : ""}>
    <span class="lobby-chair"><${Badge} seat=${seat.seat} /><span>${seat.name}</span>${seat.mine && html`<strong
      class="lobby-chip">${t("lobby.you")}</strong>`}</span>
    ${open && own === null && html`<button type="button" class="primary" aria-busy=${busy}
      aria-label=${t("lobby.join.sit_at", { number: seat.seat + 1 })} onClick=${onTake}>${t("lobby.join.sit")}</button>`}
    ${seat.mine && html`<button type="button" onClick=${onLeave}>${t("lobby.join.stand")}</button>`}
  </li>`;
}

/** @param {string} id */
const addressOf = (id) => `${location.origin}/matches/${id}`;
