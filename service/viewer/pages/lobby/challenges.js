/** The challenges in the lobby: to the user, and by the user. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { post, read, request } from "../../api/api.js";
import { NameField, nameFault, requireName, suggestName } from "../../account/name_field.js";
import { takeSeat } from "../../account/take_seat.js";
import { acceptChallenge } from "../../forms/requests.js";
import { dateAndTime } from "../../ui/times.js";
import { Dialog } from "../../ui/dialog.js";
import { useTask } from "../../ui/task.js";
import { gameName } from "../../ui/game_name.js";
import { personName } from "../../ui/seat_name.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { language, t } from "../../words/words.js";
import { clockFace } from "../../timeline/time_left.js";
import { REASONS, openOffers } from "./challenge_lists.js";

/** @typedef {import("../../types.d.ts").Challenge} Challenge */

const EVERY = 5000;

/** The open challenges to and by the user.
 * @param {{me: string, go: (match: string) => void}} props
 */
export function Challenges({ me, go }) {
  const [challenges, again] = useChallenges(me);
  const { to, by } = openOffers(challenges, me);
  if (to.length + by.length === 0) return null;
  return html`<section class="lobby-part offers" aria-labelledby="lobby-offers">
    <h2 id="lobby-offers">${t("lobby.offers")}</h2>
    <ul class="lobby-offers">
      ${to.map((one) => html`<${ReceivedChallenge} key=${one.id} challenge=${one} again=${again} go=${go} />`)}
      ${by.map((one) => html`<${SentChallenge} key=${one.id} challenge=${one} again=${again} />`)}
    </ul>
  </section>`;
}

/** A challenge to the user.
 * @param {{challenge: Challenge, again: () => void, go: (match: string) => void}} props
 */
function ReceivedChallenge({ challenge, again, go }) {
  const { busy, trouble, run } = useTask();
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState("not-now");
  const who = nameOf(challenge, challenge.challenger);
  const accept = run(async () => go(await acceptChallenge(challenge.id)));
  const decline = run(async () => {
    await post(`/challenges/${challenge.id}/refusal`, { reason });
    setDeclining(false);
    again();
  });
  return html`<li class="panel lobby-offer to">
    <p><b>${t("lobby.offers.to", { name: who })}</b> <span class="soft">${describeTerms(challenge)}</span></p>
    <${Until} at=${challenge.expires_at} />
    <div class="row">
      <button type="button" class="primary" disabled=${busy} aria-label=${t("lobby.offers.accept.of", { name: who })} onClick=${accept}>${t("lobby.offers.accept")}</button>
      <button type="button" disabled=${busy} aria-label=${t("lobby.offers.decline.of", { name: who })} onClick=${() => setDeclining(true)}>${t("lobby.offers.decline")}</button>
    </div>
    ${!declining && html`<${ErrorNotice} error=${trouble} />`}
    <${Dialog} title=${t("lobby.offers.decline.of", { name: who })} open=${declining} onClose=${() => setDeclining(false)}>
      <form class="lobby-form" onSubmit=${decline}>
        <fieldset class="lobby-group"><legend>${t("lobby.offers.why")}</legend>
          ${REASONS.map((one) => html`<label key=${one} class="lobby-check"><input type="radio" name="decline" checked=${one === reason} onChange=${() => setReason(one)} /><span>${t(`lobby.offers.why.${one}`)}</span></label>`)}
        </fieldset>
        <${ErrorNotice} error=${trouble} />
        <div class="lobby-form-end"><button class="primary" aria-busy=${busy}>${t("lobby.offers.decline")}</button></div>
      </form>
    <//>
  </li>`;
}

/** A challenge by the user.
 * @param {{challenge: Challenge, again: () => void}} props
 */
function SentChallenge({ challenge, again }) {
  const { busy, trouble, run } = useTask();
  const who = nameOf(challenge, challenge.challenged);
  return html`<li class="panel lobby-offer by">
    <p><b>${t("lobby.offers.by", { name: who })}</b> <span class="soft">${describeTerms(challenge)}</span></p>
    <${Until} at=${challenge.expires_at} />
    <div class="row"><button type="button" disabled=${busy} aria-label=${t("lobby.offers.withdraw.of", { name: who })}
      onClick=${run(async () => (await request("DELETE", `/challenges/${challenge.id}`), again()))}>${t("lobby.offers.withdraw")}</button></div>
    <${ErrorNotice} error=${trouble} />
  </li>`;
}

/** @param {{at: string}} props */
const Until = ({ at }) => html`<p class="soft lobby-offer-until"><time datetime=${at}>${t("lobby.offers.until", { when: dateAndTime(at, language()) })}</time></p>`;

/** Describes a challenge in one line: game, number of seats, clock, and whether bots may join.
 * @param {Challenge} one
 */
function describeTerms(one) {
  return [gameName(one.game), t("lobby.offers.seats", { seats: one.seats.length }), clockText(one.clock), one.bots_welcome ? "" : t("lobby.offers.people")].filter(Boolean).join(" · ");
}

/** @param {Challenge["clock"]} clock */
function clockText(clock) {
  const bounds = clock && [clock.command && t("lobby.offers.each", { time: clockFace(clock.command) }), clock.match && t("lobby.offers.all", { time: clockFace(clock.match) })];
  return bounds ? bounds.filter(Boolean).join(", ") : "";
}

/** @param {Challenge} challenge @param {string} player */
function nameOf(challenge, player) {
  const seat = challenge.seats.find((one) => one.player === player);
  return seat ? personName(seat) : t("common.erased");
}

/** Returns the user's challenges, reread every few seconds while the page is visible, and a function that rereads them at once.
 * @param {string} me
 * @returns {[Challenge[], () => void]}
 */
function useChallenges(me) {
  const [challenges, setChallenges] = useState(/** @type {Challenge[]} */ ([]));
  const again = useRef(() => {});
  useEffect(() => {
    setChallenges([]);
    if (!me) return undefined;
    let [timer, gone] = [0, false];
    const round = async () => {
      clearTimeout(timer);
      // No error is shown here: the lobby reports its failed requests, and this one is repeated.
      const found = await read("/me/challenges").then((answer) => answer.challenges, () => null);
      if (gone) return;
      if (found) setChallenges((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
      timer = /** @type {any} */ (setTimeout(() => document.hidden || void round(), EVERY));
    };
    const onVisible = () => document.hidden || void round();
    again.current = () => void round();
    document.addEventListener("visibilitychange", onVisible);
    void round();
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [me]);
  return [challenges, () => again.current()];
}
