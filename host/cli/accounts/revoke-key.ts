import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { digestOf, hasExpired, isKey, type KeyRecord } from '../../accounts/keys/check-key.js'
import { ConnectedApps } from '../../accounts/keys/connected-apps.js'
import { Keys } from '../../accounts/keys/keys.js'
import { realClock } from '../../base/clock.js'
import { type Operations, recordOperatorEvent, withOperations } from '../operations.js'
import { print } from '../output.js'
import { accountArgument, accountArgumentHelp, idOf } from './find-account.js'

interface Options {
  readonly account?: string
  readonly keyStdin?: boolean
  readonly json?: boolean
}

/** What was revoked, whose it was, and what is still valid. */
interface Revoked {
  readonly id: string
  readonly account: string
  readonly name: string
  /** Whether it was revoked already. */
  readonly wasRevoked: boolean
  /** The key that has replaced this one and is valid; null if there is none. */
  readonly replacedBy: string | null
  /** How many keys of the account are valid. */
  readonly validKeys: number
}

/** `product-host keys revoke` */
export function revokeKeyCommand(environment: NodeJS.ProcessEnv): Command {
  const command = new Command('revoke')
  return command
    .description('revoke a key permanently; running hosts follow within 5 s')
    .argument('[id]', 'the key’s id, as create and list show it', idArgument)
    .option('--account <id>', `with an id: ${accountArgumentHelp}`, accountArgument)
    .option('--key-stdin', 'read the key itself from standard input, such as one that has leaked, instead of its id')
    .option('--json', 'for scripts')
    .action(async (id: string | undefined, { account, keyStdin, json }: Options) => {
      if (keyStdin ? id !== undefined || account !== undefined : id === undefined || account === undefined)
        command.error('error: give the id of a key with --account, or --key-stdin alone')
      const key = keyStdin ? await keyFromInput() : undefined
      const revoked = await withOperations(environment, async operations => {
        const keys = new Keys(operations.store, realClock())
        const record =
          key === undefined ? await namedKey(operations, keys, `${id}`, `${account}`) : await keyOf(keys, key)
        return revoke(environment, operations, keys, record)
      })
      print(json, { ...revoked, revoked: true }, lines(revoked))
    })
}

/** Refuses a key where its id belongs, without repeating it. */
function idArgument(id: string): string {
  if (!id.startsWith('phk_')) return id
  throw new Error(
    'This is a key and not its id, and the list of processes and the history of the shell may show it now: ' +
      'revoke it with --key-stdin, which reads it from standard input.'
  )
}

/** The one key in the text on standard input, which may be a line of a log. Throws, in a sentence, if it has none or several. */
async function keyFromInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Paste the key, then press Enter and Ctrl-D.\n')
  const [key, another] = new Set((await text(process.stdin)).match(/phk_\w+/g))
  if (key === undefined) throw new Error('There is no key on standard input; a key begins with phk_.')
  if (another !== undefined) throw new Error('There are several keys on standard input; give them one at a time.')
  if (isKey(key)) return key
  throw new Error('What is on standard input is no whole key: its characters do not match its checksum.')
}

async function keyOf(keys: Keys, key: string): Promise<KeyRecord> {
  const record = await keys.checker.find(digestOf(key))
  if (record) return record
  throw new Error('No account has this key: it is of another deployment, or ended too long ago to be stored.')
}

async function namedKey({ store }: Operations, keys: Keys, id: string, account: string): Promise<KeyRecord> {
  const record = await keys.find(await idOf(store, account), id)
  if (record) return record
  throw new Error(`The account ${account} has no key ${id}; \`keys list --account ${account}\` shows its keys.`)
}

/** Revokes a key. An access token is revoked with the connection of its application, which could renew it otherwise. */
async function revoke(
  environment: NodeJS.ProcessEnv,
  { store, record: log }: Operations,
  keys: Keys,
  { account, keyId, name, resource }: KeyRecord
): Promise<Revoked> {
  await log('key_revoked', `${account} ${keyId}`)
  const isApp = resource !== undefined
  const isNew = await (isApp ? new ConnectedApps(store, realClock(), keys) : keys).revoke(account, keyId)
  const kind = isApp ? 'app_disconnected' : 'operator_revoked_key'
  if (isNew) await recordOperatorEvent(environment, store, account, { kind, keyId })
  const now = Date.now()
  const valid = (await keys.list(account)).filter(key => key.revokedAt === undefined && !hasExpired(key, now))
  const replacement = (await keys.find(account, keyId))?.replacedBy
  return {
    id: keyId,
    account,
    name,
    wasRevoked: isNew !== true,
    replacedBy: valid.find(key => key.keyId === replacement)?.keyId ?? null,
    validKeys: valid.length
  }
}

function lines({ id, account, name, wasRevoked, replacedBy, validKeys }: Revoked): readonly string[] {
  const which = `${id} (${JSON.stringify(name)}) of ${account}`
  return [
    wasRevoked ? `${which} was revoked already.` : `Revoked ${which}. Running hosts follow within 5 s.`,
    ...(replacedBy === null ? [] : [`${replacedBy}, which has replaced it, is still valid.`]),
    `Valid keys of this account: ${validKeys}.`
  ]
}
