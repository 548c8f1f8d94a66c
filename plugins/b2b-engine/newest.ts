/** An index of names, newest first, after one of them was used again, and the names that no longer have a place in it. */
export function withNewest(
  names: readonly string[] = [],
  used: string,
  most: number
): { readonly names: readonly string[]; readonly dropped: readonly string[] } {
  const all = [used, ...names.filter(name => name !== used)]
  return { names: all.slice(0, most), dropped: all.slice(most) }
}
