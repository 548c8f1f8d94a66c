import type { Unit } from '../length/ruler.js'
import { fnv1a } from '../text/choose.js'
import { slugify } from '../text/slug.js'
import { platforms } from './table.js'

/** How a platform's texts are laid out. */
export type Form = 'thread' | 'post' | 'caption' | 'clip' | 'video' | 'newsletter' | 'article'

/** What a platform takes. */
export interface Platform {
  readonly name: string
  readonly title: string
  readonly aliases: readonly string[]
  readonly form: Form
  readonly limit: number
  readonly unit: Unit
  /** A second limit, in bytes of UTF-8. */
  readonly maxBytes?: number
  /** Characters that are seen before a reader has to open the text; of a newsletter, the subject's length. */
  readonly fold: number
  readonly hashtags: { readonly max?: number; readonly advised: { readonly from: number; readonly to: number } }
  readonly titleLimit?: number
  /** One sentence on the form that works there. */
  readonly format: string
}

/** Characters that an unknown platform is taken to allow. */
const genericLimit = 2000

const byName = new Map(
  platforms.flatMap(platform => [platform.name, ...platform.aliases].map(name => [name, platform]))
)

/** The platform of a name or one of its other names; undefined when the table does not have it. */
export function knownPlatform(name: string): Platform | undefined {
  return byName.get(slugify(name))
}

/** The platform of a name; one that the table does not have gets a generic profile. */
export function findPlatform(name: string): { readonly platform: Platform; readonly warning?: string } {
  const known = knownPlatform(name)
  if (known) return { platform: known }
  const title = name.trim()
  return {
    platform: {
      name: slugify(title) || `platform-${fnv1a(title).toString(36)}`,
      title,
      aliases: [],
      form: 'post',
      limit: genericLimit,
      unit: 'utf16',
      fold: 200,
      hashtags: { advised: { from: 0, to: 3 } },
      format: 'Short paragraphs, the subject in the first line.'
    },
    warning: `"${title}" is not a platform known here: a generic profile of ${genericLimit.toLocaleString('en-GB')} characters was used.`
  }
}
