import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Features } from '@product-host/toolkit/classifier'
import { tablePhrases } from './lexicon.js'
import { contentOf, featuresOf, KnownWords, type Side, sides } from './wording.js'

/** A note that a model learns from. */
interface Sample {
  readonly features: Features
  readonly side: Side
  /** How much it counts. */
  readonly weight: number
}

/** Notes of sales people by language and side; see notes.json. */
type Notes = Readonly<Record<'en' | 'de' | 'fr' | 'es', Readonly<Record<Side, readonly string[]>>>>

/** How much a phrase of the table counts beside a note. */
const tableWeight = 0.3

/** What the model is trained on. */
interface Training {
  readonly samples: readonly Sample[]
  /** The words of the notes and phrases that speak for or against a lead. */
  readonly known: KnownWords
  /** SHA-256 of the samples: other notes, phrases or word classes give another one. */
  readonly digest: string
}

/** Reads the notes and the table of phrases. */
export async function readTraining(): Promise<Training> {
  const { notes }: { notes: Notes } = JSON.parse(
    await readFile(new URL('../../scoring/notes.json', import.meta.url), 'utf8')
  )
  const labelled = [
    ...[...tablePhrases()].map(({ phrase, row }) => ({
      text: phrase,
      side: row.polarity,
      weight: tableWeight
    })),
    ...Object.values(notes).flatMap(bySide =>
      sides.flatMap(side => bySide[side].map(text => ({ text, side, weight: 1 })))
    )
  ]
  const samples = labelled.map(({ text, side, weight }) => ({ features: featuresOf(text), side, weight }))
  const known = new KnownWords()
  for (const { text, side } of labelled) if (side !== 'neither') for (const word of contentOf(text)) known.add(word)
  const digest = createHash('sha256').update(JSON.stringify(samples)).digest('hex')
  return { samples, known, digest }
}
