/** A button that copies a text, and says that it did. */

import { html, useEffect, useRef, useState } from "../dom.js";
import { t } from "../words/words.js";

/** @param {{text: string | (() => string), label?: string, primary?: boolean}} props */
export function Copy({ text, label, primary = false }) {
  const [state, setState] = useState(/** @type {"" | "copied" | "failed"} */ (""));
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    setState((await copied(typeof text === "function" ? text() : text)) ? "copied" : "failed");
    clearTimeout(timer.current);
    timer.current = /** @type {any} */ (setTimeout(() => setState(""), 2500));
  };
  return html`<button type="button" class=${primary ? "primary" : null} onClick=${() => void copy()}><span
    aria-live="polite">${state ? t(`common.${state === "copied" ? "copied" : "copy_failed"}`) : (label ?? t("common.copy"))}</span></button>`;
}

/** Copies a text; without a secure context by the old way, over a selection.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

/** @param {string} text */
function copiedBySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  const place = document.querySelector("dialog[open]") ?? document.body;
  const before = document.activeElement;
  place.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
