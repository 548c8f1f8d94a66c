import type { Issue } from '@product-host/sdk'
import { formerSlug, slugify, storedSlug } from '@product-host/toolkit/slug'

/** The slug of a name that a call gives, or what is wrong with it. */
export function readSlug(name: string): string | Issue {
  const slug = slugify(name)
  if (slug !== '') return slug
  return { pointer: '#/name', detail: 'has no letter from a to z and no digit', fix: 'Send a name such as backup.' }
}

/** The name under which a target or a monitor is stored or set up: its slug, or the one that earlier versions gave it. */
export async function storedName(
  written: string,
  isKnown: (formerName: string) => boolean | Promise<boolean>
): Promise<string> {
  return storedSlug(slugify(written), [formerSlug(written, { accents: 'hyphens' })], isKnown)
}
