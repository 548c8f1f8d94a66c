import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Type } from '@product-host/sdk'
import { compileInput } from '@product-host/sdk/runtime'
import { Command, InvalidArgumentError } from 'commander'
import { pino } from 'pino'
import { AccountEmails } from '../../accounts/account-emails.js'
import { Accounts } from '../../accounts/accounts.js'
import { secondErasureMs } from '../../accounts/erasure.js'
import { DisabledAccounts } from '../../accounts/keys/check-key.js'
import { passwordIssues } from '../../accounts/passwords/password-rules.js'
import { Passwords } from '../../accounts/passwords/passwords.js'
import { Sessions } from '../../accounts/sessions.js'
import { Throttle } from '../../accounts/throttle.js'
import type { Account } from '../../base/account.js'
import { realClock } from '../../base/clock.js'
import { SystemJobs } from '../../jobs/system-jobs.js'
import { EmailAddress } from '../../mail/email-address.js'
import { Mailer } from '../../mail/mailer.js'
import { shownPerson } from '../../operator/account-operations.js'
import { readSettings } from '../../settings.js'
import { OneTimeTokens } from '../../storage/one-time-tokens.js'
import type { Store } from '../../storage/store.js'
import { announceErasure, recordOperatorEvent, withOperations, withStore } from '../operations.js'
import { print, table } from '../output.js'
import { accountArgument, accountArgumentHelp, everyAccount, findAccount, findPerson } from './find-account.js'

interface Options extends PasswordOptions {
  readonly json?: boolean
  readonly reason: string
  readonly verified?: boolean
  readonly takeBack?: boolean
}

