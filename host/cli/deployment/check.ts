import { once } from 'node:events'
import { accessSync, constants, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { Command } from 'commander'
import { changedRetention } from '../../base/retention.js'
import { billingMode } from '../../billing/provider.js'
import { type Deployment, type Isolation, readDeployment } from '../../deployment.js'
import type { BackupMember } from '../../entries/backup.js'
import { notWithheld } from '../../isolation/process/sandbox.js'
import { type DeploymentChange, deploymentChanges } from '../../operator/deployment-changes.js'
import { type Inspected, inspectPlugins } from '../../products/inspect.js'
import { findPackage } from '../../products/locate.js'
import { readSettings, type Settings, SettingsError } from '../../settings.js'
import { requireNewStore, requireStore } from '../../start/shared-state.js'
import { heldKey } from '../../storage/hold.js'
import { newestSchema } from '../../storage/schema.js'
import { inspectServer, serverStore } from '../../storage/server-stores.js'
import { inspectSqlite } from '../../storage/sqlite/inspect.js'
import { storeFile } from '../../storage/sqlite/open.js'
import { failAndExit, flushAndExit, print, table, wrongConfiguration } from '../output.js'
import { obstacleIn, recordsBelow, requireKeys } from './stored-records.js'

/** One thing that was checked. */
interface CheckResult {
  readonly what: string
  readonly isGood: boolean
  readonly detail: string
  /** True: it is a setting that the host refuses to start with. */
  readonly stopsStart?: boolean
}

/** Exit codes: all is good; something would not be served; the host would not start (EX_CONFIG of sysexits.h). */
const codes = { good: 0, faulty: 1, wrongConfiguration } as const

/** `product-host check` */
export function checkCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('check')
    .description('check settings, deployment file, store and plugins without starting')
    .option('--new-store', 'check what start does with --new-store')
    .option('--diff <file>', 'list what changes from this deployment file, such as the one that running hosts have')
    .option('--json', 'for scripts')
    .addHelpText(
      'after',
      `
Exits with 0 where all is good, 1 where something would not be served, 78 where the host would not start.

--diff compares the deployment file with another one, by their members with defaults, and says of each change whether running hosts follow
it or need a restart. It asks no host. With the file of the last commit: git show HEAD:product-host.json > before.json`
    )
    .action(async ({ json, newStore = false, diff }: CheckOptions) => {
      const { checks, code } = await checkDeployment(environment, newStore)
      const changes = diff === undefined ? undefined : await changesFrom(diff, environment)
      const lines = checks.map(({ what, isGood, detail }) => `${isGood ? 'good' : 'BAD '}  ${what}: ${detail}`)
      print(json, { isGood: code === codes.good, checks, ...(changes && { changes }) }, [
        ...lines,
        ...(changes ? ['', ...changeLines(changes)] : [])
      ])
      await flushAndExit(code)
    })
}

interface CheckOptions {
  readonly json?: boolean
  readonly newStore?: boolean
  readonly diff?: string
}

/** What the deployment file says otherwise than another one; undefined where it cannot be read, which a check says. */
async function changesFrom(
  file: string,
  environment: NodeJS.ProcessEnv
): Promise<readonly DeploymentChange[] | undefined> {
  const before = await readDeployment(file).catch(failAndExit)
  try {
    return deploymentChanges(before, await readDeployment(readSettings(environment).deploymentFile))
  } catch (error) {
    if (error instanceof SettingsError) return undefined
    throw error
  }
}

/** The changes of a deployment as lines for people. */
export function changeLines(changes: readonly DeploymentChange[]): readonly string[] {
  if (changes.length === 0) return ['Nothing changes.']
  const typed = (value: unknown) => (value === null ? 'nothing' : JSON.stringify(value))
  return table(
    changes.map(({ member, from, to, isFollowed }) => [
      isFollowed ? 'followed' : 'needs a restart',
      `${member}: ${typed(from)} -> ${typed(to)}`
    ])
  )
}

