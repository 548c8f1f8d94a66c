import { type Static, Type } from '@product-host/sdk'
import { Goal, keywordsForm, platformsForm, pointsForm, Tone } from '../actions/fields.js'
import { textList } from '../text/lists.js'

/** What `brief` is sent. */
export const BriefInput = Type.Object({
  topic: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'What the text is to be about; the last topic that was worked on when left out.'
    })
  ),
  audience: Type.Optional(Type.String({ maxLength: 120, description: 'Whom it is for.' })),
  goal: Goal,
  platforms: Type.Optional(textList(platformsForm, 'Where it is to appear; linkedin and x when left out.')),
  keywords: Type.Optional(textList(keywordsForm, 'What it is to be found by.')),
  points: Type.Optional(textList(pointsForm, 'Facts that are known already.')),
  tone: Tone
})
/** What `brief` is sent, as `run` gets it. */
export type BriefInput = Static<typeof BriefInput>
