import { Type } from '@product-host/sdk'
import { compileInput } from '@product-host/sdk/runtime'
import { Command, InvalidArgumentError } from 'commander'
import { type Account, Accounts } from '../accounts/accounts.js'
import { Entitlements } from '../accounts/billing/entitlements.js'
import { DisabledAccounts } from '../accounts/disabled-accounts.js'
import { Email } from '../accounts/email.js'
import { Keys } from '../accounts/keys.js'
import { Sessions } from '../accounts/sessions.js'
import { isoTime, realClock } from '../clock.js'
import type { Store } from '../storage/store.js'
import { chosenPassword, givenLines, givePassword, type PasswordOptions, passwordOptions } from './passwords.js'
import { accountId, print } from './print.js'
import { table } from './table.js'
import { withStore } from './with-store.js'

interface Options extends PasswordOptions {
  readonly json?: boolean
  readonly reason: string
  readonly verified?: boolean
  readonly takeBack?: boolean
}

const isEmail = compileInput(Type.Object({ email: Email }))
const whose = 'the account’s id, or the e-mail address of its person'

/** `product-host accounts …` */
export function accountCommands(environment: NodeJS.ProcessEnv): Command {
  const accounts = new Command('accounts').description('the accounts of people, and of keys that an operator made')

  accounts
    .command('list')
    .description('list the accounts of people, in the order in which they were made')
    .option('--json', 'for scripts: one JSON object a line')
    .action(async ({ json }: Options) => {
      const rows: (readonly string[])[] = []
      await withStore(environment, async store => {
        const disabled = new DisabledAccounts(store, realClock())
        for await (const { value } of new Accounts(store, realClock()).all()) {
          const state = (await disabled.find(value.id)) ? 'disabled' : 'good'
          if (json) print(json, { ...shown(value), isDisabled: state === 'disabled' }, [])
          else rows.push([value.id, value.createdAt, state, value.email])
        }
      })
      if (!json) print(false, undefined, rows.length > 0 ? table(rows) : ['There are none.'])
    })

  passwordOptions(accounts.command('create'))
    .description('make an account for a person, with a link to choose a password by')
    .argument('<email>', 'the person’s e-mail address', email)
    .option('--verified', 'the address is known to be the person’s own')
    .option('--json', 'for scripts')
    .action(async (address: string, { json, verified = false, ...options }: Options) => {
      const password = await chosenPassword(options, address)
      const made = await withStore(
        environment,
        async store => {
          const all = new Accounts(store, realClock())
          const account = await all.create({ email: address, password: null, isVerified: verified })
          if (!account) throw new Error(`${address} has an account already: ${(await all.findByEmail(address))?.id}.`)
          const given = await givePassword(environment, store, account, password, options.generate)
          return { account: (await all.find(account.id)) ?? account, given }
        },
        { mayBeNew: true }
      )
      const { account, given } = made
      print(json, { ...shown(account), ...given }, [`Made ${account.id} for ${account.email}.`, ...givenLines(given)])
    })

  accounts
    .command('show')
    .description('show an account: whose it is, whether it is disabled, its keys and sessions')
    .argument('<account>', whose)
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const about = await withStore(environment, store => aboutAccount(store, name))
      print(json, about, table(Object.entries(about).map(([member, value]) => [member, valueText(value)])))
    })

  accounts
    .command('grant')
    .description('let an account run every product, whatever it pays; running hosts follow within 5 s')
    .argument('<account>', whose)
    .option('--take-back', 'end what was granted; what it pays for itself decides again')
    .option('--json', 'for scripts')
    .action(async (name: string, { takeBack = false, json }: Options) => {
      const isGiven = !takeBack
      const id = await withStore(environment, async store => {
        const account = await find(store, name)
        const change = { id: `operator-${realClock().ulid()}`, facts: { grant: { isGiven } } }
        const made = await new Entitlements(store, realClock()).decide(account.id, change.id, ({ isGranted }) =>
          isGranted === isGiven ? undefined : change.facts
        )
        if (!made) throw new Error(`${account.id} ${isGiven ? 'has this already' : 'was granted nothing'}.`)
        return account.id
      })
      const done = isGiven ? `${id} may run every product.` : `${id} may run what it pays for itself.`
      print(json, { id, isGranted: isGiven }, [`${done} Running hosts follow within 5 s.`])
    })

  accounts
    .command('disable')
    .description('refuse an account’s keys, sessions and jobs; running hosts follow within 5 s, its data stays')
    .argument('<account>', whose)
    .option('--reason <text>', 'why, for the operators alone', '')
    .option('--json', 'for scripts')
    .action(async (name: string, { reason, json }: Options) => {
      const disabled = await withStore(environment, async store => {
        const { id } = await find(store, name)
        return { id, ...(await new DisabledAccounts(store, realClock()).disable(id, reason)) }
      })
      print(json, disabled, [`Disabled ${disabled.id}. Running hosts follow within 5 s.`])
    })

  accounts
    .command('enable')
    .description('let a disabled account in again; running hosts follow within 5 s')
    .argument('<account>', whose)
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const id = await withStore(environment, async store => {
        const account = await find(store, name)
        if (!(await new DisabledAccounts(store, realClock()).enable(account.id)))
          throw new Error(`${account.id} is not disabled.`)
        return account.id
      })
      print(json, { id }, [`Enabled ${id}. Running hosts follow within 5 s.`])
    })

  passwordOptions(accounts.command('reset-password'))
    .description('make a link to a new password; the old one holds, and its sessions go on, until the link is used')
    .argument('<account>', whose)
    .option('--json', 'for scripts')
    .action(async (name: string, { json, ...options }: Options) => {
      const { account, given } = await withStore(environment, async store => {
        const account = await person(store, name)
        const password = await chosenPassword(options, account.email)
        return { account, given: await givePassword(environment, store, account, password, options.generate) }
      })
      const { id } = account
      const [first, ...rest] = givenLines(given)
      const done = given.link ? `A link for ${id}:` : `${id} has another password, and all its sessions have ended.`
      print(json, { id, ...given }, [done, ...(first === undefined ? [] : [first]), ...rest])
    })

  return accounts
}

