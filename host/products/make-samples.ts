import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Product } from '@product-host/sdk'
import { makeSamples, type ProductSamples, type SampleScenario } from '@product-host/sdk/testing'
import type { Deployment } from '../deployment.js'
import { importFrom, requireProduct } from '../isolation/import-plugin.js'
import { findPackage, notInstalled } from './locate.js'

/** The samples of a plugin's product. */
export interface PluginSamples {
  readonly plugin: string
  /** The folder of its package. */
  readonly folder: string
  readonly product: Product
  readonly samples: ProductSamples
}

/** The module with the scenario of a product's samples, in the folder of its package. */
const scenarioFile = 'dist/samples.js'

/**
 * Runs the examples of all plugins of a deployment with the test kit of the sdk, in this process and without a store. Rejects if a
 * plugin cannot be imported, or if it refuses one of its examples.
 */
export async function samplesOfDeployment({ plugins, folder }: Deployment): Promise<readonly PluginSamples[]> {
  const packages = plugins.filter(({ source }) => !source)
  const located = packages.map(entry => {
    const found = findPackage(entry, folder)
    if (!found) throw new Error(`${entry.package} ${notInstalled(entry, folder)}.`)
    return { plugin: entry.package, folder: dirname(found.manifest), parentUrl: found.parentUrl }
  })
  const imported = await Promise.all(
    located.map(async each => {
      const product = requireProduct(await importFrom(each.plugin, each.parentUrl))
      return { ...each, product, scenario: await scenarioOf(each.folder) }
    })
  )
  const made = await makeSamples(imported)
  return imported.flatMap(({ plugin, folder, product }) => {
    const samples = made.get(product.slug)
    return samples ? [{ plugin, folder, product, samples }] : []
  })
}

async function scenarioOf(folder: string): Promise<SampleScenario> {
  const file = join(folder, scenarioFile)
  if (!existsSync(file)) return {}
  const { scenario } = (await import(pathToFileURL(file).href)) as { scenario?: SampleScenario }
  if (scenario === undefined) throw new Error(`${file} has no export "scenario".`)
  return scenario
}
