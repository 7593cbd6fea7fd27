/** The dry run of a complete answer: asked for a moment after the last pick, kept per answer; the latest wins. */

import { useEffect, useRef, useState } from "../dom.js";

const PAUSE = 150;

/** `barrier` says that the command cannot be taken back alone.
 * @typedef {{state: "none" | "asking" | "there" | "failed", preview: any, barrier: boolean}} DryRun
 */

/** @type {DryRun} */
const NONE = { state: "none", preview: null, barrier: false };

/** What the service says a command would bring.
 * @param {import("../types.d.ts").Ask | null} ask
 * @param {any} command null while the answer is not complete
 * @param {string} question what a kept dry run belongs to
 * @returns {DryRun}
 */
export function useDryRun(ask, command, question) {
  const [known, setKnown] = useState(() => new Map());
  const asking = useRef(ask);
  asking.current = ask;
  const key = command ? `${question} ${JSON.stringify(command)}` : "";
  useEffect(() => {
    if (!key || known.has(key)) return;
    let late = false;
    const timer = setTimeout(() => {
      const wanted = asking.current?.preview(command);
      wanted?.then(
        (answer) => setKnown((before) => new Map(before).set(key, answer)),
        () => late || setKnown((before) => new Map(before).set(key, null)),
      );
    }, PAUSE);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [key]);
  if (!key) return NONE;
  if (!known.has(key)) return { ...NONE, state: "asking" };
  const answer = known.get(key);
  return answer ? { state: "there", preview: answer.preview, barrier: answer.barrier } : { ...NONE, state: "failed" };
}
