import { CLOCK, type Clock, type Entry, inject, injectable, type Storage, type Write } from '@product-host/sdk'
import { isoTime } from '../clock.js'
import { entries } from '../storage/entries.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import { normalEmail } from './email.js'

/** A person's account. What the person may run is told by its entitlement, its data lies with the products. */
export interface Account {
  /** Opaque, stable, the same in every product. */
  readonly id: string
  readonly email: string
  /** The argon2id hash; null until the person has set one. */
  readonly password: string | null
  /** ISO 8601, like all times here. */
  readonly passwordChangedAt: string
  readonly createdAt: string
  /** When it was shown that the address is the person's own. */
  readonly verifiedAt: string | null
}

/** What an account is made of. */
export interface NewAccount {
  readonly email: string
  readonly password: string | null
  readonly isVerified: boolean
}

/** From which address to which an account moves. */
interface AddressChange {
  readonly from: string
  readonly to: string
  /** Whether it was shown that the new address is the person's own. */
  readonly isVerified: boolean
}

/** The accounts of people who sign in; accounts that an operator makes keys for by name are not among them. */
@injectable()
export class Accounts {
  readonly #records: Storage

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('accounts')
  }

  /** Makes an account; undefined when the address has one already. */
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

  /** All accounts, in the order in which they were made. */
  all(): AsyncIterable<Entry<Account>> {
    return entries<Account>(this.#records, accountKey(''))
  }

  async find(id: string): Promise<Account | undefined> {
    return this.#records.get<Account>(accountKey(id))
  }

  /** The account of an address; an unknown address costs as many reads, so that the time tells nothing. */
  async findByEmail(email: string): Promise<Account | undefined> {
    return this.find((await this.#records.get<string>(emailKey(email))) ?? 'none')
  }

  /** Sets a password; by a link that was sent to the address, this verifies the address. */
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
   * Gives an account another address, atomically: 'taken' when that belongs to another account, 'gone' when the account has
   * been erased, or has had another address since than the one that it is changed from.
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

  /** Takes an account away; its address is free again. */
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
