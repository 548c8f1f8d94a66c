import { InvalidArgumentError } from 'commander'
import { Accounts } from '../../accounts/accounts.js'
import { Keys } from '../../accounts/keys/keys.js'
import type { Account } from '../../base/account.js'
import { realClock } from '../../base/clock.js'
import type { AccountOperations, FoundAccount } from '../../operator/account-operations.js'
import type { Store } from '../../storage/store.js'
import { accountIdArgument } from '../output.js'

/** The help text of an argument that names an account. */
export const accountArgumentHelp = 'the account’s id, or the e-mail address of its person'

/** Checks the form of an account's name. */
export function accountArgument(text: string): string {
  if (!text.includes('@')) return accountIdArgument(text)
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text
  throw new InvalidArgumentError('An e-mail address is such as ada@example.org.')
}

/** Throws, in a sentence, if there is neither a person nor a key with the name. */
export async function findAccount(accounts: AccountOperations, name: string): Promise<FoundAccount> {
  const found = await accounts.find(name)
  if (found) return found
  throw new Error(
    name.includes('@')
      ? `No account has the e-mail address ${name}; \`accounts list\` shows them.`
      : `There is no account ${name}, and no key of it; \`accounts list\` shows all accounts.`
  )
}

/** Throws, in a sentence, when the account has keys only. */
export async function findPerson(accounts: AccountOperations, name: string): Promise<Account> {
  const { id, account } = await findAccount(accounts, name)
  if (!account) throw new Error(`${id} is an account of keys alone: nobody signs in to it.`)
  return account
}

/** Every account: those of people, the oldest first, and then those of keys alone, by their ids. */
export async function* everyAccount(store: Store): AsyncGenerator<FoundAccount, void> {
  const people = new Set<string>()
  for await (const { value: account } of new Accounts(store, realClock()).all()) {
    people.add(account.id)
    yield { id: account.id, account }
  }
  for await (const id of new Keys(store, realClock()).accounts()) if (!people.has(id)) yield { id }
}

/** The id for a name. An account of keys alone exists from its first key on, so any id is accepted. */
export async function idOf(store: Store, name: string): Promise<string> {
  if (!name.includes('@')) return name
  const account = await new Accounts(store, realClock()).findByEmail(name)
  if (account) return account.id
  throw new Error(`No account has the e-mail address ${name}; \`accounts list\` shows them.`)
}
