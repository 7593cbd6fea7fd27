/** A button that copies a text and then confirms it. */

import { html, useEffect, useRef, useState } from "../dom.js";
import { t } from "../words/words.js";

/** @param {{text: string | (() => string), label?: string, primary?: boolean}} props */
export function Copy({ text, label, primary = false }) {
  const [state, setState] = useState(/** @type {"" | "copied" | "failed"} */ (""));
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    setState((await copyText(typeof text === "function" ? text() : text)) ? "copied" : "failed");
    clearTimeout(timer.current);
    timer.current = /** @type {any} */ (setTimeout(() => setState(""), 2500));
  };
  return html`<button type="button" class=${primary ? "primary" : null} onClick=${() => void copy()}><span
    aria-live="polite">${state ? t(`common.${state === "copied" ? "copied" : "copy_failed"}`) : (label ?? t("common.copy"))}</span></button>`;
}

/** Copies a text. Outside a secure context it falls back to copying a selection.
 * @param {string} text
 * @returns {Promise<boolean>} whether the text was copied
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** @param {string} text */
function copyBySelection(text) {
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
