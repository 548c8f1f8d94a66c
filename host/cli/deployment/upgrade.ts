import { dirname } from 'node:path'
import { Command } from 'commander'
import { gt, parse } from 'semver'
import { readJsonFile } from '../../base/files.js'
import { memberOf } from '../../base/json.js'
import { type PluginEntry, readDeployment } from '../../deployment.js'
import { inspectPlugins } from '../../products/inspect.js'
import { findPackage } from '../../products/locate.js'
import { readSettings } from '../../settings.js'
import { contractChanges } from '../contract/contract-changes.js'
import { readContract } from '../contract/read-contract.js'
import type { ContractChange } from '../contract/schema-changes.js'
import { failAndExit, flushAndExit, isConfirmed, print, requireAnswer, table } from '../output.js'
import { withOtherEntry, writeDeploymentText } from './edit-deployment.js'
import { fetchPackage, newestVersion } from './fetch-package.js'
import { findEntry } from './find-entry.js'
import { type Provenance, provenanceText } from './provenance.js'
import { obstacleIn } from './stored-records.js'

/** Another version of a product’s package. */
export interface Upgrade {
  readonly file: string
  readonly package: string
  /** Null where the package is not installed. */
  readonly from: string | null
  readonly to: string
  /** The digest of the package by the registry; null for one that is there already and has none. */
  readonly integrity: string | null
  /** Where it was built, or why nothing proves that. */
  readonly provenance: Provenance | string
  /** What changes for callers; null where the versions cannot be compared. */
  readonly changes: readonly ContractChange[] | null
}

/** A package, and the newest version of it in the registry. */
export interface PackageState {
  readonly package: string
  readonly current: string | null
  /** Null where the registry says none, with the reason. */
  readonly newest: string | null
  readonly isOutdated: boolean
  readonly reason?: string
}

interface Options {
  readonly to?: string
  readonly yes?: true
  readonly json?: true
}

/** `product-host upgrade` and `product-host outdated` */
export function upgradeCommands(environment: NodeJS.ProcessEnv): readonly Command[] {
  const upgrade = new Command('upgrade')
    .description('have another version of a package served, a newer one or one from before')
    .argument('<product>', 'its slug or its package')
    .option('--to <version>', 'a version, a range such as ^2.1.0, or a tag of the registry', 'latest')
    .option('--yes', 'write it without a question')
    .option('--json', 'for scripts')
    .addHelpText(
      'after',
      `
npm fetches the version into .product-host/packages beside the deployment file; no script of a package runs. A version that is there is not
fetched again, so that the way back needs no registry.`
    )
    .action(async (named: string, { to = 'latest', yes, json }: Options) => {
      requireAnswer(yes)
      const done = await upgradeProduct(environment, named, to, async found => {
        if (yes) return true
        process.stderr.write(`${aboutUpgrade(found).join('\n')}\n`)
        return isConfirmed(`Serve ${found.package} ${found.to}?`)
      }).catch(failAndExit)
      print(json, done, [
        ...(yes ? aboutUpgrade(done) : []),
        `${done.file} has ${done.package} ${done.to} now. Hosts that run serve it within seconds.`
      ])
      await flushAndExit(0)
    })
  const outdated = new Command('outdated')
    .description('show the packages of the deployment file, and the newest versions in the registry')
    .option('--json', 'for scripts')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const states = await packageStates(environment).catch(failAndExit)
      const rows = states.map(({ package: name, current, newest, isOutdated, reason = '' }) => [
        name,
        current ?? 'none',
        newest ?? 'unknown',
        isOutdated ? 'outdated' : reason
      ])
      print(json, states, table([['PACKAGE', 'VERSION', 'NEWEST', ''], ...rows]))
      await flushAndExit(0)
    })
  return [upgrade, outdated]
}

/**
 * Fetches another version of a product’s package, tries it, and writes it into the deployment file when `isWanted` consents. Rejects, in a
 * sentence, when it would not be served; nothing is written then.
 */
