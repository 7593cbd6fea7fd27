/** Media queries as a hook. */

import { useEffect, useMemo, useState } from "../dom.js";

/** Returns whether a media query matches, and redraws when that changes.
 * @param {string} wanted
 * @returns {boolean}
 */
export function useMedia(wanted) {
  const query = useMemo(() => matchMedia(wanted), [wanted]);
  const [matches, setMatches] = useState(query.matches);
  useEffect(() => {
    const onChange = () => setMatches(query.matches);
    query.addEventListener("change", onChange);
    return () => query.removeEventListener("change", onChange);
  }, [query]);
  return matches;
}
