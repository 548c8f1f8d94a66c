import { oneOf } from '@product-host/toolkit/json'
import table from './phrases.json' with { type: 'json' }
import { type MeaningName, meaningNames } from './weights.js'

/** What a phrase says of a lead. */
type Polarity = 'for' | 'against' | 'neither'

/** Phrases of one meaning, labelled by what they are about, what happened, whether it speaks for the lead, and when. */
export interface LabelledPhrases {
  readonly meaning: MeaningName
  readonly subject: string
  readonly event: string
  readonly polarity: Polarity
  readonly tense: string
  /** One that begins with `=` stands for its very words, in that order; the others for all phrases with the same word classes. */
  readonly en: readonly string[]
  readonly de: readonly string[]
  readonly fr: readonly string[]
  readonly es: readonly string[]
}

const polarities: readonly Polarity[] = ['for', 'against', 'neither']

/** The labelled table: phrases as sales people write them. */
export const labelledPhrases: readonly LabelledPhrases[] = table.labelled.map(row => ({
  ...row,
  meaning: oneOf(meaningNames, row.meaning),
  polarity: oneOf(polarities, row.polarity)
}))
