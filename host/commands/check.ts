import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Command } from 'commander'
import { billingMode } from '../accounts/billing/mode.js'
import { checkKeptKey } from '../config/encryption-keys.js'
import { type Deployment, readDeployment } from '../deployment.js'
import { inspectPlugins } from '../products/inspect.js'
import { readSettings, type Settings, SettingsError } from '../settings.js'
import { lookAtStore } from '../storage/look.js'
import { newestSchema } from '../storage/schema.js'
import { leave } from './leave.js'
import { print } from './print.js'

/** One thing that was judged. */
interface Judged {
  readonly what: string
  readonly isGood: boolean
  readonly detail: string
  /** True: it is a setting that the host refuses to start with. */
  readonly stopsStart?: boolean
}

/** Exit codes: all is good; something would not be served; the host would not start (EX_CONFIG of sysexits.h). */
const codes = { good: 0, faulty: 1, wrongConfiguration: 78 } as const

/** `product-host check` */
export function checkCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('check')
    .description('judge settings, deployment file, store and plugins without starting')
    .option('--json', 'for scripts')
    .addHelpText(
      'after',
      '\nExits with 0 where all is good, 1 where something would not be served, 78 where the host would not start.'
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { judged, code } = await judge(environment)
      const lines = judged.map(({ what, isGood, detail }) => `${isGood ? 'good' : 'BAD '}  ${what}: ${detail}`)
      print(json, { isGood: code === codes.good, judged }, lines)
      await leave(code)
    })
}

async function judge(environment: NodeJS.ProcessEnv): Promise<{ judged: readonly Judged[]; code: number }> {
  const judged: Judged[] = []
  try {
    const settings = readSettings(environment)
    judged.push(good('settings', settings.isProduction ? 'production' : settings.isDemo ? 'demo' : 'development'))
    const deployment = await readDeployment(settings.deploymentFile)
    const billing = billingMode(deployment, settings)
    const count = deployment.plugins.length
    judged.push(good('deployment file', `${count} plugins, in ${deployment.folder}; billing: ${billing}`))
    judged.push(await address(settings), await keys(settings), await store(settings), ...(await plugins(deployment)))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    judged.push(bad(judged.length === 0 ? 'settings' : 'deployment file', error))
  }
  return { judged, code: codeOf(judged) }
}

function codeOf(judged: readonly Judged[]): number {
  if (judged.some(({ stopsStart }) => stopsStart)) return codes.wrongConfiguration
  return judged.every(({ isGood }) => isGood) ? codes.good : codes.faulty
}

/** Whether the host could listen: on a free port, since a host may be running on its own. */
async function address({ host }: Settings): Promise<Judged> {
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

async function keys({ encryptionKeys, dataFolder }: Settings): Promise<Judged> {
  if (encryptionKeys.length > 0) return good('encryption keys', `${encryptionKeys.length} of ENCRYPTION_KEYS`)
  try {
    return good('encryption keys', await checkKeptKey(dataFolder))
  } catch (error) {
    return bad('encryption keys', error)
  }
}

async function store({ dataFolder, redisUrl }: Settings): Promise<Judged> {
  try {
    const { name, schema } =
      redisUrl === undefined
        ? lookAtStore(join(dataFolder, 'store.sqlite'))
        : await (await import('../storage/redis-place.js')).lookAtRedis(redisUrl)
    const state =
      schema === undefined
        ? 'will be made at the first start'
        : `schema ${schema}${schema < newestSchema ? ', which the next start brings up to date' : ''}`
    return good('store', `${name}, ${state}`)
  } catch (error) {
    return bad('store', error)
  }
}

async function plugins(deployment: Deployment): Promise<readonly Judged[]> {
  const inspected = await inspectPlugins(deployment)
  return inspected.map(({ plugin, version, slug, error }) =>
    error === undefined ? good(`plugin ${plugin}`, `${version} as ${slug}`) : bad(`plugin ${plugin}`, new Error(error))
  )
}

function good(what: string, detail: string): Judged {
  return { what, isGood: true, detail }
}

function bad(what: string, error: unknown): Judged {
  const detail = error instanceof Error ? error.message : String(error)
  return { what, isGood: false, detail, ...(error instanceof SettingsError && { stopsStart: true }) }
}