/** `product-host accounts …` */
export function accountCommands(environment: NodeJS.ProcessEnv): Command {
  const accounts = new Command('accounts').description('manage accounts: of people, and of keys that an operator made')

  accounts
    .command('list')
    .description('list the accounts of people, the oldest first, and then those of keys alone')
    .option('--json', 'for scripts')
    .action(async ({ json }: Options) => {
      const all: object[] = []
      const rows: (readonly string[])[] = []
      await withStore(environment, async store => {
        const disabled = new DisabledAccounts(store, realClock())
        for await (const { id, account } of everyAccount(store)) {
          const isDisabled = (await disabled.find(id)) !== undefined
          all.push({ ...(account ? shownPerson(account) : { id, email: null }), isDisabled })
          rows.push([id, account?.createdAt ?? '-', isDisabled ? 'disabled' : 'good', account?.email ?? '-'])
        }
      })
      print(json, all, rows.length > 0 ? table(rows) : ['There are none.'])
    })

  passwordOptions(accounts.command('create'))
    .description('create an account for a person, with a link to choose a password')
    .argument('<email>', 'the person’s e-mail address', email)
    .option('--verified', 'the address is known to be the person’s own')
    .option('--json', 'for scripts')
    .action(async (address: string, { json, verified = false, ...options }: Options) => {
      const password = await chosenPassword(options, address)
      const made = await withOperations(environment, async ({ store, record }) => {
        const all = new Accounts(store, realClock())
        const former = await all.findByEmail(address)
        if (former) throw new Error(`${address} has an account already: ${former.id}.`)
        // The log outlives the account, so that it does not name the person.
        await record('account_created', `an address at ${address.split('@').at(-1)}`)
        const account = await all.create({ email: address, password: null, isVerified: verified })
        if (!account) throw new Error(`${address} got an account meanwhile.`)
        const given = await givePassword(environment, store, account, password, options.generate)
        return { account: (await all.find(account.id)) ?? account, given }
      })
      const { account, given } = made
      print(json, { ...shownPerson(account), ...given }, [
        `Made ${account.id} for ${account.email}.`,
        ...givenLines(given)
      ])
    })

  accounts
    .command('show')
    .description('show an account: its person, whether it is disabled, its keys and sessions')
    .argument('<account>', accountArgumentHelp, accountArgument)
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const about = await withOperations(environment, async ({ accounts }) =>
        accounts.overview(await findAccount(accounts, name))
      )
      print(json, about, table(Object.entries(about).map(([member, value]) => [member, valueText(value)])))
    })

  accounts
    .command('grant')
    .description('let an account run every product without a plan or a card; running hosts follow within 5 s')
    .argument('<account>', accountArgumentHelp, accountArgument)
    .option('--take-back', 'end the grant; the plan of the account decides again')
    .option('--json', 'for scripts')
    .action(async (name: string, { takeBack = false, json }: Options) => {
      const isGiven = !takeBack
      const id = await withOperations(environment, async ({ accounts, actor }) => {
        const { id } = await findAccount(accounts, name)
        if (!(await accounts.setGrant(actor, id, isGiven)))
          throw new Error(`${id} ${isGiven ? 'has this already' : 'has no grant'}.`)
        return id
      })
      const done = isGiven ? `${id} may run every product.` : `${id} may run what its plan allows.`
      print(json, { id, isGranted: isGiven }, [`${done} Running hosts follow within 5 s.`])
    })

  accounts
    .command('disable')
    .description('refuse an account’s keys, sessions and jobs; running hosts follow within 5 s, its data stays')
    .argument('<account>', accountArgumentHelp, accountArgument)
    .option('--reason <text>', 'the reason, shown to operators only', '')
    .option('--json', 'for scripts')
    .action(async (name: string, { reason, json }: Options) => {
      const disabled = await withOperations(environment, async ({ accounts, actor }) => {
        const { id } = await findAccount(accounts, name)
        return { id, ...(await accounts.disable(actor, id, reason)) }
      })
      print(json, disabled, [`Disabled ${disabled.id}. Running hosts follow within 5 s.`])
    })

  accounts
    .command('enable')
    .description('enable a disabled account; running hosts follow within 5 s')
    .argument('<account>', accountArgumentHelp, accountArgument)
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const id = await withOperations(environment, async ({ accounts, actor }) => {
        const { id } = await findAccount(accounts, name)
        if (!(await accounts.enable(actor, id))) throw new Error(`${id} is not disabled.`)
        return id
      })
      print(json, { id }, [`Enabled ${id}. Running hosts follow within 5 s.`])
    })

  accounts
    .command('erase')
    .description(
      'erase an account with all its data, permanently; a running host does it, or the next host that starts'
    )
    .argument('<account>', accountArgumentHelp, accountArgument)
    .requiredOption('--yes', 'confirm the erasure; only a back-up can undo it')
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const id = await withOperations(environment, async ({ store, accounts, record }) => {
        const { id: account } = await findAccount(accounts, name)
        await record('account_erased', account)
        const clock = realClock()
        const systemJobs = new SystemJobs(store, clock)
        await new DisabledAccounts(store, clock).disable(account, 'to be erased')
        await systemJobs.schedule({ kind: 'erase', account }, { id: account, at: clock.now() + secondErasureMs })
        await systemJobs.schedule({ kind: 'erase', account }, { id: `${account}.now` })
        await announceErasure(environment, store, account)
        return account
      })
      print(json, { id }, [`Disabled ${id}; a running host erases it now, or the next that starts.`])
    })

  passwordOptions(accounts.command('reset-password'))
    .description('create a reset link; the old password and its sessions stay valid until the link is used')
    .argument('<account>', accountArgumentHelp, accountArgument)
    .option('--json', 'for scripts')
    .action(async (name: string, { json, ...options }: Options) => {
      const { account, given } = await withOperations(environment, async ({ store, accounts, record }) => {
        const account = await findPerson(accounts, name)
        const password = await chosenPassword(options, account.email)
        await record('password_reset', account.id)
        const given = await givePassword(environment, store, account, password, options.generate)
        await recordOperatorEvent(environment, store, account.id, { kind: 'operator_reset_password' })
        return { account, given }
      })
      const { id } = account
      const [first, ...rest] = givenLines(given)
      const done = given.link ? `A link for ${id}:` : `${id} has another password, and all its sessions have ended.`
      print(json, { id, ...given }, [done, ...(first === undefined ? [] : [first]), ...rest])
    })

  accounts
    .command('reset-second-factor')
    .description('remove the second factor of a person who has lost it; the next sign-in needs only the password')
    .argument('<account>', accountArgumentHelp, accountArgument)
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const id = await withOperations(environment, async ({ accounts, actor }) => {
        const { id } = await findPerson(accounts, name)
        if (!(await accounts.resetSecondFactor(actor, id))) throw new Error(`The second factor of ${id} is off.`)
        return id
      })
      print(json, { id }, [`Removed the second factor of ${id}; the next sign-in takes the password alone.`])
    })

  return accounts
}

