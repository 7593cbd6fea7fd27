/** What is offered: challenges to somebody and by them, and the tables at which people wait who look for the same. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { post, read, request } from "../../api/api.js";
import { NameField, nameFault, namedIn } from "../../account/name_field.js";
import { sitDown } from "../../account/sit_down.js";
import { accepted } from "../../forms/opening.js";
import { exactly } from "../../ui/ago.js";
import { Dialog } from "../../ui/dialog.js";
import { useDoing } from "../../ui/doing.js";
import { gameName } from "../../ui/game_name.js";
import { personName } from "../../ui/seat_name.js";
import { Trouble } from "../../ui/trouble.js";
import { language, listed, t } from "../../words/words.js";
import { clockFace } from "../../timeline/time_left.js";
import { REASONS, openOffers, others } from "./offered.js";

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
  const [offered, again] = useOffered(me);
  const { to, by } = openOffers(offered.challenges, me);
  if (to.length + by.length + offered.seeks.length === 0) return null;
  return html`<section class="lobby-part offers" aria-labelledby="lobby-offers">
    <h2 id="lobby-offers">${t("lobby.offers")}</h2>
    <ul class="lobby-offers">
      ${to.map((one) => html`<${Received} key=${one.id} challenge=${one} again=${again} go=${go} />`)}
      ${by.map((one) => html`<${Sent} key=${one.id} challenge=${one} again=${again} />`)}
      ${offered.seeks.map((one) => html`<${Sought} key=${one.match} seek=${one} own=${offered.own.find((mine) => mine.match === one.match)} me=${me} again=${again} go=${go} />`)}
    </ul>
  </section>`;
}

/** A challenge to whoever is signed in.
 * @param {{challenge: Challenge, again: () => void, go: (match: string) => void}} props
 */
function Received({ challenge, again, go }) {
  const { busy, trouble, run } = useDoing();
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState("not-now");
  const who = nameOf(challenge, challenge.challenger);
  const accept = run(async () => go(await accepted(challenge.id)));
  const decline = run(async () => {
    await post(`/challenges/${challenge.id}/refusal`, { reason });
    setDeclining(false);
    again();
  });
  return html`<li class="panel lobby-offer to">
    <p><b>${t("lobby.offers.to", { name: who })}</b> <span class="soft">${terms(challenge)}</span></p>
    <${Until} at=${challenge.expires_at} />
    <div class="row">
      <button type="button" class="primary" disabled=${busy} aria-label=${t("lobby.offers.accept.of", { name: who })} onClick=${accept}>${t("lobby.offers.accept")}</button>
      <button type="button" disabled=${busy} aria-label=${t("lobby.offers.decline.of", { name: who })} onClick=${() => setDeclining(true)}>${t("lobby.offers.decline")}</button>
    </div>
    ${!declining && html`<${Trouble} error=${trouble} />`}
    <${Dialog} title=${t("lobby.offers.decline.of", { name: who })} open=${declining} onClose=${() => setDeclining(false)}>
      <form class="lobby-form" onSubmit=${decline}>
        <fieldset class="lobby-group"><legend>${t("lobby.offers.why")}</legend>
          ${REASONS.map((one) => html`<label key=${one} class="lobby-check"><input type="radio" name="decline" checked=${one === reason} onChange=${() => setReason(one)} /><span>${t(`lobby.offers.why.${one}`)}</span></label>`)}
        </fieldset>
        <${Trouble} error=${trouble} />
        <div class="lobby-form-end"><button class="primary" aria-busy=${busy}>${t("lobby.offers.decline")}</button></div>
      </form>
    <//>
  </li>`;
}

/** A challenge by whoever is signed in.
 * @param {{challenge: Challenge, again: () => void}} props
 */
