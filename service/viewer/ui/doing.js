/** Doing: something that is under way, and what became of it. */

import { useEffect, useRef, useState } from "../dom.js";

/** Something that a form does once at a time, with what went wrong. */
export function useDoing() {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const gone = useRef(false);
  useEffect(() => () => void (gone.current = true), []);
  /** @param {() => Promise<any>} what */
  const run = (what) => async (/** @type {Event | undefined} */ event) => {
    event?.preventDefault();
    if (busy) return;
    setBusy(true);
    setTrouble(null);
    try {
      await what();
    } catch (error) {
      if (!gone.current) setTrouble(error);
    } finally {
      if (!gone.current) setBusy(false);
    }
  };
  return { busy, trouble, run };
}
