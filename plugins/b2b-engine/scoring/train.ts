import { writeFile } from 'node:fs/promises'
import { train } from '@product-host/toolkit/classifier'
import { readTraining } from './training.js'
import { featureCount, sides } from './wording.js'

/** Trains the model again and writes `scoring/wording-model.json`: `npm run train --workspace plugins/b2b-engine`, after a build. */
async function main(): Promise<void> {
  const { samples, known, digest } = await readTraining()
  const labelled = samples.map(({ side: label, ...sample }) => ({ ...sample, label }))
  const model = await train(labelled, { labels: sides, size: featureCount, epochs: 12, rate: 0.4, decay: 1e-5 })
  const { scales, biases, weights } = model.toData()
  const shipped = {
    source: 'Trained by scoring/train.ts on the notes of scoring/notes.json and the phrases of scoring/phrases.json.',
    labels: sides,
    samples: digest,
    scales,
    biases,
    words: known.toData(),
    weights
  }
  await writeFile(new URL('../../scoring/wording-model.json', import.meta.url), `${JSON.stringify(shipped, null, 2)}\n`)
}

await main()
