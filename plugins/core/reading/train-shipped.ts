import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Product } from '@product-host/sdk'
import { digestOf, type StoredModel, samplesOf, shippedFile, train } from './classifier.js'

/**
 * Trains the model of the products that a deployment file names, and writes it beside this module:
 * `node dist/reading/train-shipped.js ../product-host.json`. The same products give the same bytes.
 */
async function main(file: string): Promise<void> {
  const { plugins }: { plugins: readonly { package: string }[] } = JSON.parse(await readFile(resolve(file), 'utf8'))
  const modules: readonly { default: Product }[] = await Promise.all(plugins.map(plugin => import(plugin.package)))
  const actions = modules.flatMap(({ default: { slug, actions } }) =>
    Object.entries(actions)
      .filter(([, action]) => !action.internal)
      .map(([name, { title, description, intents }]) => ({
        id: `${slug}.${name}`,
        title,
        description,
        intents: { phrases: [], keywords: [], ...intents }
      }))
  )
  const samples = samplesOf(actions)
  const model: StoredModel = {
    source: `Trained by reading/train-shipped.ts on the intents of ${plugins.map(plugin => plugin.package).join(', ')} and tables/training-sentences.json.`,
    samples: digestOf(samples),
    ...(await train(samples)).toData()
  }
  await writeFile(shippedFile, `${JSON.stringify(model)}\n`)
}

await main(process.argv[2] ?? '')
