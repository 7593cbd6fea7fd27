/** A seat that its person offers during play, as its person, the seats that have to agree, a visitor, and the person who left see it. */

import { html, useState } from "../../dom.js";
import { NameField, nameFault, requireName, suggestName } from "../../account/name_field.js";
import { takeSeat } from "../../account/take_seat.js";
import { usePlayer } from "../../api/player.js";
import { Copy } from "../../ui/copy.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { Badge } from "../../ui/seat_badge.js";
import { useTask } from "../../ui/task.js";
import { joinList, t } from "../../words/words.js";
import { nameOf } from "../replay/sentences.js";
import { stillPlays } from "./seats.js";

/** @typedef {{match: import("../../timeline/match.js").Match, seats: import("../../types.d.ts").SeatInfo[], own: number | null}} Props */

/** @param {Props} props */
export function SeatOffer(props) {
  const { match, seats, own } = props;
  const { trouble, run } = useTask();
  const offer = match.summary.seat_offer;
  if (!offer) return html`<${LeftSeat} ...${props} />`;
  if (own === null) return offer.open ? html`<${Taking} ...${props} seat=${offer.seat} />` : null;
  const mine = own === offer.seat;
  const owing = seats.filter(({ seat }) => seat !== offer.seat && stillPlays(match, seat) && !offer.granted.includes(seat));
  const votes = owing.some(({ seat }) => seat === own);
  const { private: hidden } = match.summary;
  const open = hidden ? "match.offer.open.private" : "match.offer.open";
  const answer = (/** @type {boolean} */ grant) => run(() => match.requests.answerOffer(offer.number, grant).finally(() => match.requests.clearProblem()));
  return html`<section class=${`match-request notice${votes ? "" : " row"}`} aria-label=${t("match.offer.label")}>
    <p role="status"><${Badge} seat=${offer.seat} /> <strong>${mine ? t("match.offer.own") : t("match.offer.asks", { name: nameOf(seats, offer.seat) })}</strong>
      ${" "}${offer.open ? t(open) : t("match.request.owing", { names: joinList(owing.map((seat) => seat.name)), count: owing.length })}</p>
    ${votes && html`<p class="soft">${t(hidden ? "match.offer.means.private" : "match.offer.means")}</p>`}
    ${(mine || votes) && html`<div class="row">
      ${votes && html`<button type="button" class="primary" disabled=${match.requests.busy} onClick=${answer(true)}>${t("match.request.agree")}</button>`}
      <button type="button" disabled=${match.requests.busy} onClick=${answer(false)}>${t(mine ? "match.offer.keep" : "match.request.refuse")}</button>
      ${mine && offer.open && html`<${Copy} text=${() => `${location.origin}/matches/${match.id}`} label=${t("lobby.join.copy")} />`}
    </div>`}
    <${ErrorNotice} error=${trouble} />
  </section>`;
}

/** The button with which a visitor takes the seat. A guest also gives a name.
 * @param {Props & {seat: number}} props
 */
function Taking({ match, seats, seat }) {
  const guest = usePlayer() === null;
  const [name, setName] = useState(suggestName);
  const { busy, trouble, run } = useTask();
  const take = run(async () => {
    await takeSeat(match.id, seat, guest ? requireName("offer-name", name) : "", true);
    await match.refresh();
  });
  return html`<section class="match-request notice" aria-label=${t("match.offer.label")}>
    <p role="status"><${Badge} seat=${seat} /> <strong>${t("match.offer.asks", { name: nameOf(seats, seat) })}</strong> ${t("match.offer.take_means")}</p>
    ${guest && html`<${NameField} id="offer-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} />`}
    <div class="row"><button type="button" class="primary" aria-busy=${busy} onClick=${take}>${t("match.offer.take")}</button></div>
    ${!nameFault(trouble) && html`<${ErrorNotice} error=${trouble} />`}
  </section>`;
}

/** Says to the person who left a seat who plays on. @param {Props} props */
function LeftSeat({ seats, own }) {
  const me = usePlayer()?.player;
  const seat = own === null ? seats.find((one) => one.former?.some(({ player }) => player === me)) : undefined;
  return seat ? html`<p class="notice" role="status">${t("match.offer.left", { name: seat.name })}</p>` : null;
}
