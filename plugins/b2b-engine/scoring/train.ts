import { writeFile } from 'node:fs/promises'
import { train } from '@product-host/toolkit/classifier'
import { readTraining } from './training.js'
import { featureCount, sides } from './wording.js'

/** Trains the model again and writes `scoring/wording-model.ts`: `npm run train --workspace plugins/b2b-engine`, after a build. */
async function main(): Promise<void> {
  const { samples, known, digest } = await readTraining()
  const labelled = samples.map(({ side: label, ...sample }) => ({ ...sample, label }))
  const model = await train(labelled, { labels: sides, size: featureCount, epochs: 12, rate: 0.4, decay: 1e-5 })
  const { scales, biases, weights } = model.toData()
  const lines = [
    '/** Written by scoring/train.ts: the model of the notes in scoring/notes.json and of the phrases in scoring/phrases.ts. */',
    'export const shippedModel = {',
    "  labels: ['for', 'against', 'neither'],",
    `  samples: '${digest}',`,
    `  scales: [${scales.join(', ')}],`,
    `  biases: [${biases.join(', ')}],`,
    '  words:',
    `    '${known.toData()}',`,
    '  weights:',
    `    '${weights}'`,
    '}',
    ''
  ]
  await writeFile(new URL('../../scoring/wording-model.ts', import.meta.url), lines.join('\n'))
}

await main()
