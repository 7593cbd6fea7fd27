/** All actions of the replay by name. Keys, buttons and menus use them. */

import { copyText } from "../../ui/copy.js";
import { t } from "../../words/words.js";
import { pathOf } from "./address.js";

/** @typedef {import("./stage.js").Stage} Stage */

/** @type {Record<string, (stage: Stage, own: number | null) => void>} */
const ACTIONS = {
  step_back: (stage) => stage.step(-1),
  step_on: (stage) => stage.step(1),
  five_back: (stage) => stage.step(-1, 5),
  five_on: (stage) => stage.step(1, 5),
  ten_back: (stage) => stage.step(-1, 10),
  ten_on: (stage) => stage.step(1, 10),
  turn_back: (stage) => stage.turn(-1),
  turn_on: (stage) => stage.turn(1),
  round_back: (stage) => stage.round(-1),
  round_on: (stage) => stage.round(1),
  mark_back: (stage) => stage.mark(-1),
  mark_on: (stage) => stage.mark(1),
  start: (stage) => stage.start(),
  end: (stage) => stage.end(),
  play: (stage) => stage.play(),
  slower: (stage) => stage.faster(-1),
  faster: (stage) => stage.faster(1),
  ask_where: (stage) => stage.open("where"),
  viewer_back: (stage) => stage.switchToAdjacent(-1),
  viewer_on: (stage) => stage.switchToAdjacent(1),
  everything: (stage) => switchViewerIfAllowed(stage, "referee"),
  spectator: (stage) => switchViewerIfAllowed(stage, "spectator"),
  turn_board: (stage, own) => stage.turnBoard(own),
  undone: (stage) => stage.toggleUndone(),
  branch: (stage) => void import("./branch.js").then(({ crossBranch }) => crossBranch(stage)),
  text: (stage) => stage.toggleText(),
  compare: (stage) => stage.compare(),
  copy_link: (stage) => void copyLink(stage),
  annotate: (stage) => stage.open("note"),
  share: (stage) => stage.open("share"),
  fork: (stage) => (stage.match.isFinished ? stage.open("fork") : stage.showMessage(t("replay.refused.fork"), true)),
  verify: (stage) => stage.open("verify"),
  explain_on: () => void import("../../ui/explain.js").then(({ explainNext }) => explainNext(1)),
  explain_back: () => void import("../../ui/explain.js").then(({ explainNext }) => explainNext(-1)),
  rules: (stage) => stage.open("rules"),
  help: (stage) => stage.open("help"),
};

/** Runs the action with the given name. Returns false if no action has that name.
 * @param {string} name
 * @param {Stage} stage
 * @param {number | null} own the user's seat
 * @returns {boolean}
 */
export function runAction(name, stage, own) {
  const known = ACTIONS[name];
  known?.(stage, own);
  return known !== undefined;
}

/** @param {Stage} stage @param {string} viewer */
function switchViewerIfAllowed(stage, viewer) {
  if (stage.match.viewers.includes(viewer)) stage.switchViewer(viewer);
  else stage.showMessage(t(refusalKey(stage, viewer)), true);
}

/** @param {Stage} stage @param {string} viewer */
function refusalKey({ match }, viewer) {
  if (match.isFinished) return "replay.refused.players";
  return viewer === "spectator" ? "replay.refused.spectator" : "replay.refused.running";
}

/** Returns an address of the current position that can be shared.
 * @param {Stage} stage
 * @returns {string}
 */
export const linkOf = ({ match, cursor, speed }) => location.origin + pathOf(match.id, { at: cursor, viewer: match.viewer, speed });

/** @param {Stage} stage */
async function copyLink(stage) {
  const done = await copyText(linkOf(stage));
  stage.showMessage(t(done ? "replay.link_copied" : "replay.link_not_copied"), !done);
}
