import { InvalidArgumentError } from 'commander'
import { type Account, Accounts } from '../accounts/accounts.js'
import { Keys } from '../accounts/keys.js'
import { realClock } from '../clock.js'
import type { Store } from '../storage/store.js'
import { accountId } from './print.js'

/** What an argument that names an account says of itself. */
export const whose = 'the account’s id, or the e-mail address of its person'

/** An account that may be one of keys alone. */
export interface FoundAccount {
  readonly id: string
  readonly account?: Account
}

/** Checks how an account is named. */
export function accountName(text: string): string {
  if (!text.includes('@')) return accountId(text)
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text
  throw new InvalidArgumentError('An e-mail address is such as ada@example.org.')
}

/** Throws, in a sentence, when there is neither a person nor a key under the name. */
export async function findAccount(store: Store, name: string): Promise<FoundAccount> {
  const id = await idOf(store, name)
  const account = await new Accounts(store, realClock()).find(id)
  if (account) return { id, account }
  if ((await new Keys(store, realClock()).list(id)).length > 0) return { id }
  throw new Error(`There is no account ${name}, and no key of it; \`accounts list\` shows those of people.`)
}

/** Throws, in a sentence, when nobody signs in to the account. */
export async function findPerson(store: Store, name: string): Promise<Account> {
  const { id, account } = await findAccount(store, name)
  if (!account) throw new Error(`${id} is an account of keys alone: nobody signs in to it.`)
  return account
}

/** The id that a name stands for; an account of keys alone comes to be with its first key, and so any id will do. */
export async function idOf(store: Store, name: string): Promise<string> {
  if (!name.includes('@')) return name
  const account = await new Accounts(store, realClock()).findByEmail(name)
  if (account) return account.id
  throw new Error(`No account has the e-mail address ${name}; \`accounts list\` shows them.`)
}
