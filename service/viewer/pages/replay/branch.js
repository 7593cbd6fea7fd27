/** What was taken back, while one is there: that it does not count, and the ways between it and what does. */

import { html, useEffect } from "../../dom.js";
import { branchAt, endedBy } from "../../timeline/branches.js";
import { t } from "../../words/words.js";

/** @typedef {import("./stage.js").Stage} Stage */

/** Crosses over: from what was taken back to what counts, and from where it ended into it; from elsewhere into the next of it.
 * @param {Stage} stage
 */
export function cross(stage) {
  const { timeline } = stage.match;
  const branch = branchAt(timeline, stage.cursor);
  if (branch) return stage.go(branch.on);
  for (let at = stage.cursor; at <= timeline.last; at += 1) {
    const ended = endedBy(timeline, at);
    if (ended) return enter(stage, ended.from);
  }
}

/** Goes to where something began that was taken back; from there it is stepped along.
 * @param {Stage} stage
 * @param {number} from
 */
function enter(stage, from) {
  if (!stage.undoneShown) stage.toggleUndone();
  stage.go(from);
}

/** @param {{stage: Stage, match: import("../../timeline/match.js").Match}} props */
export function Branch({ stage, match }) {
  const branch = branchAt(match.timeline, match.at);
  const ended = branch ? null : endedBy(match.timeline, match.at);
  // Whoever wants to see no more of it is led back to what counts.
  useEffect(() => {
    if (branch && !stage.undoneShown) stage.go(branch.root);
  }, [stage.undoneShown]);
  if (branch)
    return html`<div class="replay-branch" data-branch=${branch.from}>
      <p role="status"><strong>↶ ${t("branch.off")}</strong> <span>${t("branch.span", branch)}</span></p>
      <button type="button" title=${t("branch.root.means")} onClick=${() => stage.go(branch.root)}>${t("branch.root", branch)}</button>
      <button type="button" title=${`${t("replay.do.branch")} (B)`} onClick=${() => stage.go(branch.on)}>${t("branch.on", branch)}</button>
    </div>`;
  return ended && html`<div class="replay-branch"><button type="button" title=${`${t("replay.do.branch")} (B)`} onClick=${() => enter(stage, ended.from)}>↶ ${t("branch.enter", ended)}</button></div>`;
}
