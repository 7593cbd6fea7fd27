/** The error that a failed check raises. */

/** A failed check: a code, the parameters of its message, and the entry that shows the problem, if there is one. */
export class Altered extends Error {
  /**
   * @param {string} code
   * @param {Record<string, any>} [params]
   * @param {number | null} [entry]
   */
  constructor(code, params = {}, entry = null) {
    super(code);
    this.name = "Altered";
    this.code = code;
    this.params = params;
    this.entry = entry;
  }
}
