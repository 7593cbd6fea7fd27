/** The share dialog: links to this position, the board as a picture, and downloads. */

import { html, useEffect, useState } from "../../dom.js";
import { downloadFile, downloadArchive, downloadReceipts } from "../../timeline/downloads.js";
import { receiptsOf } from "../../timeline/receipts.js";
import { seatOf } from "../../timeline/viewers.js";
import { Copy } from "../../ui/copy.js";
import { Dialog } from "../../ui/dialog.js";
import { t } from "../../words/words.js";
import { linkOf } from "./actions.js";
import { embedCode } from "./address.js";
import { matchText } from "./export.js";
import { renderPng, pictureOf } from "./picture/picture.js";
import { phaseOf } from "./slider.js";
import { knowledgeText } from "./viewers.js";

/** @typedef {import("./replay.js").Parts} Parts */

/** The share dialog.
 * @param {Parts} parts
 */
export function Share(parts) {
  const { stage, match, seats } = parts;
  const close = () => stage.open(null);
  const moment = { at: stage.cursor, viewer: match.viewer, speed: stage.speed };
  const code = embedCode(location.origin, match.id, moment, seats.map((seat) => seat.name).join(", "));
  const { held } = match.summary;
  const archive = () => downloadArchive(match).catch((error) => stage.showMessage(error.message, true));
  const text = () =>
    matchText(parts).then(
      (whole) => downloadFile(new Blob([whole], { type: "text/plain" }), `${match.summary.game}-${match.id.slice(0, 8)}.txt`),
      () => stage.showMessage(t("common.unreachable"), true),
    );
  return html`<${Dialog} title=${t("replay.do.share")} open=${true} onClose=${close} wide>
    <div class="replay-share">
      <${LinkPreview} ...${parts} />
      <${CopyField} label=${t("replay.share.link")} text=${linkOf(stage)} />
      <${CopyField} label=${t("replay.share.embed")} text=${code} />
      <p class="row">
        ${match.isFinished && !held && html`<button type="button" onClick=${() => void archive()}>${t("replay.share.archive")}</button>`}
        <button type="button" onClick=${() => void text()}>${t("replay.share.notation")}</button>
        ${receiptsOf(match.id).length > 0 && html`<button type="button" onClick=${() => downloadReceipts(match.id)}>${t("replay.share.receipt")}</button>`}
      </p>
      <p class="soft">${t(held ? `replay.share.held.${held}` : match.isFinished ? "replay.share.archive_means" : "replay.share.secret_stays")}</p>
    </div>
  </${Dialog}>`;
}

/** A preview of what the link shows: in words, and as a picture to download or copy.
 * @param {Parts} parts
 */
function LinkPreview(parts) {
  const { stage, match, game, seats } = parts;
  const { at, viewer } = match;
  const view = match.timeline.view(at);
  const [picture, setPicture] = useState(/** @type {string | null} */ (null));
  const [told, setTold] = useState("");
  const reportFailure = () => setTold(t("replay.share.picture_failed"));
  useEffect(() => {
    let gone = false;
    if (view !== null) pictureOf(parts).then((drawn) => gone || setPicture(drawn), () => gone || reportFailure());
    return () => void (gone = true);
  }, [at, viewer]);
  const where = view === null ? "" : phaseOf(game, view);
  const name = (/** @type {string} */ kind) => `${match.summary.game}-${match.id.slice(0, 8)}-${at}.${kind}`;
  const svg = () => picture && downloadFile(new Blob([picture], { type: "image/svg+xml" }), name("svg"));
  const png = () => picture && renderPng(picture).then((blob) => downloadFile(blob, name("png")), reportFailure);
  const copy = () => picture && navigator.clipboard.write([new ClipboardItem({ "image/png": renderPng(picture) })]).then(() => setTold(t("replay.share.picture_copied")), reportFailure);
  return html`<div class="replay-leads">
    ${view !== null && html`<img class="replay-picture" alt=${t("replay.share.picture_alt")} src=${picture && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`} />`}
    <div>
      <p>${t("replay.share.leads", { place: [where, knowledgeText(viewer, at, seats)].filter(Boolean).join(", ") })} ${!match.isFinished && seatOf(viewer) !== null && t("replay.share.eyes")}</p>
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
const CopyField = ({ label, text }) =>
  html`<div class="replay-offer"><label>${label}<input readonly value=${text} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label><${Copy} text=${text} /></div>`;
