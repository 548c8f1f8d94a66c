import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { pino } from 'pino'
import { type Account, Accounts } from '../accounts/accounts.js'
import { OneTimeTokens } from '../accounts/one-time-tokens.js'
import { passwordFaults } from '../accounts/password-rules.js'
import { Passwords } from '../accounts/passwords.js'
import { Sessions } from '../accounts/sessions.js'
import { Throttle } from '../accounts/throttle.js'
import { realClock } from '../clock.js'
import { Letters } from '../mail/letters.js'
import { Mailer } from '../mail/mailer.js'
import { readSettings } from '../settings.js'
import type { Store } from '../storage/store.js'

/** How a person gets a password from an operator; a link when neither is chosen. */
export interface PasswordOptions {
  readonly generate?: boolean
  readonly passwordStdin?: boolean
}

/** What a person was given: one of the two. */
export interface Given {
  readonly password?: string
  readonly link?: string
}

/** Adds the options to a command. */
export function passwordOptions(command: Command): Command {
  return command
    .option('--generate', 'make a password and show it this once, instead of a link')
    .option('--password-stdin', 'read the password from the first line of standard input, instead of a link')
}

/** The password that the options choose, unless it is a link. Throws, in a sentence, for one that may not be used. */
export async function chosenPassword(
  { generate, passwordStdin }: PasswordOptions,
  email: string
): Promise<string | undefined> {
  if (generate && passwordStdin) throw new Error('Choose one of --generate and --password-stdin.')
  if (generate) return randomBytes(15).toString('base64url')
  if (!passwordStdin) return undefined
  const [password = ''] = (await text(process.stdin)).split(/\r?\n/)
  const [fault] = await withPasswords(passwords => passwordFaults(passwords, password, email))
  if (fault) throw new Error(`The password ${fault.detail}. ${fault.fix}`)
  return password
}

/** Gives an account a password, which ends all its sessions; without one, makes a link with which the person chooses it. */
export async function givePassword(
  environment: NodeJS.ProcessEnv,
  store: Store,
  { id }: Account,
  password: string | undefined,
  isShown: boolean | undefined
): Promise<Given> {
  const clock = realClock()
  const accounts = new Accounts(store, clock)
  if (password === undefined) {
    const settings = readSettings(environment)
    const tokens = new OneTimeTokens(store, clock)
    const letters = new Letters(
      settings,
      accounts,
      tokens,
      new Mailer(settings, pino({ level: 'silent' }), new Throttle(store, clock))
    )
    return { link: await letters.resetLink(id) }
  }
  await accounts.setPassword(id, await withPasswords(passwords => passwords.hash(password)))
  await new Sessions(store, clock).endAll(id)
  return isShown ? { password } : {}
}

/** What a person is told of it. */
export function givenLines({ password, link }: Given): readonly string[] {
  if (link !== undefined) return ['', link, '', 'With this link, a password is chosen: once, within 30 minutes.']
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
