/** A list of names as it comes from elsewhere: a file in whatever coding a spreadsheet has written it, or what was copied. */

const UTF16 = /** @type {const} */ ([["utf-16le", 0xff, 0xfe], ["utf-16be", 0xfe, 0xff]]);

/** The text of a file: UTF-8, UTF-16 with its mark, or else what spreadsheets of Western Europe write.
 * @param {ArrayBuffer} buffer
 * @returns {string}
 */
export function textOf(buffer) {
  const bytes = new Uint8Array(buffer);
  const wide = UTF16.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  if (wide) return new TextDecoder(wide[0]).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Whether what was copied is a list, and not one name: several lines, or fields of a spreadsheet.
 * @param {string} copied
 * @returns {boolean}
 */
export const isList = (copied) => /[\t;]|\S\s*[\r\n]+\s*\S/.test(copied);

/** What is dragged: the text of its first file, or the text itself.
 * @param {DataTransfer} dragged
 * @returns {Promise<string>}
 */
export async function draggedText(dragged) {
  const [file] = dragged.files;
  return file ? textOf(await file.arrayBuffer()) : dragged.getData("text/plain");
}
