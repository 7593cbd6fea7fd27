/** What a reader has set in this browser, and what it is while nothing is kept. */

/** The value that is kept under a name.
 * @template T
 * @param {string} name
 * @param {T} usual
 * @returns {T}
 */
export function kept(name, usual) {
  try {
    const found = localStorage.getItem(`chronik.${name}`);
    return found === null ? usual : JSON.parse(found);
  } catch {
    return usual;
  }
}

/** Keeps a value; null forgets it.
 * @param {string} name
 * @param {any} value
 */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(`chronik.${name}`);
    else localStorage.setItem(`chronik.${name}`, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing forgets it when it is closed
  }
}
