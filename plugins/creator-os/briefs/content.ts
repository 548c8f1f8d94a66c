import { type Static, Type } from '@product-host/sdk'

/** What a brief says about a text that is yet to be written. */
export const BriefContent = Type.Object({
  angles: Type.Array(
    Type.Object({ kind: Type.Enum(['contrarian', 'how-to', 'story']), idea: Type.String(), hook: Type.String() })
  ),
  keyMessage: Type.String(),
  outline: Type.Array(Type.Object({ heading: Type.String(), note: Type.String() })),
  questions: Type.Array(Type.String()),
  keywords: Type.Array(Type.String()),
  proofNeeded: Type.Array(Type.String()),
  cta: Type.String(),
  do: Type.Array(Type.String()),
  avoid: Type.Array(Type.String()),
  checks: Type.Array(Type.String())
})
/** What a brief says about a text that is yet to be written. */
export type BriefContent = Static<typeof BriefContent>
