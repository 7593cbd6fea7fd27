/** A code for a text: so many modules on each side, and which of them are dark. */
export function generate(text: string): { size: number; get(x: number, y: number): boolean };
