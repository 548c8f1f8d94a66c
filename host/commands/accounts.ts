import { Type } from '@product-host/sdk'
import { compileInput } from '@product-host/sdk/runtime'
import { Command, InvalidArgumentError } from 'commander'
import { Accounts } from '../accounts/accounts.js'
import { Entitlements } from '../accounts/billing/entitlements.js'
import { DisabledAccounts } from '../accounts/disabled-accounts.js'
import { Email } from '../accounts/email.js'
import { onceMoreMs } from '../accounts/erasure.js'
import { SecondFactorRecords } from '../accounts/second-factor-records.js'
import type { SecurityEventKind } from '../accounts/security-event-kinds.js'
import { realClock } from '../clock.js'
import { Errands } from '../jobs/errands.js'
import type { Store } from '../storage/store.js'
import { aboutAccount, shown, valueText } from './about-account.js'
import { accountName, findAccount, findPerson, whose } from './find-account.js'
import { announceErasure, recordOperatorEvent } from './operator-events.js'
import { chosenPassword, givenLines, givePassword, type PasswordOptions, passwordOptions } from './passwords.js'
import { print } from './print.js'
import { table } from './table.js'
import { withStore } from './with-store.js'

interface Options extends PasswordOptions {
  readonly json?: boolean
  readonly reason: string
  readonly verified?: boolean
  readonly takeBack?: boolean
}

/** `product-host accounts …` */
export function accountCommands(environment: NodeJS.ProcessEnv): Command {
  const record = (store: Store, account: string, kind: SecurityEventKind) =>
    recordOperatorEvent(environment, store, account, { kind })
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
    .argument('<account>', whose, accountName)
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const about = await withStore(environment, store => aboutAccount(store, name))
      print(json, about, table(Object.entries(about).map(([member, value]) => [member, valueText(value)])))
    })

  accounts
    .command('grant')
    .description('let an account run every product, whatever it pays; running hosts follow within 5 s')
    .argument('<account>', whose, accountName)
    .option('--take-back', 'end what was granted; what it pays for itself decides again')
    .option('--json', 'for scripts')
    .action(async (name: string, { takeBack = false, json }: Options) => {
      const isGiven = !takeBack
      const id = await withStore(environment, async store => {
        const account = await findAccount(store, name)
        const change = { id: `operator-${realClock().ulid()}`, facts: { grant: { isGiven } } }
        const made = await new Entitlements(store, realClock()).decide(account.id, change.id, ({ isGranted }) =>
          isGranted === isGiven ? undefined : change.facts
        )
        if (made) await record(store, account.id, isGiven ? 'operator_granted_access' : 'operator_ended_grant')
        else throw new Error(`${account.id} ${isGiven ? 'has this already' : 'was granted nothing'}.`)
        return account.id
      })
      const done = isGiven ? `${id} may run every product.` : `${id} may run what it pays for itself.`
      print(json, { id, isGranted: isGiven }, [`${done} Running hosts follow within 5 s.`])
    })

  accounts
    .command('disable')
    .description('refuse an account’s keys, sessions and jobs; running hosts follow within 5 s, its data stays')
    .argument('<account>', whose, accountName)
    .option('--reason <text>', 'why, for the operators alone', '')
    .option('--json', 'for scripts')
    .action(async (name: string, { reason, json }: Options) => {
      const disabled = await withStore(environment, async store => {
        const { id } = await findAccount(store, name)
        const disablement = await new DisabledAccounts(store, realClock()).disable(id, reason)
        await record(store, id, 'operator_disabled_account')
        return { id, ...disablement }
      })
      print(json, disabled, [`Disabled ${disabled.id}. Running hosts follow within 5 s.`])
    })

  accounts
    .command('enable')
    .description('let a disabled account in again; running hosts follow within 5 s')
    .argument('<account>', whose, accountName)
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const id = await withStore(environment, async store => {
        const account = await findAccount(store, name)
        if (!(await new DisabledAccounts(store, realClock()).enable(account.id)))
          throw new Error(`${account.id} is not disabled.`)
        await record(store, account.id, 'operator_enabled_account')
        return account.id
      })
      print(json, { id }, [`Enabled ${id}. Running hosts follow within 5 s.`])
    })

  accounts
    .command('erase')
    .description('erase an account with all its data, for good; a running host does it, or the next that starts')
    .argument('<account>', whose, accountName)
    .requiredOption('--yes', 'it is meant; there is no way back but a back-up')
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const id = await withStore(environment, async store => {
        const { id: account } = await findAccount(store, name)
        const clock = realClock()
        const errands = new Errands(store, clock)
        await new DisabledAccounts(store, clock).disable(account, 'to be erased')
        await errands.schedule({ kind: 'erase', account }, { id: account, at: clock.now() + onceMoreMs })
        await errands.schedule({ kind: 'erase', account }, { id: `${account}.now` })
        await announceErasure(environment, store, account)
        return account
      })
      print(json, { id }, [`Disabled ${id}; a running host erases it now, or the next that starts.`])
    })

  passwordOptions(accounts.command('reset-password'))
    .description('make a link to a new password; the old one holds, and its sessions go on, until the link is used')
    .argument('<account>', whose, accountName)
    .option('--json', 'for scripts')
    .action(async (name: string, { json, ...options }: Options) => {
      const { account, given } = await withStore(environment, async store => {
        const account = await findPerson(store, name)
        const password = await chosenPassword(options, account.email)
        const given = await givePassword(environment, store, account, password, options.generate)
        await record(store, account.id, 'operator_reset_password')
        return { account, given }
      })
      const { id } = account
      const [first, ...rest] = givenLines(given)
      const done = given.link ? `A link for ${id}:` : `${id} has another password, and all its sessions have ended.`
      print(json, { id, ...given }, [done, ...(first === undefined ? [] : [first]), ...rest])
    })

  accounts
    .command('reset-second-factor')
    .description('remove the second factor of a person who has lost it; the next sign-in takes the password alone')
    .argument('<account>', whose, accountName)
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const id = await withStore(environment, async store => {
        const account = await findPerson(store, name)
        if (!(await new SecondFactorRecords(store).remove(account.id)))
          throw new Error(`The second factor of ${account.id} is off.`)
        await record(store, account.id, 'operator_reset_second_factor')
        return account.id
      })
      print(json, { id }, [`Removed the second factor of ${id}; the next sign-in takes the password alone.`])
    })

  return accounts
}

function email(text: string): string {
  const check = compileInput(Type.Object({ email: Email }))
  if (check({ email: text }).length === 0) return text
  throw new InvalidArgumentError('An e-mail address is such as ada@example.org.')
}
