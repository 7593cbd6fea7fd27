/** What shows that a file is not a match as it was played. */

/** A reason by its code, with what its sentence names; `entry` is the entry that shows it, where one does. */
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
