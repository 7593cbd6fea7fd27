/** The notice shown on a branch that was taken back, with links between the branch and the entries that count. */

import { html, useEffect } from "../../dom.js";
import { branchAt, stretchEndedBy } from "../../timeline/branches.js";
import { t } from "../../words/words.js";

/** @typedef {import("./stage.js").Stage} Stage */

/** Moves the cursor from a branch to the entries that count, or from there into the next branch.
 * @param {Stage} stage
 */
export function crossBranch(stage) {
  const { timeline } = stage.match;
  const branch = branchAt(timeline, stage.cursor);
  if (branch) return stage.go(branch.on);
  for (let at = stage.cursor; at <= timeline.last; at += 1) {
    const ended = stretchEndedBy(timeline, at);
    if (ended) return enterBranch(stage, ended.from);
  }
}

/** Goes to the first entry of a branch, and shows taken-back entries so that the user can step through them.
 * @param {Stage} stage
 * @param {number} from
 */
function enterBranch(stage, from) {
  if (!stage.undoneShown) stage.toggleUndone();
  stage.go(from);
}

/** @param {{stage: Stage, match: import("../../timeline/match.js").Match}} props */
export function Branch({ stage, match }) {
  const branch = branchAt(match.timeline, match.at);
  const ended = branch ? null : stretchEndedBy(match.timeline, match.at);
  // If the user hides taken-back entries, the cursor returns to those that count.
  useEffect(() => {
    if (branch && !stage.undoneShown) stage.go(branch.root);
  }, [stage.undoneShown]);
  if (branch)
    return html`<div class="replay-branch" data-branch=${branch.from}>
      <p role="status"><strong>↶ ${t("branch.off")}</strong> <span>${t("branch.span", branch)}</span></p>
      <button type="button" title=${t("branch.root.means")} onClick=${() => stage.go(branch.root)}>${t("branch.root", branch)}</button>
      <button type="button" title=${`${t("replay.do.branch")} (B)`} onClick=${() => stage.go(branch.on)}>${t("branch.on", branch)}</button>
    </div>`;
  return ended && html`<div class="replay-branch"><button type="button" title=${`${t("replay.do.branch")} (B)`} onClick=${() => enterBranch(stage, ended.from)}>↶ ${t("branch.enter", ended)}</button></div>`;
}
