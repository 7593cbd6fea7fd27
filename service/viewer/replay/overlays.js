/** The dialogs of the replay: where to go, a note, the links, the proof. */

import { html, useEffect, useRef, useState } from "../dom.js";
import { Copy } from "../chrome/copy.js";
import { Dialog } from "../chrome/dialog.js";
import { learnAreas, t } from "../words/words.js";
import { linkOf } from "./actions.js";
import { embedCode } from "./address.js";
import { hand, handArchive, wholeText } from "./export.js";
import { placeOf } from "./slider.js";

/** @typedef {import("./replay.js").Parts} Parts */

/** Asks for a number of an entry, or for a round.
 * @param {Parts} props
 */
export function Where({ stage, match, game }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const open = stage.overlay === "where";
  useEffect(() => void (open && field.current?.select()), [open]);
  const close = () => stage.open(null);
  const { timeline } = match;
  /** @param {number} version */
  const go = (version) => {
    close();
    stage.go(version);
  };
  /** @param {Event} event */
  const sent = (event) => {
    event.preventDefault();
    const wanted = field.current?.value.trim() ?? "";
    if (/^\d+$/.test(wanted)) go(Number(wanted));
  };
  return html`<${Dialog} title=${t("replay.do.ask_where")} open=${open} onClose=${close}>
    <form class="row" onSubmit=${sent}>
      <label class="row">${t("replay.where.entry", { first: timeline.first, last: timeline.last })}
        <input ref=${field} class="replay-where" inputmode="numeric" pattern="[0-9]*" maxlength="6" autocomplete="off" autofocus defaultValue=${String(stage.cursor)} /></label>
      <button type="submit" class="primary">${t("replay.where.go")}</button>
    </form>
    ${open && stage.moments.rounds.length > 0 && html`<h3 class="replay-where-title">${t("replay.where.rounds")}</h3>
      <ul class="replay-where-rounds">
        ${stage.moments.rounds.map((version) => html`<li><button type="button" aria-current=${version === stage.cursor ? "step" : null} onClick=${() => go(version)}>${placeOf(game, timeline.view(version)) || version} <small class="soft">${version}</small></button></li>`)}
      </ul>`}
  </${Dialog}>`;
}

/** Writes a note at this moment; it stays in this browser.
 * @param {Parts} props
 */
export function Note({ stage }) {
  const open = stage.overlay === "note";
  const at = stage.opened;
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const close = () => stage.open(null);
  /** @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    stage.annotate(at, field.current?.value ?? "");
    close();
  };
  return html`<${Dialog} title=${t("replay.note.title", { at })} open=${open} onClose=${close}>
    <form class="replay-note" onSubmit=${save}>
      <textarea key=${at} ref=${field} rows="4" maxlength="2000" autofocus aria-label=${t("replay.mark.note")} defaultValue=${stage.notes[at] ?? ""}></textarea>
      <p class="soft">${t("replay.note.kept")}</p>
      <p class="row"><button type="submit" class="primary">${t("replay.note.save")}</button>
        ${stage.notes[at] && html`<button type="button" onClick=${() => (stage.annotate(at, ""), close())}>${t("replay.note.remove")}</button>`}</p>
    </form>
  </${Dialog}>`;
}

/** Links to this moment, and files to take away.
 * @param {Parts} parts
 */
export function Share(parts) {
  const { stage, match, game, seats } = parts;
  const open = stage.overlay === "share";
  const close = () => stage.open(null);
  if (!open) return null;
  const moment = { at: stage.cursor, viewer: match.viewer, speed: stage.speed };
  const code = embedCode(location.origin, match.id, moment, seats.map((seat) => seat.name).join(", "));
  const archive = () => handArchive(match).catch((error) => stage.say(error.message, true));
  const text = () => hand(new Blob([wholeText(parts)], { type: "text/plain" }), `${match.card.game}-${match.id.slice(0, 8)}.txt`);
  return html`<${Dialog} title=${t("replay.do.share")} open=${open} onClose=${close} wide>
    <div class="replay-share">
      <${Offer} label=${t("replay.share.link", { at: stage.cursor, where: placeOf(game, match.timeline.view(match.at)) })} text=${linkOf(stage)} />
      <${Offer} label=${t("replay.share.embed")} text=${code} />
      <p class="row">
        ${match.finished && html`<button type="button" onClick=${() => void archive()}>${t("replay.share.archive")}</button>`}
        <button type="button" onClick=${text}>${t("replay.share.notation")}</button>
      </p>
      <p class="soft">${t(match.finished ? "replay.share.archive_means" : "replay.share.secret_stays")}</p>
    </div>
  </${Dialog}>`;
}

/** @param {{label: string, text: string}} props */
const Offer = ({ label, text }) =>
  html`<div class="replay-offer"><label>${label}<input readonly value=${text} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label><${Copy} text=${text} /></div>`;

/** The proof of a finished match; its page is fetched when it is wanted.
 * @param {Parts} props
 */
export function Verify({ stage, match, game, box }) {
  const open = stage.overlay === "verify";
  const [Panel, setPanel] = useState(/** @type {any} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!open || Panel) return;
    Promise.all([import("../verify/panel.js"), learnAreas("verify")]).then(
      ([module]) => setPanel(() => module.VerifyPanel),
      () => setFailed(true),
    );
  }, [open]);
  return html`<${Dialog} title=${t("replay.do.verify")} open=${open} onClose=${() => stage.open(null)} wide>
    ${Panel ? html`<${Panel} match=${match} game=${game} card=${match.card} components=${box.components} />` : html`<p>${t(failed ? "common.unreachable" : "common.loading")}</p>`}
  </${Dialog}>`;
}