/** `product-host plugins` */
export function pluginsCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('plugins')
    .description('show the plugins of the deployment file, and whether each would be served; nothing listens')
    .option('--json', 'for scripts')
    .addHelpText('after', '\nExits with 1 where a plugin would not be served.')
    .action(async ({ json }: { json?: boolean }) => {
      const { deploymentFile } = readSettings(environment)
      const plugins = await inspectPlugins(await readDeployment(deploymentFile))
      const rows = plugins.map(({ plugin, version = '-', slug = '-', error, required, needs }) => [
        plugin,
        version,
        slug,
        error === undefined ? 'ready' : 'failed',
        required ? 'required' : '-',
        needs.join(' ') || '-'
      ])
      const head = ['PACKAGE', 'VERSION', 'SLUG', 'STATE', 'REQUIRED', 'WORKS WITH']
      print(json, plugins.map(shownPlugin), [...table([head, ...rows]), ...plugins.flatMap(reasonLine)])
      await flushAndExit(plugins.every(({ error }) => error === undefined) ? 0 : 1)
    })
}

function shownPlugin({ plugin, version, slug, error, required, needs, ms }: Inspected) {
  const state = error === undefined ? 'ready' : 'failed'
  const found = { package: plugin, version: version ?? null, slug: slug ?? null }
  return { ...found, state, required, needs, ms, reason: error ?? null }
}

function reasonLine({ plugin, error }: Inspected): readonly string[] {
  return error === undefined ? [] : [`${plugin}: ${error}`]
}

async function checkDeployment(
  environment: NodeJS.ProcessEnv,
  mayReplaceStore: boolean
): Promise<{ checks: readonly CheckResult[]; code: number }> {
  const checks: CheckResult[] = []
  try {
    const settings = readSettings(environment)
    checks.push(good('settings', settings.isProduction ? 'production' : settings.isDemo ? 'demo' : 'development'))
    const deployment = await readDeployment(settings.deploymentFile)
    const billing = billingMode(deployment, settings)
    const count = deployment.plugins.length
    const changed = changedRetention(deployment.retention)
    const retention = changed === '' ? '' : `; retention: ${changed}`
    checks.push(good('deployment file', `${count} plugins, in ${deployment.folder}; billing: ${billing}${retention}`))
    const stored = await store(settings, mayReplaceStore)
    checks.push(await address(settings), await keys(settings, stored.hasStore), stored.result)
    if (deployment.backup) checks.push(backupFolder(deployment.backup))
    checks.push(...(await plugins(deployment, settings, stored.hasStore)))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    checks.push(bad(checks.length === 0 ? 'settings' : 'deployment file', error))
  }
  return { checks, code: codeOf(checks) }
}

function codeOf(checks: readonly CheckResult[]): number {
  if (checks.some(({ stopsStart }) => stopsStart)) return codes.wrongConfiguration
  return checks.every(({ isGood }) => isGood) ? codes.good : codes.faulty
}

