import { Command } from 'commander'
import type { KeyRecord } from '../accounts/key-records.js'
import { Keys } from '../accounts/keys.js'
import type { NewSecurityEvent } from '../accounts/security-events.js'
import { realClock } from '../clock.js'
import { accountName, idOf, whose } from './find-account.js'
import { recordOperatorEvent } from './operator-events.js'
import { isoTime, print, scopes } from './print.js'
import { table } from './table.js'
import { type StoreUse, withStore } from './with-store.js'

interface Options {
  readonly account: string
  readonly name: string
  readonly expires?: string
  readonly scopes?: readonly string[]
  readonly json?: boolean
}

/** Records what the operator does to a key. */
type Recorder = (event: NewSecurityEvent) => Promise<void>

/** `product-host keys …` */
export function keyCommands(environment: NodeJS.ProcessEnv): Command {
  const withKeys = <Result>(
    name: string,
    work: (keys: Keys, account: string, record: Recorder) => Promise<Result>,
    use: StoreUse = {}
  ) =>
    withStore(
      environment,
      async store => {
        const id = await idOf(store, name)
        return work(new Keys(store, realClock()), id, event => recordOperatorEvent(environment, store, id, event))
      },
      use
    )
  const keys = new Command('keys').description('the bearer keys of an account')

  keys
    .command('create')
    .description('make a key; it is shown this once')
    .requiredOption('--account <id>', `the account that the key stands for: ${whose}`, accountName)
    .option('--name <name>', 'what the key is for', 'made by the operator')
    .option('--expires <time>', 'when it ends, ISO 8601', isoTime)
    .option(
      '--scopes <list>',
      'what it is good for, such as core:execute,wealthnode:config; everything if left out',
      scopes
    )
    .option('--json', 'for scripts')
    .action(async ({ account, name, expires, scopes: named, json }: Options) => {
      const { key, record } = await withKeys(
        account,
        async (each, id, record) => {
          const made = await each.create(id, name, expires, named)
          await record({ kind: 'operator_created_key', keyId: made.record.keyId })
          return made
        },
        { mayBeNew: true }
      )
      print(json, { key, ...record }, [
        key,
        '',
        `This is the only time that the key is shown. Its id is ${record.keyId}.`
      ])
    })

  keys
    .command('list')
    .description("list an account's keys")
    .requiredOption('--account <id>', whose, accountName)
    .option('--json', 'for scripts')
    .action(async ({ account, json }: Options) => {
      const records = await withKeys(account, (each, id) => each.list(id))
      print(json, records, records.length > 0 ? table(records.map(row)) : ['This account has no keys.'])
    })

  keys
    .command('revoke')
    .description('revoke a key for good; running hosts follow within 5 s')
    .argument('<id>', 'the key’s id, as create and list show it')
    .requiredOption('--account <id>', whose, accountName)
    .option('--json', 'for scripts')
    .action(async (id: string, { account, json }: Options) => {
      const isNew = await withKeys(account, async (each, owner, record) => {
        const isRevoked = await each.revoke(owner, id)
        if (isRevoked) await record({ kind: 'operator_revoked_key', keyId: id })
        return isRevoked
      })
      if (isNew === undefined)
        throw new Error(`The account ${account} has no key ${id}; \`keys list --account ${account}\` shows its keys.`)
      print(json, { id, account, revoked: true }, [`Revoked ${id}.`])
    })

  return keys
}

function row({ keyId, name, lastFour, createdAt, expiresAt, revokedAt }: KeyRecord): readonly string[] {
  const state = revokedAt ? `revoked ${revokedAt}` : expiresAt ? `expires ${expiresAt}` : 'good'
  return [keyId, `…${lastFour}`, createdAt, state, name]
}
