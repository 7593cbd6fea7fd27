/** The state of one asynchronous task. */

import { useEffect, useRef, useState } from "../dom.js";

/** Runs one task at a time for a form, and keeps the error of the last task. */
export function useTask() {
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
