/** The sheet that shows both principalities at once, as large as possible. It can be zoomed by touch, with the wheel or with a button. */

import { html, useLayoutEffect, useRef } from "../../dom.js";
import { useZoom } from "../../ui/zoom.js";
import { t } from "../../words/words.js";

/** The largest scale of the sheet. */
const LARGEST = 1.6;

/** @param {{children?: any}} props */
export function Sheet({ children }) {
  const { sheet, near, turn } = useZoom();
  const table = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const drawn = table.current;
    const view = /** @type {HTMLElement | null} */ (drawn?.closest(".near-view") ?? null);
    if (!view || !drawn) return undefined;
    const fit = () => view.style.setProperty("--fit", String(Math.min(LARGEST, view.offsetWidth / drawn.offsetWidth, view.offsetHeight / drawn.offsetHeight)));
    fit();
    const observer = new ResizeObserver(fit);
    for (const one of [view, drawn]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return html`<div class="cc-sheet" data-board>
    <div class="near-view" ref=${sheet} data-near=${near} tabindex=${near ? 0 : null} role=${near ? "region" : null} aria-label=${near ? t("catan_cards.board.both") : null}><div class="cc-drawn"><div class="cc-table cc-fit" data-picture ref=${table}>${children}</div></div></div>
    <button type="button" class="near-turn" aria-pressed=${String(near)} aria-label=${t("catan_cards.board.closer")} title=${t("catan_cards.board.closer")} onClick=${turn}>${near ? "−" : "+"}</button>
  </div>`;
}