/** Whether scheduled backups could be made. */
function backupFolder({ folder, everyMinutes, keep }: BackupMember): CheckResult {
  try {
    if (!statSync(folder).isDirectory()) throw new Error('It is not a folder.')
    accessSync(folder, constants.W_OK)
    return good('backups', `every ${everyMinutes} minutes into ${folder}, of which ${keep} are kept`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return bad(
      'backups',
      new Error(`The folder ${folder} cannot be written to: create it for the user of the host. ${reason}`)
    )
  }
}

/** Whether the host could listen: on a free port, since a host may be running on its own. */
async function address({ host }: Settings): Promise<CheckResult> {
  const server = createServer()
  try {
    await once(server.listen(0, host), 'listening')
    return good('address', host)
  } catch (error) {
    return bad('address', error)
  } finally {
    server.close()
  }
}

async function keys(settings: Settings, hasStore: boolean): Promise<CheckResult> {
  try {
    const { source } = await requireKeys(settings, hasStore ? prefix => recordsBelow(settings, prefix) : noRecords)
    return good('encryption keys', source)
  } catch (error) {
    return bad('encryption keys', error)
  }
}

/** What a store holds that is not there yet. */
async function* noRecords(): AsyncGenerator<never, void> {}

async function store(
  settings: Settings,
  mayReplaceStore: boolean
): Promise<{ result: CheckResult; hasStore: boolean }> {
  try {
    const server = serverStore(settings)
    if (!server && !mayReplaceStore) requireStore(settings)
    const { name, schema } = server ? await inspectServer(server) : inspectSqlite(storeFile(settings.dataFolder))
    if (schema === undefined && server && !mayReplaceStore) requireNewStore(settings, name, server.setting)
    const state =
      schema === undefined
        ? 'will be made at the first start'
        : `schema ${schema}${schema < newestSchema ? ', which the next start brings up to date' : ''}`
    const held = schema !== undefined && (await isHeld(settings)) ? ', held until "product-host resume"' : ''
    return { result: good('store', `${name}, ${state}${held}`), hasStore: schema !== undefined }
  } catch (error) {
    return { result: bad('store', error), hasStore: false }
  }
}

async function isHeld(settings: Settings): Promise<boolean> {
  for await (const { key } of recordsBelow(settings, heldKey)) return key === heldKey
  return false
}

async function plugins(deployment: Deployment, settings: Settings, hasStore: boolean): Promise<readonly CheckResult[]> {
  const checks: CheckResult[] = []
  for (const inspected of await inspectPlugins(deployment)) {
    const { plugin, version, slug = '', error, required, records, isSandboxed, formerly } = inspected
    const what = `plugin ${plugin}`
    const obstacle = hasStore && records ? await obstacleIn(settings, slug, records) : undefined
    if (error !== undefined) {
      const entry = deployment.plugins.find(other => other.package === plugin)
      const stopsStart = required && entry && !findPackage(entry, deployment.folder)
      checks.push(bad(what, stopsStart ? new SettingsError(error) : new Error(error)))
    } else if (obstacle && 'refusal' in obstacle) checks.push(bad(what, new Error(obstacle.refusal)))
    else {
      const waits = obstacle ? `; it is served when these hosts have ended: ${obstacle.waitsFor.join(' and ')}` : ''
      const lost = formerly ? lossText(formerly, isSandboxed === true) : ''
      checks.push(good(what, `${version} as ${slug}${sandboxText(inspected)}${lost}${waits}`))
    }
  }
  return checks
}

/** What a product no longer has since a process is the default. Without a sandbox, Node alone refuses it, which no harmful code obeys. */
function lossText(formerly: Isolation, isSandboxed: boolean): string {
  const lost = [
    'files but its own and those of its dependencies',
    ...(formerly === 'inline' ? ["the host's variables"] : []),
    ...(isSandboxed ? ['sockets'] : []),
    'child processes, threads and native add-ons'
  ]
  return `; it ran ${formerly === 'inline' ? 'inline' : `in a ${formerly}`} before, and as its entry names no "isolation", it loses ${lost.join(', ')}`
}

function sandboxText({ isSandboxed, hasHostNetwork }: Pick<Inspected, 'isSandboxed' | 'hasHostNetwork'>): string {
  if (isSandboxed === undefined) return ''
  if (isSandboxed) return `, in a process with a sandbox${hasHostNetwork ? ' and the network of the host' : ''}`
  return `, in a process without a sandbox: ${notWithheld.join(', ')} are not withheld from it`
}

function good(what: string, detail: string): CheckResult {
  return { what, isGood: true, detail }
}

function bad(what: string, error: unknown): CheckResult {
  const detail = error instanceof Error ? error.message : String(error)
  return { what, isGood: false, detail, ...(error instanceof SettingsError && { stopsStart: true }) }
}