function Sent({ challenge, again }) {
  const { busy, trouble, run } = useDoing();
  const who = nameOf(challenge, challenge.challenged);
  return html`<li class="panel lobby-offer by">
    <p><b>${t("lobby.offers.by", { name: who })}</b> <span class="soft">${terms(challenge)}</span></p>
    <${Until} at=${challenge.expires_at} />
    <div class="row"><button type="button" disabled=${busy} aria-label=${t("lobby.offers.withdraw.of", { name: who })}
      onClick=${run(async () => (await request("DELETE", `/challenges/${challenge.id}`), again()))}>${t("lobby.offers.withdraw")}</button></div>
    <${Trouble} error=${trouble} />
  </li>`;
}

/** A table at which somebody waits: perhaps whoever is signed in.
 * @param {{seek: OpenSeek, own: Seek | undefined, me: string | null, again: () => void, go: (match: string) => void}} props
 */
function Sought({ seek, own, me, again, go }) {
  const { busy, trouble, run } = useDoing();
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState("");
  const names = listed(seek.waiting.map(personName));
  const sit = run(async () => {
    await sitDown(seek.match, undefined, me ? "" : namedIn("seek-name", name));
    go(seek.match);
  });
  const sits = seek.waiting.some((one) => one.player === me);
  return html`<li class=${`panel lobby-offer seek${sits ? " mine" : ""}`}>
    <p><b>${sits ? t("lobby.offers.seek.mine") : t("lobby.offers.seek", { names, many: seek.waiting.length })}</b>
      <span class="soft">${[terms(seek), t("lobby.stand.free", { free: seek.seats - seek.waiting.length })].join(" · ")}</span></p>
    <${Until} at=${seek.expires_at} />
    <div class="row">${sits
      ? html`<a class="button" href=${`/matches/${seek.match}`}>${t("lobby.enter.table")}</a>
          ${own && html`<button type="button" disabled=${busy} onClick=${run(async () => (await request("DELETE", `/seeks/${own.id}`), again()))}>${t("lobby.offers.withdraw")}</button>`}`
      : html`<button type="button" class="primary" disabled=${busy} aria-label=${t("lobby.offers.play.of", { names })}
          onClick=${me ? sit : () => setNaming(true)}>${t("lobby.play")}</button>`}</div>
    ${!naming && html`<${Trouble} error=${trouble} />`}
    <${Dialog} title=${t("lobby.offers.play.of", { names })} open=${naming} onClose=${() => setNaming(false)}>
      <form class="lobby-form" novalidate onSubmit=${sit}>
        <${NameField} id="seek-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} first />
        ${!nameFault(trouble) && html`<${Trouble} error=${trouble} />`}
        <div class="lobby-form-end"><button class="primary" aria-busy=${busy}>${t("lobby.play")}</button></div>
      </form>
    <//>
  </li>`;
}

/** @param {{at: string}} props */
const Until = ({ at }) => html`<p class="soft lobby-offer-until"><time datetime=${at}>${t("lobby.offers.until", { when: exactly(at, language()) })}</time></p>`;

/** What is offered, in a line: the game, how many play, the clock, and who is welcome.
 * @param {Challenge | OpenSeek} one
 */
function terms(one) {
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

/** What is offered now, read again every few seconds while the page can be seen, and at once when asked to.
 * @param {string | null} me
 * @returns {[Offered, () => void]}
 */
function useOffered(me) {
  const [offered, setOffered] = useState(NOTHING);
  const again = useRef(() => {});
  useEffect(() => {
    let gone = false;
    let timer = 0;
    const round = async () => {
      clearTimeout(timer);
      try {
        const [open, mine, own] = await Promise.all([read("/seeks"), me ? read("/me/challenges") : { challenges: [] }, me ? read("/me/seeks") : { seeks: [] }]);
        const found = { challenges: mine.challenges, seeks: others(open.seeks, me), own: own.seeks.filter((/** @type {Seek} */ one) => one.state === "open") };
        if (!gone) setOffered((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
      } catch {
        // What the lobby cannot read otherwise it says; this is read again.
      }
      if (!gone) timer = /** @type {any} */ (setTimeout(() => document.hidden || void round(), EVERY));
    };
    const seen = () => document.hidden || void round();
    again.current = () => void round();
    document.addEventListener("visibilitychange", seen);
    void round();
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [me]);
  return [offered, () => again.current()];
}
