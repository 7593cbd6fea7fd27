/** The list of keyboard shortcuts that `?` shows. */

import { html } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { t } from "../../words/words.js";
import { KEYMAP } from "./keymap.js";

const SIGNS = /** @type {Record<string, string>} */ ({ ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" });

/** @param {{stage: import("./stage.js").Stage}} props */
export function Help({ stage }) {
  return html`<${Dialog} title=${t("replay.help.title")} open=${true} onClose=${() => stage.open(null)} wide>
    <p class="soft">${t("replay.help.text")}</p>
    <div class="replay-help">
      ${KEYMAP.map(
        ({ group, bindings }) => html`<section>
          <h3>${t(`replay.help.${group}`)}</h3>
          <dl>
            ${bindings.map(
              ({ keys, does }) => html`<div>
                <dt>${keys.map((key, index) => html`${index > 0 && " "}${key.split("+").map((part) => html`<kbd>${keyFace(part)}</kbd>`)}`)}</dt>
                <dd>${t(`replay.do.${does}`)}</dd>
              </div>`,
            )}
          </dl>
        </section>`,
      )}
    </div>
    <label class="row replay-letters"><input type="checkbox" checked=${stage.letters} onChange=${(/** @type {any} */ event) => stage.setLetters(event.target.checked)} /> ${t("replay.help.letters")}</label>
  </${Dialog}>`;
}

/** @param {string} key */
function keyFace(key) {
  if (key in SIGNS) return SIGNS[key];
  if (key.length === 1 && key !== " ") return key.toUpperCase();
  return t(`replay.key.${key === " " ? "space" : key.toLowerCase()}`);
}