export async function upgradeProduct(
  environment: NodeJS.ProcessEnv,
  named: string,
  range: string,
  isWanted: (upgrade: Upgrade) => Promise<boolean>
): Promise<Upgrade> {
  const found = await findEntry(environment, named)
  const { current, deployment, index, written, entry } = found
  if (entry.source) throw new Error(`The product "${named}" is no package: what serves it has versions of its own.`)
  const { folder } = deployment
  const { version: to, integrity, provenance } = await fetchPackage(entry.package, range, folder)
  const from = await versionOf(entry, folder)
  const next = { ...entry, version: to }
  const [tried] = await inspectPlugins({ ...deployment, plugins: [next] })
  if (!tried?.product)
    throw new Error(`${entry.package} ${to} would not be served: ${tried?.error ?? 'nothing says why'}`)
  const { product, records } = tried
  const obstacle = records && (await obstacleIn(readSettings(environment), product.slug, records))
  if (obstacle && 'refusal' in obstacle)
    throw new Error(`${entry.package} ${to} would not be served: ${obstacle.refusal}`)
  const changes = await changesBetween(entry, next, folder)
  const upgrade = { file: current.path, package: entry.package, from, to, integrity, provenance, changes }
  if (!(await isWanted(upgrade))) throw new Error('Nothing was changed.')
  if (entry.version !== to) {
    const { package: name, version: _version, ...others } = written
    await writeDeploymentText(current, withOtherEntry(current, index, { package: name, version: to, ...others }))
  }
  return upgrade
}

/** The packages of the deployment file, each with the newest version in the registry. */
export async function packageStates(environment: NodeJS.ProcessEnv): Promise<readonly PackageState[]> {
  const deployment = await readDeployment(readSettings(environment).deploymentFile)
  const packages = [...deployment.plugins, ...deployment.disabled].filter(({ source }) => !source)
  return Promise.all(packages.map(entry => stateOf(entry, deployment.folder)))
}

async function stateOf(entry: PluginEntry, folder: string): Promise<PackageState> {
  const current = await versionOf(entry, folder)
  const about = { package: entry.package, current }
  try {
    const newest = await newestVersion(entry.package, folder)
    return { ...about, newest, isOutdated: parse(current) !== null && gt(newest, current ?? '') }
  } catch (error) {
    return { ...about, newest: null, isOutdated: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

async function versionOf(entry: PluginEntry, folder: string): Promise<string | null> {
  const manifest = findPackage(entry, folder)?.manifest
  const version = manifest && memberOf(await readJsonFile(manifest), 'version')
  return typeof version === 'string' ? version : null
}

/** What changes for callers; null where one of the two says nothing that could be compared. */
async function changesBetween(
  before: PluginEntry,
  after: PluginEntry,
  folder: string
): Promise<readonly ContractChange[] | null> {
  const [old, current] = [before, after].map(entry => findPackage(entry, folder)?.manifest)
  if (old === undefined || current === undefined) return null
  try {
    return contractChanges(await readContract(dirname(old)), await readContract(dirname(current)))
  } catch {
    // The former version may be one that this host does not read: then there is nothing to compare.
    return null
  }
}

function aboutUpgrade({ package: name, from, to, integrity, provenance, changes }: Upgrade): readonly string[] {
  const rows = (changes ?? []).map(({ level, pointer, detail }) => [level, pointer, detail])
  const none = changes ? 'Nothing changes for callers.' : 'The versions cannot be compared.'
  return [
    `${name}: ${from ?? 'not installed'} to ${to}`,
    ...(integrity === null ? [] : [`integrity: ${integrity}`]),
    `built: ${provenanceText(provenance)}`,
    '',
    ...(rows.length > 0 ? table([['LEVEL', 'WHERE', 'CHANGE'], ...rows]) : [none])
  ]
}
