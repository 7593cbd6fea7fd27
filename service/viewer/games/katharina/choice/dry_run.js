/** The dry run of a complete answer: asked for a moment after the last pick, kept per answer; the latest wins. */

import { useEffect, useRef, useState } from "../../../dom.js";

const PAUSE = 150;

/** @typedef {{state: "none" | "asking" | "there" | "failed", preview: any}} DryRun */

/** @type {DryRun} */
const NONE = { state: "none", preview: null };

/** What the service says a command would bring.
 * @param {import("../../../types.d.ts").Ask | null} ask
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
        (answer) => setKnown((before) => new Map(before).set(key, answer.preview)),
        () => late || setKnown((before) => new Map(before).set(key, null)),
      );
    }, PAUSE);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [key]);
  if (!key) return NONE;
  if (!known.has(key)) return { state: "asking", preview: null };
  const preview = known.get(key);
  return { state: preview ? "there" : "failed", preview };
}
