/** The offers that the player's seat can act on. */

import { useWhy } from "../../../asking/why.js";
import { html } from "../../../dom.js";
import { Badge } from "../../../ui/seat_badge.js";
import { joinList, t } from "../../../words/words.js";
import { naming } from "../sentences.js";
import { Kinds } from "../symbols.js";
import { wording } from "./bar.js";
import { atOffers } from "./tools.js";

/** @type {Record<string, string>} */
const KEYS = { "accept-offer": "accept", "decline-offer": "decline", "withdraw-offer": "withdraw", "confirm-trade": "confirm" };

/** @param {any} props */
export function OfferList({ components, view, options, seats, own, sending, acts, why }) {
  const { off, note } = useWhy(wording(components), why);
  const open = [...atOffers(options)].filter(([number]) => view.offers?.[number]);
  if (!open.length) return null;
  const name = naming(seats);
  const accept = t("cities_knights.offer.do.accept");
  return html`<ul class="ck-offer-list" aria-label=${t("cities_knights.offers")}>
    ${open.map(([number, commands]) => {
      const offer = view.offers[number];
      const mine = offer.seat === own;
      const [gives, gets] = mine ? [offer.give, offer.want] : [offer.want, offer.give];
      return html`<li key=${number} class="ck-offer" data-offer=${number}>
        <p><${Badge} seat=${offer.seat} /> <strong>${mine ? t("cities_knights.offer.own") : t(offer.counter ? "cities_knights.offer.counter" : "cities_knights.offer.of", { who: name(offer.seat) })}</strong></p>
        <p class="ck-terms"><span>${t("cities_knights.offer.give")}</span> <${Kinds} components=${components} counts=${gives} /> <span>${t("cities_knights.offer.get")}</span> <${Kinds} components=${components} counts=${gets} /></p>
        ${mine && html`<p class="soft" role="status">${state(offer, name)}</p>`}
        <div class="ck-offer-do">
          ${!mine && commands.every((command) => command.t !== "accept-offer") && html`<button type="button" ...${off({ kind: "accept-offer", of: String(number) }, accept)}>${accept}</button>`}
          ${commands.map(
            (command) => html`<button type="button" key=${command.t + (command.seat ?? "")} data-answer=${command.t} class=${command.t === "confirm-trade" || command.t === "accept-offer" ? "primary" : ""} disabled=${sending} onClick=${() => acts.give(command)}>
              ${t(`cities_knights.offer.do.${KEYS[command.t]}`, { who: command.seat === undefined ? "" : name(command.seat) })}
            </button>`,
          )}
          ${!mine && view.active !== own && html`<button type="button" class="plain" disabled=${sending} onClick=${acts.refuse}>${t("cities_knights.offer.do.decline_all")}</button>`}
        </div>
      </li>`;
    })}
  </ul>${note}`;
}

/** Returns the seats that have accepted an offer and those that have yet to answer it, as text.
 * @param {{open?: number[], accepted?: number[]}} offer
 * @param {(seat: number) => string} name
 */
function state({ open = [], accepted = [] }, name) {
  const said = [accepted.length && t("cities_knights.offer.accepted", { names: joinList(accepted.map(name)) }), open.length && t("cities_knights.offer.waits", { names: joinList(open.map(name)) })].filter(Boolean);
  return said.join(" ") || t("cities_knights.offer.declined");
}
