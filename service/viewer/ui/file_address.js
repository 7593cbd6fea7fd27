/** The addresses of the pages' files. */

/** Returns the address of a file of the pages. This module may be joined with others, but always in a folder of the pages' folder.
 * @param {string} path relative to the pages' folder
 * @returns {string}
 */
export const fileAddress = (path) => new URL(`../${path}`, import.meta.url).href;
