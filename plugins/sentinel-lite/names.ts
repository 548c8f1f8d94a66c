import type { Issue } from '@product-host/sdk'
import { formerSlug, identityOf, isWholeInSlug, slugify, storedSlug } from '@product-host/toolkit/slug'

/** The identity of a name that a call gives, or what is wrong with it. */
export function readName(name: string): string | Issue {
  const identity = identityOf(name)
  if (identity !== '') return identity
  return { pointer: '#/name', detail: 'has no letter and no digit', fix: 'Send a name such as backup.' }
}

/** What decides whether a target or a monitor of an earlier version is that of a name. */
export interface FormerNames {
  /** Whether a target or a monitor is stored or set up under it. */
  readonly isKnown: (formerName: string) => boolean | Promise<boolean>
  /** Whether what is stored under it is of that identity, although earlier versions stored other names there too. */
  readonly isOf: (formerName: string, identity: string) => boolean | Promise<boolean>
}

/** The name under which a target or a monitor is stored or set up: its identity, or the slug that earlier versions gave it. */
export async function storedName(written: string, { isKnown, isOf }: FormerNames): Promise<string> {
  const identity = identityOf(written)
  const formerSlugs = [formerSlug(written, { accents: 'hyphens' }), slugify(written)]
  return storedSlug(identity, formerSlugs, isWholeInSlug(written) ? isKnown : former => isOf(former, identity))
}