/** An account that may be one of keys alone. */
interface Found {
  readonly id: string
  readonly account?: Account
}

/** Throws, in a sentence, when there is neither a person nor a key under the name. */
async function find(store: Store, name: string): Promise<Found> {
  const accounts = new Accounts(store, realClock())
  const account = name.includes('@') ? await accounts.findByEmail(name) : await accounts.find(accountId(name))
  if (account) return { id: account.id, account }
  if (name.includes('@')) throw new Error(`No account has the e-mail address ${name}; \`accounts list\` shows them.`)
  if ((await new Keys(store, realClock()).list(name)).length > 0) return { id: name }
  throw new Error(`There is no account ${name}, and no key of it; \`accounts list\` shows those of people.`)
}

async function person(store: Store, name: string): Promise<Account> {
  const { id, account } = await find(store, name)
  if (!account) throw new Error(`${id} is an account of keys alone: nobody signs in to it.`)
  return account
}

async function aboutAccount(store: Store, name: string): Promise<Readonly<Record<string, unknown>>> {
  const { id, account } = await find(store, name)
  const clock = realClock()
  const [keys, sessions, disablement, plan] = await Promise.all([
    new Keys(store, clock).list(id),
    new Sessions(store, clock).list(id),
    new DisabledAccounts(store, clock).find(id),
    new Entitlements(store, clock).freshStanding(id)
  ])
  const lastUses = keys.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).sort()
  return {
    ...(account ? shown(account) : { id, email: null }),
    keys: keys.length,
    goodKeys: keys.filter(key => isGood(key, clock.now())).length,
    keyLastUsedAt: lastUses.at(-1) ?? null,
    sessions: sessions.length,
    plan: plan.status,
    trialEndsAt: plan.trialEndsAt === null ? null : isoTime(plan.trialEndsAt),
    cardHeld: plan.card.held,
    isGranted: plan.isGranted,
    isDisabled: disablement !== undefined,
    ...(disablement && { disabledAt: disablement.at, disabledFor: disablement.reason })
  }
}

function isGood({ revokedAt, expiresAt }: { revokedAt?: string; expiresAt?: string }, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || Date.parse(expiresAt) > now)
}

function shown({ id, email, verifiedAt, createdAt, passwordChangedAt, password }: Account) {
  const passwordSetAt = password === null ? null : passwordChangedAt
  return { id, email, emailVerified: verifiedAt !== null, createdAt, passwordSetAt }
}

function valueText(value: unknown): string {
  if (value === null || value === '') return '-'
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

function email(text: string): string {
  if (isEmail({ email: text }).length === 0) return text
  throw new InvalidArgumentError('An e-mail address is such as ada@example.org.')
}
