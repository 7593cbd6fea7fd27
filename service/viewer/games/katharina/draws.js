/** Which outcomes of a log came from which stream of chance. */

/** @returns {import("../../types.d.ts").Draw[]} */
export const draws = () => [];
