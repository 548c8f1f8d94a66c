import { inject, injectable, type Storage } from '@product-host/sdk'
import { encryptedSubjects } from '../config/cipher.js'
import { STORE, type Store } from '../storage/store.js'

/** The second factor of an account as it is stored. */
export interface StoredFactor {
  /** The shared secrets, encrypted: of the active factor, and of a pending one. */
  readonly secrets: { readonly active?: string; readonly pending?: string }
  /** When the pending secret can no longer be confirmed, in milliseconds. */
  readonly pendingUntil?: number
  /** ISO 8601; left out while the factor is off. */
  readonly activeSince?: string
  /** The newest time step whose code was accepted: no code of it or of an earlier one is accepted again. */
  readonly lastStep?: number
  /** The digests of the unused recovery codes. */
  readonly recoveryCodes: readonly string[]
  readonly removal?: PendingRemoval
}

/** The scheduled removal of the factor, which its owner has lost. */
interface PendingRemoval {
  readonly id: string
  /** In milliseconds. */
  readonly dueAt: number
  /** When the password was set that the removal was requested with: a newer password cancels it. */
  readonly passwordChangedAt: string
}

/** The result of a change: the next factor, null to remove it, or none to leave it unchanged. */
interface FactorUpdate<Result> {
  readonly next?: StoredFactor | null
  /** How long the next factor is stored, in milliseconds; left out for one that is on. */
  readonly ttlMs?: number
  readonly result: Result
}

/** The subject of these records, each account's below it. */
export const secondFactorSubject = encryptedSubjects.secondFactor

/**
 * The key of an account's record. No product has such a slug, so its encryption context differs from those of configs.
 */
export const secondFactorKey = '@second-factor'

const none: StoredFactor = { secrets: {}, recoveryCodes: [] }

/** Stores second factors: one record for each account that has started to set one up. */
@injectable()
export class SecondFactorRecords {
  constructor(@inject(STORE) private readonly store: Store) {}

  /** How long a factor can be confirmed, in milliseconds. */
  get pendingMs(): number {
    return this.store.storedMs('pendingSecondFactorMinutes')
  }

  async find(account: string): Promise<StoredFactor> {
    return (await this.#records(account).get<StoredFactor>(secondFactorKey)) ?? none
  }

  /** Changes an account's record atomically, so that a code is used only once. */
  async change<Result>(account: string, change: (factor: StoredFactor) => FactorUpdate<Result>): Promise<Result> {
    return this.#records(account).update([secondFactorKey], read => {
      const { next, ttlMs, result } = change(read<StoredFactor>(secondFactorKey) ?? none)
      if (next === undefined) return { result }
      const write = next === null ? { delete: true as const } : { value: next, ...(ttlMs !== undefined && { ttlMs }) }
      return { writes: [{ key: secondFactorKey, ...write }], result }
    })
  }

  /** Removes an account's factor and its recovery codes; false if it was off. */
  async remove(account: string): Promise<boolean> {
    return this.change(account, ({ activeSince }) => ({ next: null, result: activeSince !== undefined }))
  }

  #records(account: string): Storage {
    return this.store.own(`${secondFactorSubject}/${account}`)
  }
}
