import type { Fault } from '@product-host/sdk'

/** Longest name of a target or a monitor. */
export const longestSlug = 64

/** A name as it is kept: NFKD, lower case, everything outside `[a-z0-9]` a hyphen, at most 64 characters; '' when nothing is left. */
export function slugified(name: string): string {
  return slugOf(name).slice(0, longestSlug).replace(/-+$/, '')
}

/** The same without the limit of length. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** The slug of a name that a call gives, or what is wrong with it. */
export function readSlug(name: string): string | Fault {
  const slug = slugified(name)
  if (slug !== '') return slug
  return { pointer: '#/name', detail: 'holds no letter or digit', fix: 'Send a name with a letter a-z or a digit.' }
}