function email(text: string): string {
  const check = compileInput(Type.Object({ email: EmailAddress }))
  if (check({ email: text }).length === 0) return text
  throw new InvalidArgumentError('An e-mail address is such as ada@example.org.')
}

/** A value in a table for people. */
function valueText(value: unknown): string {
  if (value === null || value === '') return '-'
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

/** The options of setting a person's password; a link if neither is chosen. */
interface PasswordOptions {
  readonly generate?: boolean
  readonly passwordStdin?: boolean
}

/** The result: a password or a link. */
interface GivenPassword {
  readonly password?: string
  readonly link?: string
  /** How long the link is valid, such as "30 minutes". */
  readonly validFor?: string
}

/** Adds the options to a command. */
function passwordOptions(command: Command): Command {
  return command
    .option('--generate', 'make a password and show it this once, instead of a link')
    .option('--password-stdin', 'read the password from the first line of standard input, instead of a link')
}

/** The password that the options choose, unless it is a link. Throws, in a sentence, for one that may not be used. */
async function chosenPassword(
  { generate, passwordStdin }: PasswordOptions,
  email: string
): Promise<string | undefined> {
  if (generate && passwordStdin) throw new Error('Choose one of --generate and --password-stdin.')
  if (generate) return randomBytes(15).toString('base64url')
  if (!passwordStdin) return undefined
  const [password = ''] = (await text(process.stdin)).split(/\r?\n/)
  const [issue] = await withPasswords(passwords => passwordIssues(passwords, password, email))
  if (issue) throw new Error(`The password ${issue.detail}. ${issue.fix}`)
  return password
}

/** Sets the password of an account, which ends all its sessions; without one, creates a link to set one. */
async function givePassword(
  environment: NodeJS.ProcessEnv,
  store: Store,
  { id }: Account,
  password: string | undefined,
  isShown: boolean | undefined
): Promise<GivenPassword> {
  const clock = realClock()
  const accounts = new Accounts(store, clock)
  if (password === undefined) {
    const settings = readSettings(environment)
    const tokens = new OneTimeTokens(store, clock)
    const emails = new AccountEmails(
      settings,
      accounts,
      tokens,
      new Mailer(settings, pino({ level: 'silent' }), new Throttle(store, clock))
    )
    return { link: await emails.resetLink(id), validFor: tokens.validFor('reset') }
  }
  await accounts.setPassword(id, await withPasswords(passwords => passwords.hash(password)))
  await new Sessions(store, clock).endAll(id)
  return isShown ? { password } : {}
}

/** The lines to print for the operator. */
function givenLines({ password, link, validFor }: GivenPassword): readonly string[] {
  if (link !== undefined) return ['', link, '', `With this link, a password is chosen: once, within ${validFor}.`]
  return password === undefined ? [] : ['', password, '', 'This is the only time that the password is shown.']
}

async function withPasswords<Result>(work: (passwords: Passwords) => Promise<Result>): Promise<Result> {
  const passwords = new Passwords()
  try {
    return await work(passwords)
  } finally {
    await passwords.dispose()
  }
}
