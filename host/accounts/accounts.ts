import { CLOCK, type Clock, type Entry, inject, injectable, type Storage, type Write } from '@product-host/sdk'
import type { Account } from '../base/account.js'
import { isoTime } from '../base/clock.js'
import { normalEmail } from '../mail/email-address.js'
import { entries } from '../storage/entries.js'
import { STORE, type Store } from '../storage/store.js'

/** The data of a new account. */
interface NewAccount {
  readonly email: string
  readonly password: string | null
  readonly isVerified: boolean
}

/** The former and the new address of an account. */
interface AddressChange {
  readonly from: string
  readonly to: string
  /** Whether the person has confirmed the new address. */
  readonly isVerified: boolean
}

/** The accounts of people who sign in. Accounts that an operator only creates keys for are not among them. */
@injectable()
export class Accounts {
  readonly #records: Storage

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('accounts')
  }

  /** Creates an account; undefined if the address has one already. */
  async create({ email, password, isVerified }: NewAccount): Promise<Account | undefined> {
    const now = isoTime(this.clock.now())
    const account: Account = {
      id: `acc_${this.clock.ulid()}`,
      email,
      password,
      passwordChangedAt: now,
      createdAt: now,
      verifiedAt: isVerified ? now : null
    }
    const byEmail = emailKey(email)
    return this.#records.update([byEmail], read => {
      if (read(byEmail) !== undefined) return { result: undefined }
      const writes = [
        { key: byEmail, value: account.id },
        { key: accountKey(account.id), value: account }
      ]
      return { writes, result: account }
    })
  }

  /** All accounts, in the order of their creation. */
  all(): AsyncIterable<Entry<Account>> {
    return entries<Account>(this.#records, accountKey(''))
  }

  async find(id: string): Promise<Account | undefined> {
    return this.#records.get<Account>(accountKey(id))
  }

  /** The account of an address. An unknown address costs as many reads, so that the time reveals nothing. */
  async findByEmail(email: string): Promise<Account | undefined> {
    return this.find((await this.#records.get<string>(emailKey(email))) ?? 'none')
  }

  /** Sets a password. With a link that was sent to the address, this also verifies the address. */
  async setPassword(id: string, password: string, isVerified = false): Promise<void> {
    await this.#records.update([accountKey(id)], read => {
      const account = read<Account>(accountKey(id))
      if (!account) return { result: undefined }
      const now = isoTime(this.clock.now())
      const verifiedAt = account.verifiedAt ?? (isVerified ? now : null)
      const value: Account = { ...account, password, passwordChangedAt: now, verifiedAt }
      return { writes: [{ key: accountKey(id), value }], result: undefined }
    })
  }

  /**
   * Changes the address of an account, atomically. Returns 'taken' if the address belongs to another account, and
   * 'gone' if the account was erased or no longer has the address `from`.
   */
  async changeEmail(id: string, { from, to, isVerified }: AddressChange): Promise<'changed' | 'taken' | 'gone'> {
    const keys = [accountKey(id), emailKey(to)] as const
    return this.#records.update(keys, read => {
      const account = read<Account>(keys[0])
      if (account?.email !== from) return { result: 'gone' }
      const owner = read<string>(keys[1])
      if (owner !== undefined && owner !== id) return { result: 'taken' }
      const verifiedAt = isVerified ? isoTime(this.clock.now()) : null
      const value: Account = { ...account, email: to, verifiedAt }
      const writes: Write[] = [
        { key: keys[0], value },
        { key: keys[1], value: id }
      ]
      if (emailKey(from) !== keys[1]) writes.push({ key: emailKey(from), delete: true })
      return { writes, result: 'changed' }
    })
  }

  /** Removes an account; its address can be used again. */
  async remove(id: string): Promise<void> {
    await this.#records.update([accountKey(id)], read => {
      const account = read<Account>(accountKey(id))
      if (!account) return { result: undefined }
      const keys = [accountKey(id), emailKey(account.email)]
      return { writes: keys.map(key => ({ key, delete: true })), result: undefined }
    })
  }
}

function accountKey(id: string): string {
  return `account:${id}`
}

function emailKey(email: string): string {
  return `email:${normalEmail(email)}`
}
