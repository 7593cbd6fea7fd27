/** The current question. The last one stays visible while its options are reloaded. */

import { useEffect, useRef, useState } from "../dom.js";

/** Milliseconds for which the last question stays visible. */
const GRACE = 2000;

/** Returns the current question. While the options are reloaded, it returns the last one for a moment, marked as stale.
 * @param {import("../types.d.ts").Ask | null} ask
 * @param {readonly any[]} prompts the prompts of the user's seat at the shown view
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
