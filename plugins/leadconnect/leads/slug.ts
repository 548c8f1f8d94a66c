/** Longest slug, in characters. */
const longest = 64

/**
 * A name in lower-case letters, digits and hyphens ("CRM Main" becomes "crm-main"); empty when nothing of it can stay.
 */
export function slugified(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? []).join('-').slice(0, longest).replace(/-$/, '')
}
