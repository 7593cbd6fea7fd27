/** Sharing a moment: where the link leads and with whose eyes, the board as a picture, and files to take away. */

import { html, useEffect, useState } from "../../dom.js";
import { hand, handArchive, handReceipt } from "../../timeline/downloads.js";
import { receipts } from "../../timeline/receipts.js";
import { seatOf } from "../../timeline/eyes.js";
import { Copy } from "../../ui/copy.js";
import { Dialog } from "../../ui/dialog.js";
import { t } from "../../words/words.js";
import { linkOf } from "./actions.js";
import { embedCode } from "./address.js";
import { wholeText } from "./export.js";
import { painted, pictureOf } from "./picture/picture.js";
import { placeOf } from "./slider.js";
import { knowledge } from "./viewers.js";

/** @typedef {import("./replay.js").Parts} Parts */

/** Links to this moment, its picture, and files.
 * @param {Parts} parts
 */
export function Share(parts) {
  const { stage, match, seats } = parts;
  const close = () => stage.open(null);
  const moment = { at: stage.cursor, viewer: match.viewer, speed: stage.speed };
  const code = embedCode(location.origin, match.id, moment, seats.map((seat) => seat.name).join(", "));
  const { held } = match.summary;
  const archive = () => handArchive(match).catch((error) => stage.say(error.message, true));
  const text = () =>
    wholeText(parts).then(
      (whole) => hand(new Blob([whole], { type: "text/plain" }), `${match.summary.game}-${match.id.slice(0, 8)}.txt`),
      () => stage.say(t("common.unreachable"), true),
    );
  return html`<${Dialog} title=${t("replay.do.share")} open=${true} onClose=${close} wide>
    <div class="replay-share">
      <${Leads} ...${parts} />
      <${Offer} label=${t("replay.share.link")} text=${linkOf(stage)} />
      <${Offer} label=${t("replay.share.embed")} text=${code} />
      <p class="row">
        ${match.finished && !held && html`<button type="button" onClick=${() => void archive()}>${t("replay.share.archive")}</button>`}
        <button type="button" onClick=${() => void text()}>${t("replay.share.notation")}</button>
        ${receipts(match.id).length > 0 && html`<button type="button" onClick=${() => handReceipt(match.id)}>${t("replay.share.receipt")}</button>`}
      </p>
      <p class="soft">${t(held ? `replay.share.held.${held}` : match.finished ? "replay.share.archive_means" : "replay.share.secret_stays")}</p>
    </div>
  </${Dialog}>`;
}

/** Where the link leads: in words, and the board there, which can be taken along.
 * @param {Parts} parts
 */
function Leads(parts) {
  const { stage, match, game, seats } = parts;
  const { at, viewer } = match;
  const view = match.timeline.view(at);
  const [picture, setPicture] = useState(/** @type {string | null} */ (null));
  const [told, setTold] = useState("");
  const failed = () => setTold(t("replay.share.picture_failed"));
  useEffect(() => {
    let gone = false;
    if (view !== null) pictureOf(parts).then((drawn) => gone || setPicture(drawn), () => gone || failed());
    return () => void (gone = true);
  }, [at, viewer]);
  const where = view === null ? "" : placeOf(game, view);
  const name = (/** @type {string} */ kind) => `${match.summary.game}-${match.id.slice(0, 8)}-${at}.${kind}`;
  const svg = () => picture && hand(new Blob([picture], { type: "image/svg+xml" }), name("svg"));
  const png = () => picture && painted(picture).then((blob) => hand(blob, name("png")), failed);
  const copy = () => picture && navigator.clipboard.write([new ClipboardItem({ "image/png": painted(picture) })]).then(() => setTold(t("replay.share.picture_copied")), failed);
  return html`<div class="replay-leads">
    ${view !== null && html`<img class="replay-picture" alt=${t("replay.share.picture_alt")} src=${picture && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`} />`}
    <div>
      <p>${t("replay.share.leads", { place: [where, knowledge(viewer, at, seats)].filter(Boolean).join(", ") })} ${!match.finished && seatOf(viewer) !== null && t("replay.share.eyes")}</p>
      ${
        view !== null &&
        html`<p class="row">
          <button type="button" disabled=${!picture} onClick=${png}>${t("replay.share.picture", { kind: "PNG" })}</button>
          <button type="button" disabled=${!picture} onClick=${svg}>${t("replay.share.picture", { kind: "SVG" })}</button>
          ${"ClipboardItem" in globalThis && navigator.clipboard && html`<button type="button" disabled=${!picture} onClick=${copy}>${t("replay.share.picture_copy")}</button>`}
        </p>
        <p class="soft" role="status">${told || t("replay.share.picture_means")}</p>`
      }
    </div>
  </div>`;
}

/** @param {{label: string, text: string}} props */
const Offer = ({ label, text }) =>
  html`<div class="replay-offer"><label>${label}<input readonly value=${text} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label><${Copy} text=${text} /></div>`;
