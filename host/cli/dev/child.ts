import { Socket } from 'node:net'
import '../../start/host.js'
import { missingTitles } from '@product-host/sdk/testing'
import { readDeployment } from '../../deployment.js'
import { inspectPlugins } from '../../products/inspect.js'
import { samplesOfDeployment } from '../../products/make-samples.js'
import { type ProductDocuments, packageDocuments } from '../../products/product-documents.js'
import type { Mounted } from '../../products/registry.js'
import { readSettings, type Settings } from '../../settings.js'
import { greet, serve } from '../../start/run.js'
import type { DevMessage, DevRequest, PluginCheck } from './host-process.js'

// The first import is for the spare process: without it `serve` loads that code only when it is called.

/**
 * Runs a spare process: it has the host's code loaded, and loads the plugins and serves them when its parent asks. It stops
 * when the parent is gone.
 */
export function runChild(environment: NodeJS.ProcessEnv): void {
  process.on('message', async (request: DevRequest, handle: unknown) => {
    if (request.type === 'connection') {
      if (handle instanceof Socket) for (const take of takers) take(handle)
      return
    }
    try {
      send(await answer(request, environment))
    } catch (error) {
      send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  })
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  send({ type: 'ready' })
}

/** What takes the connections of this process: its host, once it serves. */
const takers: ((socket: Socket) => void)[] = []

async function answer(
  request: Exclude<DevRequest, { type: 'connection' }>,
  environment: NodeJS.ProcessEnv
): Promise<DevMessage> {
  const settings = readSettings(environment)
  if (request.type === 'check') return { type: 'checked', ...(await checkPlugins(settings)) }
  const connections = { port: request.port, each: (take: (socket: Socket) => void) => void takers.push(take) }
  const documents = await developmentDocuments(settings.deploymentFile)
  const host = await serve(settings, {}, { documents, connections })
  if (request.greets && settings.isDemo) await greet(settings, host)
  process.stderr.write(
    `${documentationLines(host.port, host.products)
      .map(line => `  ${line}\n`)
      .join('')}\n`
  )
  return { type: 'serving' }
}

/** Loads and mounts the deployment's plugins outside a host, and reports which of them a host would serve. */
async function checkPlugins(settings: Settings): Promise<PluginCheck> {
  const report = await inspectPlugins(await readDeployment(settings.deploymentFile))
  return {
    loaded: report.flatMap(({ plugin, slug, version = 'unknown' }) => (slug ? [{ plugin, slug, version }] : [])),
    failed: report.flatMap(({ plugin, error }) => (error === undefined ? [] : [{ plugin, reason: error }]))
  }
}

function send(message: DevMessage): void {
  process.send?.(message)
}

/**
 * The documents of products while they are written: the examples are run when the documentation is read, and the fields without a
 * title are listed.
 */
async function developmentDocuments(deploymentFile: string): Promise<ProductDocuments> {
  const deployment = await readDeployment(deploymentFile)
  const packages = packageDocuments(deployment.folder)
  const made = new Map<string, ReturnType<typeof samplesOfDeployment>>()
  return {
    async of(product) {
      const { changes, contracts } = await packages.of(product)
      const { entry, mounted } = product
      const making = made.get(entry.package) ?? samplesOfDeployment({ ...deployment, plugins: [entry] })
      made.set(entry.package, making)
      const development = { missingTitles: missingTitles(mounted.product) }
      try {
        const [own] = await making
        return { changes, contracts, samples: own?.samples ?? null, development }
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error)
        return { changes, contracts, samples: null, development: { ...development, failure } }
      }
    }
  }
}

/** Where the documentation of each product is, and how many of its fields have no title. */
function documentationLines(port: number, products: readonly Mounted[]): readonly string[] {
  return products.map(({ slug, mounted }) => {
    const { length } = missingTitles(mounted.product)
    const titles = length === 0 ? 'every field has a title' : `fields without a title: ${length}`
    return `Documentation of ${slug} (${titles}): http://localhost:${port}/developers/products/${slug}`
  })
}
