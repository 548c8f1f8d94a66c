import { type Static, Type } from '@product-host/sdk'
import type { Platform } from './platform.js'

/** What a platform takes, as answers show it. */
export const PlatformSpec = Type.Object({
  platform: Type.String(),
  title: Type.String(),
  limit: Type.Integer(),
  unit: Type.String(),
  fold: Type.Integer({ description: 'Characters that are seen before a reader opens the text.' }),
  hashtags: Type.Object({ max: Type.Optional(Type.Integer()), advisedFrom: Type.Integer(), advisedTo: Type.Integer() }),
  titleLimit: Type.Optional(Type.Integer()),
  format: Type.String()
})

/** A platform as answers show it. */
export function specOf({
  name,
  title,
  limit,
  unit,
  fold,
  hashtags,
  titleLimit,
  format
}: Platform): Static<typeof PlatformSpec> {
  const { max, advised } = hashtags
  return {
    platform: name,
    title,
    limit,
    unit,
    fold,
    hashtags: { ...(max !== undefined && { max }), advisedFrom: advised.from, advisedTo: advised.to },
    ...(titleLimit !== undefined && { titleLimit }),
    format
  }
}
