import type { Clock, Settings } from '@product-host/sdk'
import type { Store } from '../storage/store.js'
import { type Cipher, encryptedSubjects } from './cipher.js'
import { sealedParts } from './stored-secrets.js'

/** The result of a rotation, in numbers of secrets. */
interface RotationResult {
  /** Encrypted again. */
  readonly changed: number
  /** Already encrypted with the newest key. */
  readonly current: number
  /** The secrets that no key decrypts, as account, product and name. */
  readonly lost: readonly string[]
}

/** The part of a stored record that concerns secrets. */
interface Sealed {
  readonly secrets?: Settings
  /** The input of a schedule. */
  readonly sealed?: string
  /** When a second factor that is not confirmed expires, in milliseconds; left out for everything else, which does not expire. */
  readonly pendingUntil?: number
}

/**
 * Encrypts every secret with the first of the cipher's keys, unless it already is. Each config is changed in one
 * update, also while others save it. An interrupted rotation continues when it is started again.
 */
export async function rotateSecrets(
  store: Store,
  cipher: Cipher,
  clock: Pick<Clock, 'now'>,
  tick: (configs: number) => void
): Promise<RotationResult> {
  const lost: string[] = []
  let [changed, current, configs] = [0, 0, 0]
  for (const subject of Object.values(encryptedSubjects))
    for await (const record of store.ownBelow(subject)) {
      if (sealedParts(record).length === 0) continue
      const { below: account, key } = record
      const outcome = await store.own(`${subject}/${account}`).update([key], read => {
        const stored = read<Sealed>(key)
        const counted = { changed: 0, current: 0, lost: [] as string[] }
        const again: Record<string, string> = {}
        for (const { name, sealed, context } of sealedParts({ below: account, key, value: stored })) {
          if (cipher.isCurrent(sealed)) counted.current++
          else if (cipher.opens(sealed, context)) {
            counted.changed++
            again[name] = cipher.encrypt(cipher.decrypt(sealed, context), context)
          } else counted.lost.push(context)
        }
        if (counted.changed === 0) return { result: counted }
        const { pendingUntil, secrets } = stored ?? {}
        const ttl = pendingUntil === undefined ? {} : { ttlMs: Math.max(1, pendingUntil - clock.now()) }
        const value = secrets ? { ...stored, secrets: { ...secrets, ...again } } : { ...stored, sealed: again.input }
        return { writes: [{ key, value, ...ttl }], result: counted }
      })
      changed += outcome.changed
      current += outcome.current
      lost.push(...outcome.lost)
      tick(++configs)
    }
  return { changed, current, lost }
}
