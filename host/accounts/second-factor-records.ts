import { inject, injectable, type Storage } from '@product-host/sdk'
import { encryptedSubjects } from '../config/encrypted-subjects.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'

/** The second factor of an account as it is stored. */
export interface StoredFactor {
  /** The shared secrets, encrypted: of the factor that is on, and of one that waits to be confirmed. */
  readonly secrets: { readonly active?: string; readonly pending?: string }
  /** When the pending secret can no longer be confirmed, in milliseconds. */
  readonly pendingUntil?: number
  /** ISO 8601; left out while the factor is off. */
  readonly activeSince?: string
  /** The newest time step of which a code was accepted: no code of it or of an earlier one is accepted again. */
  readonly lastStep?: number
  /** The digests of the recovery codes that are not used up. */
  readonly recoveryCodes: readonly string[]
  readonly removal?: Removal
}

/** That the factor is to be removed after the waiting time, since its owner has lost it. */
export interface Removal {
  readonly id: string
  /** In milliseconds. */
  readonly dueAt: number
  /** When the password was set with which the removal was requested: a newer password cancels it. */
  readonly passwordChangedAt: string
}

/** What a change makes of a factor: the next one, null for none, or what it was. */
export interface FactorChanged<Result> {
  readonly next?: StoredFactor | null
  readonly result: Result
}

/** The subject of these records, each account's below it. */
export const secondFactorSubject = encryptedSubjects.secondFactor
/** The key of an account's record; no product has such a slug, so that a secret's place is not that of a config. */
export const secondFactorKey = '@second-factor'

const none: StoredFactor = { secrets: {}, recoveryCodes: [] }

/** How second factors lie in the store: one record for each account that has begun to set one up. */
@injectable()
export class SecondFactorRecords {
  constructor(@inject(STORE) private readonly store: Store) {}

  async find(account: string): Promise<StoredFactor> {
    return (await this.#records(account).get<StoredFactor>(secondFactorKey)) ?? none
  }

  /** Changes an account's record atomically: two requests never both see what one of them uses up. */
  async change<Result>(account: string, change: (factor: StoredFactor) => FactorChanged<Result>): Promise<Result> {
    return this.#records(account).update([secondFactorKey], read => {
      const { next, result } = change(read<StoredFactor>(secondFactorKey) ?? none)
      if (next === undefined) return { result }
      const write = next === null ? { delete: true as const } : { value: next }
      return { writes: [{ key: secondFactorKey, ...write }], result }
    })
  }

  /** Removes an account's factor with everything that belongs to it; false when it was off. */
  async remove(account: string): Promise<boolean> {
    return this.change(account, ({ activeSince }) => ({ next: null, result: activeSince !== undefined }))
  }

  #records(account: string): Storage {
    return this.store.own(`${secondFactorSubject}/${account}`)
  }
}
