/** The dialogs of the replay. Only one is open at a time. */

import { html, useRef } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { lazy } from "../../ui/lazy.js";
import { t } from "../../words/words.js";
import { Help } from "./help.js";
import { Share } from "./share.js";
import { phaseOf } from "./slider.js";

/** @typedef {import("./replay.js").Parts} Parts */

const Fork = lazy(() => import("./fork.js").then((module) => module.Fork), { words: ["fork"] });
const Panel = lazy(() => import("../verify/panel.js").then((module) => module.VerifyPanel), { words: ["verify"], styles: ["style/verify.css"] });

/** The open dialog.
 * @param {Parts} props
 */
export function Overlays(props) {
  switch (props.stage.overlay) {
    case "where":
      return html`<${Where} ...${props} />`;
    case "note":
      return html`<${Note} ...${props} />`;
    case "share":
      return html`<${Share} ...${props} />`;
    case "inspect":
      return html`<${Inspect} ...${props} />`;
    case "verify":
      return props.match.isFinished && html`<${Verify} ...${props} />`;
    case "fork":
      return props.match.isFinished && html`<${Fork} ...${props} />`;
    case "help":
      return html`<${Help} stage=${props.stage} />`;
    default:
      return null;
  }
}

/** The dialog that goes to an entry number or a round.
 * @param {Parts} props
 */
function Where({ stage, match, game }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const close = () => stage.open(null);
  const { timeline } = match;
  /** @param {number} version */
  const go = (version) => {
    close();
    stage.go(version);
  };
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    const wanted = field.current?.value.trim() ?? "";
    if (/^\d+$/.test(wanted)) go(Number(wanted));
  };
  return html`<${Dialog} title=${t("replay.do.ask_where")} open=${true} onClose=${close}>
    <form class="row" onSubmit=${onSubmit}>
      <label class="row">${t("replay.where.entry", { first: timeline.first, last: timeline.last })}
        <input ref=${field} class="replay-where" inputmode="numeric" pattern="[0-9]*" maxlength="6" autocomplete="off" autofocus onFocus=${(/** @type {any} */ event) => event.target.select()} defaultValue=${String(stage.cursor)} /></label>
      <button type="submit" class="primary">${t("replay.where.go")}</button>
    </form>
    ${stage.moments.rounds.length > 0 && html`<h3 class="replay-where-title">${t("replay.where.rounds")}</h3>
      <ul class="replay-where-rounds">
        ${stage.moments.rounds.filter((version) => version <= timeline.last).map((version) => html`<li><button type="button" aria-current=${version === stage.cursor ? "step" : null} onClick=${() => go(version)}>${phaseOf(game, timeline.view(version)) || version} <small class="soft">${version}</small></button></li>`)}
      </ul>`}
  </${Dialog}>`;
}

/** The dialog for a note at this version. The note stays in this browser.
 * @param {Parts} props
 */
function Note({ stage }) {
  const at = stage.opened;
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const close = () => stage.open(null);
  /** @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    stage.annotate(at, field.current?.value ?? "");
    close();
  };
  return html`<${Dialog} title=${t("replay.note.title", { at })} open=${true} onClose=${close}>
    <form class="replay-note" onSubmit=${save}>
      <textarea key=${at} ref=${field} rows="4" maxlength="2000" autofocus aria-label=${t("replay.mark.note")} defaultValue=${stage.notes[at] ?? ""}></textarea>
      <p class="soft">${t("replay.note.kept")}</p>
      <p class="row"><button type="submit" class="primary">${t("replay.note.save")}</button>
        ${stage.notes[at] && html`<button type="button" onClick=${() => (stage.annotate(at, ""), close())}>${t("replay.note.remove")}</button>`}</p>
    </form>
  </${Dialog}>`;
}

/** The verification dialog of a finished match.
 * @param {Parts} props
 */
const Verify = ({ stage, match, game, box }) => html`<${Dialog} title=${t("replay.do.verify")} open=${true} onClose=${() => stage.open(null)} wide>
  <${Panel} match=${match} game=${game} summary=${match.summary} components=${box.components} />
</${Dialog}>`;

/** Asks for confirmation before an inspection that the log records and all players can see.
 * @param {Parts} props
 */
function Inspect({ stage, match }) {
  const close = () => stage.open(null);
  const confirm = () => {
    close();
    stage.switchViewer("referee", true);
  };
  return html`<${Dialog} title=${t("replay.inspect.title")} open=${true} onClose=${close}>
    <p>${t(match.summary.held && match.isFinished ? "replay.inspect.held" : "replay.inspect.text")}</p>
    <p class="row"><button type="button" class="primary" onClick=${confirm}>${t("replay.inspect.sure")}</button><button type="button" onClick=${close}>${t("common.cancel")}</button></p>
  </${Dialog}>`;
}
