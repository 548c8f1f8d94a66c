import { Command } from 'commander'
import type { KeyRecord } from '../../accounts/keys/check-key.js'
import { Keys } from '../../accounts/keys/keys.js'
import { type Budget, budgetPeriods } from '../../base/caller.js'
import { realClock } from '../../base/clock.js'
import type { NewSecurityEvent } from '../../base/security-event.js'
import { readDeployment } from '../../deployment.js'
import { budgetIssues } from '../../limits/budget.js'
import { readSettings } from '../../settings.js'
import { type Operations, recordOperatorEvent, withOperations } from '../operations.js'
import {
  type Calls,
  callsArgument,
  failAndExit,
  flushAndExit,
  print,
  scopesArgument,
  table,
  timeArgument
} from '../output.js'
import { accountArgument, accountArgumentHelp, idOf } from './find-account.js'
import { revokeKeyCommand } from './revoke-key.js'

interface Options {
  readonly account: string
  readonly name: string
  readonly expires?: string
  readonly scopes?: readonly string[]
  readonly warnAt?: Calls
  readonly stopAt?: Calls
  readonly json?: boolean
}

/** Records what the operator does to a key: in the audit log before, and for the account afterwards. */
interface Recorder {
  readonly log: Operations['record']
  readonly event: (event: NewSecurityEvent) => Promise<void>
}

/** `product-host keys …` */
export function keyCommands(environment: NodeJS.ProcessEnv): Command {
  const withKeys = <Result>(name: string, work: (keys: Keys, account: string, recorder: Recorder) => Promise<Result>) =>
    withOperations(environment, async ({ store, record }) => {
      const id = await idOf(store, name)
      const event = (happened: NewSecurityEvent) => recordOperatorEvent(environment, store, id, happened)
      return work(new Keys(store, realClock()), id, { log: record, event })
    })
  const keys = new Command('keys').description('the bearer keys of an account')

  keys
    .command('create')
    .description('create a key; it is shown only once')
    .requiredOption('--account <id>', `the account that the key stands for: ${accountArgumentHelp}`, accountArgument)
    .option('--name <name>', 'what the key is for', 'made by the operator')
    .option('--expires <time>', 'when it ends, ISO 8601', timeArgument)
    .option(
      '--scopes <list>',
      'what it is good for, such as core:execute,wealthnode:config; everything if left out',
      scopesArgument
    )
    .option('--warn-at <list>', 'at how many calls its owner is told, such as day=800,month=8000', callsArgument)
    .option(
      '--stop-at <list>',
      'after how many calls further ones are refused, such as day=1000,month=10000',
      callsArgument
    )
    .option('--json', 'for scripts')
    .action(async ({ account, name, expires, scopes: named, warnAt, stopAt, json }: Options) => {
      const budget = budgetFrom(warnAt, stopAt)
      if (named) await requireProducts(environment, named)
      const { key, record } = await withKeys(account, async (each, id, { log, event }) => {
        await log('key_created', id)
        const made = await each.create(id, name, expires, named, budget)
        await event({ kind: 'operator_created_key', keyId: made.record.keyId })
        return made
      })
      print(json, { key, ...record }, [
        key,
        '',
        `This is the only time that the key is shown. Its id is ${record.keyId}.`
      ])
      await flushAndExit(0)
    })

  keys
    .command('list')
    .description("list an account's keys")
    .requiredOption('--account <id>', accountArgumentHelp, accountArgument)
    .option('--json', 'for scripts')
    .action(async ({ account, json }: Options) => {
      const records = await withKeys(account, (each, id) => each.list(id))
      print(json, records, records.length > 0 ? table(records.map(row)) : ['This account has no keys.'])
    })

  keys.addCommand(revokeKeyCommand(environment))
  return keys
}

/** The budget of a new key. Throws for one of which nobody would be told. */
function budgetFrom(warnAt: Calls = {}, stopAt: Calls = {}): Budget | undefined {
  const limits = budgetPeriods.flatMap(period => {
    const limit = {
      ...(warnAt[period] !== undefined && { warnAt: warnAt[period] }),
      ...(stopAt[period] !== undefined && { stopAt: stopAt[period] })
    }
    return Object.keys(limit).length > 0 ? [[period, limit]] : []
  })
  const budget: Budget = Object.fromEntries(limits)
  if (budgetIssues(budget, '').length > 0)
    throw new Error('--warn-at is more than --stop-at, so that nobody would be told.')
  return limits.length > 0 ? budget : undefined
}

/** Ends the command, in a sentence, for a scope that names a product which the deployment does not serve. */
async function requireProducts(environment: NodeJS.ProcessEnv, scopes: readonly string[]): Promise<void> {
  const asked = scopes.map(scope => scope.replace(/:.*/, '')).filter(slug => slug !== '*')
  if (asked.length === 0) return
  const { inspectPlugins } = await import('../../products/inspect.js')
  const plugins = await inspectPlugins(await readDeployment(readSettings(environment).deploymentFile))
  const slugs = plugins.flatMap(({ slug, error }) => (slug !== undefined && error === undefined ? [slug] : []))
  const unknown = asked.find(slug => !slugs.includes(slug))
  if (unknown === undefined) return
  const reason = `A scope names the product ${unknown}, which this deployment does not serve; it serves ${slugs.join(', ')}.`
  await failAndExit(new Error(reason))
}

function row({ keyId, name, lastFour, createdAt, expiresAt, revokedAt }: KeyRecord): readonly string[] {
  const state = revokedAt ? `revoked ${revokedAt}` : expiresAt ? `expires ${expiresAt}` : 'good'
  return [keyId, `…${lastFour}`, createdAt, state, name]
}
