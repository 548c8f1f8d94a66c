/** The token of a letter's link, which stands behind the "#" so that no server sees it. */
export function linkToken(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined
}
