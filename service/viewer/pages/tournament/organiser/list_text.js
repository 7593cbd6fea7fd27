/** Reads the text of an imported list of entrants: decodes files, and recognises pasted lists. */

const UTF16 = /** @type {const} */ ([["utf-16le", 0xff, 0xfe], ["utf-16be", 0xfe, 0xff]]);

/** Decodes a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252.
 * @param {ArrayBuffer} buffer
 * @returns {string}
 */
export function decodeFile(buffer) {
  const bytes = new Uint8Array(buffer);
  const wide = UTF16.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  if (wide) return new TextDecoder(wide[0]).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns whether pasted text is a list rather than one name: it has several lines, or spreadsheet cells.
 * @param {string} copied
 * @returns {boolean}
 */
export const isList = (copied) => /[\t;]|\S\s*[\r\n]+\s*\S/.test(copied);

/** Returns the dragged text, or the text of the first dragged file.
 * @param {DataTransfer} dragged
 * @returns {Promise<string>}
 */
export async function readDragged(dragged) {
  const [file] = dragged.files;
  return file ? decodeFile(await file.arrayBuffer()) : dragged.getData("text/plain");
}
