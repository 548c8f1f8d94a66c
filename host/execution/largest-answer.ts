/** Longest answer of a product, in characters of JSON. */
export const largestAnswer = 4 * 1024 * 1024
