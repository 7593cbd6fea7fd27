/** Starts an undo: says whether one is possible, and has its dialog. */

import { html, useCallback, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { stillPlays } from "./seats.js";

const UndoDialog = lazy(() => import("./undo.js").then((module) => module.UndoDialog), { words: ["playing"] });

/** Returns the undo state of a match: `start(version?)` opens the dialog, and `dialog` must be drawn on the page.
 * @param {import("./undo.js").Props} props
 * @returns {{possible: boolean, start: (version?: number) => void, dialog: any}}
 */
export function useUndo(props) {
  const { match, own } = props;
  const [wanted, setWanted] = useState(/** @type {{version: number | null} | null} */ (null));
  const possible = stillPlays(match, own) && !match.summary.undo && !match.summary.paused;
  const start = useCallback((/** @type {any} */ version) => setWanted({ version: typeof version === "number" ? version : null }), []);
  const close = useCallback(() => setWanted(null), []);
  return { possible, start, dialog: wanted && own !== null ? html`<${UndoDialog} ...${props} version=${wanted.version} onClose=${close} />` : null };
}
