/** What a choice is about: the last question stays on the table while its options are read again. */

import { useEffect, useRef, useState } from "../dom.js";

/** How long it stays. */
const GRACE = 2000;

/** What is asked; while options are read again because somebody has answered, the last ones stand for a moment, but stale.
 * @param {import("../types.d.ts").Ask | null} ask
 * @param {readonly any[]} prompts what the own seat is asked at the view that is shown
 * @returns {{ask: import("../types.d.ts").Ask | null, stale: boolean}}
 */
export function useAsk(ask, prompts) {
  const last = useRef(ask);
  const [, tick] = useState(0);
  if (ask) last.current = ask;
  useEffect(() => {
    if (ask) return;
    const timer = setTimeout(() => {
      last.current = null;
      tick((n) => n + 1);
    }, GRACE);
    return () => clearTimeout(timer);
  }, [ask === null]);
  const before = JSON.stringify(last.current?.prompts[0]?.prompt ?? null);
  const still = prompts.some((prompt) => JSON.stringify(prompt) === before);
  return { ask: ask ?? (still ? last.current : null), stale: ask === null };
}
