/** Dry runs of complete answers. One is requested shortly after the last pick and cached per answer; only the latest counts.
 * It is cancelled when the question changes or the answer is sent, because the service would refuse it then.
 */

import { useEffect, useState } from "../dom.js";

const PAUSE = 150;

/** `barrier` means that the player cannot undo the command without the others' consent.
 * @typedef {{state: "none" | "asking" | "there" | "failed", preview: any, barrier: boolean}} DryRun
 */

/** @type {DryRun} */
const NONE = { state: "none", preview: null, barrier: false };

/** Returns the dry run of a command.
 * @param {import("../types.d.ts").Ask | null} ask the current question; null while it is being reloaded
 * @param {any} command the complete answer; null while picks are missing
 * @param {string} question identifies the question in the cache
 * @returns {DryRun}
 */
export function useDryRun(ask, command, question) {
  const [known, setKnown] = useState(() => new Map());
  const may = ask !== null && !ask.busy;
  const key = command ? `${question} ${JSON.stringify(command)}` : "";
  useEffect(() => {
    if (!key || !may || known.has(key)) return;
    const late = new AbortController();
    const timer = setTimeout(() => {
      ask.preview(command, late.signal)?.then(
        (answer) => setKnown((before) => new Map(before).set(key, answer)),
        () => late.signal.aborted || setKnown((before) => new Map(before).set(key, null)),
      );
    }, PAUSE);
    return () => {
      late.abort();
      clearTimeout(timer);
    };
  }, [key, may, ask]);
  if (!key) return NONE;
  if (!known.has(key)) return { ...NONE, state: "asking" };
  const answer = known.get(key);
  return answer ? { state: "there", preview: answer.preview, barrier: answer.barrier } : { ...NONE, state: "failed" };
}
