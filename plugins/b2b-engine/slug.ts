import { fnv1a } from './fnv.js'

const longestSlug = 64

/** The name of a company as a key: lower-case ASCII letters, digits and hyphens; a hash where none of them is left. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longestSlug)
    .replace(/-$/, '')
  return slug === '' ? `name-${fnv1a(name).toString(36)}` : slug
}
