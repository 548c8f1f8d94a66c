import { type Fault, InvalidInput, Type } from '@product-host/sdk'
import { slugify } from './slug.js'

const mostTags = 10
const longestTag = 32

/** Tags as callers send them: a list, or one text with commas. */
export const SentTags = Type.Union([
  Type.String({ maxLength: 1000 }),
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: mostTags })
])

/** The tags as slugs, each once, in the order sent. Throws `InvalidInput` for a tag that leaves no slug of 1 to 32 characters. */
export function readTags(sent: string | readonly string[]): string[] {
  const parts = typeof sent === 'string' ? sent.split(',').filter(part => part.trim() !== '') : sent
  const slugs = parts.map(part => slugify(part, longestTag + 1))
  const [first, ...rest] = slugs.flatMap((slug, index) => faultOf(slug, typeof sent === 'string' ? '' : `/${index}`))
  if (first) throw new InvalidInput([first, ...rest])
  const tags = [...new Set(slugs)]
  if (tags.length > mostTags)
    throw new InvalidInput([
      {
        pointer: '#/tags',
        code: 'max_items',
        detail: `holds ${tags.length} tags`,
        fix: `Send at most ${mostTags} tags.`
      }
    ])
  return tags
}

function faultOf(slug: string, place: string): Fault[] {
  if (slug.length >= 1 && slug.length <= longestTag) return []
  return [
    {
      pointer: `#/tags${place}`,
      code: 'invalid_tag',
      detail: slug === '' ? 'holds a tag without a letter a-z or a digit' : `holds a tag over ${longestTag} characters`,
      fix: `Send tags of 1 to ${longestTag} letters a-z, digits and hyphens.`
    }
  ]
}
