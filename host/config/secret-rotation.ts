import type { Clock, Settings } from '@product-host/sdk'
import type { Store } from '../storage/store.js'
import { type Cipher, encryptedSubjects } from './cipher.js'
import { encryptionContext } from './configs.js'

/** The result of a rotation, in numbers of secrets. */
interface RotationResult {
  /** Encrypted again. */
  readonly changed: number
  /** Already encrypted with the newest key. */
  readonly current: number
  /** The secrets that no key decrypts, as account, product and name. */
  readonly lost: readonly string[]
}

/** The part of a stored config or second factor that concerns secrets. */
interface Sealed {
  readonly secrets: Settings
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
    for await (const { below: account, key: slug } of store.ownBelow(subject)) {
      const outcome = await store.own(`${subject}/${account}`).update([slug], read => {
        const stored = read<Sealed>(slug)
        const counted = { changed: 0, current: 0, lost: [] as string[] }
        const secrets = Object.entries(stored?.secrets ?? {}).map(([name, sealed]) => {
          const context = encryptionContext(account, slug, name)
          if (cipher.isCurrent(sealed)) counted.current++
          else if (cipher.opens(sealed, context)) {
            counted.changed++
            return [name, cipher.encrypt(cipher.decrypt(sealed, context), context)]
          } else counted.lost.push(context)
          return [name, sealed]
        })
        if (counted.changed === 0) return { result: counted }
        const { pendingUntil } = stored ?? {}
        const ttl = pendingUntil === undefined ? {} : { ttlMs: Math.max(1, pendingUntil - clock.now()) }
        const value = { ...stored, secrets: Object.fromEntries(secrets) }
        return { writes: [{ key: slug, value, ...ttl }], result: counted }
      })
      changed += outcome.changed
      current += outcome.current
      lost.push(...outcome.lost)
      tick(++configs)
    }
  return { changed, current, lost }
}
