/** The offers in the lobby: challenges to and by the user, and open seeks. */

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
import { language, joinList, t } from "../../words/words.js";
import { clockFace } from "../../timeline/time_left.js";
import { REASONS, openOffers, sortSeeks } from "./offer_lists.js";

/**
 * @typedef {import("../../types.d.ts").Challenge} Challenge
 * @typedef {import("../../types.d.ts").OpenSeek} OpenSeek
 * @typedef {import("../../types.d.ts").Seek} Seek
 * @typedef {{challenges: Challenge[], seeks: OpenSeek[], own: Seek[]}} Offered
 */

const EVERY = 5000;
/** @type {Offered} */
const NOTHING = { challenges: [], seeks: [], own: [] };

/** @param {{me: string | null, go: (match: string) => void}} props */
export function Offers({ me, go }) {
  const [offered, again] = useOffers(me);
  const { to, by } = openOffers(offered.challenges, me);
  if (to.length + by.length + offered.seeks.length === 0) return null;
  return html`<section class="lobby-part offers" aria-labelledby="lobby-offers">
    <h2 id="lobby-offers">${t("lobby.offers")}</h2>
    <ul class="lobby-offers">
      ${to.map((one) => html`<${ReceivedChallenge} key=${one.id} challenge=${one} again=${again} go=${go} />`)}
      ${by.map((one) => html`<${SentChallenge} key=${one.id} challenge=${one} again=${again} />`)}
      ${offered.seeks.map((one) => html`<${SeekOffer} key=${one.match} seek=${one} own=${offered.own.find((mine) => mine.match === one.match)} me=${me} again=${again} go=${go} />`)}
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

/** A seek, which may be the user's own.
 * @param {{seek: OpenSeek, own: Seek | undefined, me: string | null, again: () => void, go: (match: string) => void}} props
 */
function SeekOffer({ seek, own, me, again, go }) {
  const { busy, trouble, run } = useTask();
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState(suggestName);
  const names = joinList(seek.waiting.map(personName));
  const sit = run(async () => {
    await takeSeat(seek.match, undefined, me ? "" : requireName("seek-name", name));
    go(seek.match);
  });
  const sits = seek.waiting.some((one) => one.player === me);
  return html`<li class=${`panel lobby-offer seek${sits ? " mine" : ""}`}>
    <p><b>${sits ? t("lobby.offers.seek.mine") : t("lobby.offers.seek", { names, many: seek.waiting.length })}</b>
      <span class="soft">${[describeTerms(seek), t("lobby.stand.free", { free: seek.seats - seek.waiting.length })].join(" · ")}</span></p>
    <${Until} at=${seek.expires_at} />
    <div class="row">${sits
      ? html`<a class="button" href=${`/matches/${seek.match}`}>${t("lobby.enter.table")}</a>
          ${own && html`<button type="button" disabled=${busy} onClick=${run(async () => (await request("DELETE", `/seeks/${own.id}`), again()))}>${t("lobby.offers.withdraw")}</button>`}`
      : html`<button type="button" class="primary" disabled=${busy} aria-label=${t("lobby.offers.play.of", { names })}
          onClick=${me ? sit : () => setNaming(true)}>${t("lobby.play")}</button>`}</div>
    ${!naming && html`<${ErrorNotice} error=${trouble} />`}
    <${Dialog} title=${t("lobby.offers.play.of", { names })} open=${naming} onClose=${() => setNaming(false)}>
      <form class="lobby-form" novalidate onSubmit=${sit}>
        <${NameField} id="seek-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} first />
        ${!nameFault(trouble) && html`<${ErrorNotice} error=${trouble} />`}
        <div class="lobby-form-end"><button class="primary" aria-busy=${busy}>${t("lobby.play")}</button></div>
      </form>
    <//>
  </li>`;
}

/** @param {{at: string}} props */
const Until = ({ at }) => html`<p class="soft lobby-offer-until"><time datetime=${at}>${t("lobby.offers.until", { when: dateAndTime(at, language()) })}</time></p>`;

/** Describes an offer in one line: game, number of seats, clock, and whether bots may join.
 * @param {Challenge | OpenSeek} one
 */
function describeTerms(one) {
  const seats = typeof one.seats === "number" ? one.seats : one.seats.length;
  return [gameName(one.game), t("lobby.offers.seats", { seats }), clockText(one.clock), one.bots_welcome ? "" : t("lobby.offers.people")].filter(Boolean).join(" · ");
}

/** @param {OpenSeek["clock"]} clock */
function clockText(clock) {
  const bounds = clock && [clock.command && t("lobby.offers.each", { time: clockFace(clock.command) }), clock.match && t("lobby.offers.all", { time: clockFace(clock.match) })];
  return bounds ? bounds.filter(Boolean).join(", ") : "";
}

/** @param {Challenge} challenge @param {string} player */
function nameOf(challenge, player) {
  const seat = challenge.seats.find((one) => one.player === player);
  return seat ? personName(seat) : t("common.erased");
}

/** Returns the current offers, reread every few seconds while the page is visible, and a function that rereads them at once.
 * @param {string | null} me
 * @returns {[Offered, () => void]}
 */
function useOffers(me) {
  const [offered, setOffered] = useState(NOTHING);
  const again = useRef(() => {});
  useEffect(() => {
    let gone = false;
    let timer = 0;
    const round = async () => {
      clearTimeout(timer);
      try {
        const [open, mine, own] = await Promise.all([read("/seeks"), me ? read("/me/challenges") : { challenges: [] }, me ? read("/me/seeks") : { seeks: [] }]);
        const found = { challenges: mine.challenges, seeks: sortSeeks(open.seeks, me), own: own.seeks.filter((/** @type {Seek} */ one) => one.state === "open") };
        if (!gone) setOffered((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
      } catch {
        // No error is shown here: the lobby reports its failed requests, and this one is repeated.
      }
      if (!gone) timer = /** @type {any} */ (setTimeout(() => document.hidden || void round(), EVERY));
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
  return [offered, () => again.current()];
}
