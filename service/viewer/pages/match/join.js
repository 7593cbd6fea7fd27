/** Who sits at a table that has not begun: sit down, stand up, invite others. */

import { html, useState } from "../../dom.js";
import { Copy } from "../../ui/copy.js";
import { Trouble } from "../../ui/trouble.js";
import { Badge } from "../../ui/seat_badge.js";
import { newKey, request } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { t } from "../../words/words.js";
import { useDoing } from "../../ui/doing.js";
import { NameField, nameFault, namedIn } from "../../account/name_field.js";
import { sitDown } from "../../account/sit_down.js";
import { RulesLine } from "../../forms/rules_line.js";

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../../types.d.ts").MatchSummary} MatchSummary
 */

/** The seats of an open match, and its rules. `onChanged` is called after somebody sat down or stood up here.
 * @param {{match: {id: string, summary: MatchSummary}, box: import("../../types.d.ts").GameSummary, seats: SeatInfo[], own: number | null, onChanged?: () => void}} props
 */
export function JoinPanel({ match, box, seats, own, onChanged }) {
  const somebody = usePlayer();
  const [name, setName] = useState("");
  const { busy, trouble, run } = useDoing();
  const guest = somebody === null;
  const free = match.summary.seats.filter((seat) => !seat.player && !seat.bot).length;
  /** @param {number} seat */
  const take = (seat) =>
    run(async () => {
      await sitDown(match.id, seat, guest ? namedIn("join-name", name) : "");
      onChanged?.();
    });
  /** @param {number} seat */
  const leave = (seat) =>
    run(async () => {
      await request("DELETE", `/matches/${match.id}/seats/${seat}`, { key: newKey() });
      onChanged?.();
    });
  return html`<section class="lobby-join panel" aria-labelledby="join-title">
    <h2 id="join-title">${t("lobby.join.title", { free })}</h2>
    <${RulesLine} box=${box} options=${match.summary.options} />
    ${guest && html`<div class="lobby-join-name"><${NameField} id="join-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} /></div>`}
    <ol class="lobby-join-seats">
      ${seats.map((seat) => html`<${Chair} key=${seat.seat} seat=${seat} line=${match.summary.seats[seat.seat]} own=${own} busy=${busy}
        onTake=${take(seat.seat)} onLeave=${leave(seat.seat)} />`)}
    </ol>
    ${!nameFault(trouble) && html`<${Trouble} error=${trouble} />`}
    <p class="lobby-help">${t("lobby.join.entropy")}</p>
    <div class="lobby-invite">
      <div class="lobby-field">
        <label for="join-link">${t("lobby.join.invite")}</label>
        <input id="join-link" class="mono" readonly value=${addressOf(match.id)} onFocus=${(/** @type {any} */ event) => event.target.select()} />
      </div>
      <${Copy} text=${() => addressOf(match.id)} label=${t("lobby.join.copy")} primary=${own !== null} />
    </div>
  </section>`;
}

/** @param {{seat: SeatInfo, line: import("../../types.d.ts").SeatLine | undefined, own: number | null, busy: boolean, onTake: (event: Event) => void, onLeave: (event: Event) => void}} props */
function Chair({ seat, line, own, busy, onTake, onLeave }) {
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
