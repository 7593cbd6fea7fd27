/** What the style sheets know of the window, for what is drawn otherwise because of it. */

import { useEffect, useMemo, useState } from "../dom.js";

/** Whether a media query matches; draws again when that changes.
 * @param {string} wanted
 * @returns {boolean}
 */
export function useMedia(wanted) {
  const query = useMemo(() => matchMedia(wanted), [wanted]);
  const [matches, setMatches] = useState(query.matches);
  useEffect(() => {
    const changed = () => setMatches(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, [query]);
  return matches;
}
