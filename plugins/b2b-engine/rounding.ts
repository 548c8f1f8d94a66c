/** A number with so many decimals, never -0. */
export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0
}
