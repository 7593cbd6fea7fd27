/** The end of a match as a picture: who won, the board and the points. */

import { html, useEffect, useState } from "../../dom.js";
import { downloadFile } from "../../timeline/downloads.js";
import { t } from "../../words/words.js";

const drawing = () => import("../replay/picture/picture.js");

/** A picture that a click shares; where the browser cannot share, it is saved. Nothing if it cannot be drawn.
 * @param {{parts: import("../replay/replay.js").Parts, headline: string}} props
 */
export function Memento({ parts, headline }) {
  const { stage, match } = parts;
  const [picture, setPicture] = useState(/** @type {string | null | undefined} */ (undefined));
  useEffect(() => {
    let gone = false;
    drawing().then(({ pictureOf }) => pictureOf(parts, headline)).then((drawn) => gone || setPicture(drawn), () => gone || setPicture(null));
    return () => void (gone = true);
  }, [match, headline]);
  const share = async () => {
    const { renderPng } = await drawing();
    const file = new File([await renderPng(/** @type {string} */ (picture))], `${match.summary.game}-${match.id.slice(0, 8)}.png`, { type: "image/png" });
    if (!navigator.canShare?.({ files: [file] })) return downloadFile(file, file.name);
    await navigator.share({ files: [file], title: headline }).catch(() => {}); // the user may change their mind
  };
  if (picture === null) return null;
  return html`<button type="button" class="match-memento" disabled=${!picture} onClick=${() => void share().catch((error) => stage.showMessage(error.message, true))}>
    ${picture && html`<img alt=${headline} src=${`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`} />`}<span>${t("result.picture")}</span>
  </button>`;
}
