import { type Fault, InvalidInput, type Static, Type } from '@product-host/sdk'
import { readTags, SentTags } from '../text/tags.js'
import { readKey } from './key.js'

/** Longest value, in characters. */
export const longestValue = 16_384

/** The input of remember. */
export const RememberInput = Type.Object({
  key: Type.String({ minLength: 1, description: 'What the memory is found by: 1 to 256 characters, once trimmed.' }),
  value: Type.Optional(
    Type.String({ maxLength: longestValue, description: 'What to remember; needed, unless the mode is "forget".' })
  ),
  tags: Type.Optional(SentTags),
  ttlSeconds: Type.Optional(
    Type.Integer({ minimum: 60, maximum: 31_536_000, description: 'Forgotten after so long.' })
  ),
  mode: Type.Union([Type.Literal('set'), Type.Literal('append'), Type.Literal('forget')], { default: 'set' }),
  ifVersion: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Only if it is at this version now; 0: only if it is not there.' })
  ),
  pinned: Type.Optional(Type.Boolean({ description: 'Ranks higher in a search; as before, when left out.' })),
  similar: Type.Boolean({ default: false, description: 'Names other memories that say nearly the same.' })
})
export type RememberInput = Static<typeof RememberInput>

/** What a caller wants of a memory. */
export interface Wish {
  readonly key: string
  readonly mode: 'set' | 'append' | 'forget'
  /** Ignored by `forget`. */
  readonly value: string
  /** Left out: as before. */
  readonly tags: readonly string[] | undefined
  /** Left out: none for `set`, as before for `append`. */
  readonly ttlSeconds: number | undefined
  /** Left out: as before. */
  readonly pinned: boolean | undefined
  readonly ifVersion: number | undefined
}

/** The wish that an input is. Throws `InvalidInput` for what the schema cannot say. */
export function readWish({ key, value = '', tags, ttlSeconds, mode, ifVersion, pinned }: RememberInput): Wish {
  if (value === '' && mode !== 'forget') throw new InvalidInput([emptyValue])
  return {
    key: readKey(key),
    mode,
    value,
    tags: tags === undefined ? undefined : readTags(tags),
    ttlSeconds,
    ifVersion,
    pinned
  }
}

const emptyValue: Fault = {
  pointer: '#/value',
  code: 'required',
  detail: 'is missing or empty',
  fix: 'Send the text to remember, or the mode "forget".'
}
