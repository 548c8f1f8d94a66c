import type { Settings } from '@product-host/sdk'
import type { Store } from '../storage/store.js'
import type { Cipher } from './cipher.js'
import { placeOf } from './configs.js'
import { encryptedSubjects } from './encrypted-subjects.js'

/** What became of the secrets of all configs. */
export interface Rotation {
  /** Encrypted anew. */
  readonly changed: number
  /** Had the newest key already. */
  readonly current: number
  /** Those that no key opens, as account, product and name. */
  readonly lost: readonly string[]
}

/** A config or a second factor as it is stored, as far as it concerns secrets. */
interface Sealed {
  readonly secrets: Settings
}

/**
 * Encrypts every secret with the first of the cipher's keys that has another one. Each config is changed as a whole, beside
 * whoever saves it meanwhile; broken off, it goes on where it was when it is begun again.
 */
export async function rotateSecrets(store: Store, cipher: Cipher, tick: (configs: number) => void): Promise<Rotation> {
  const lost: string[] = []
  let [changed, current, configs] = [0, 0, 0]
  for (const subject of Object.values(encryptedSubjects))
    for await (const { below: account, key: slug } of store.ownBelow(subject)) {
      const outcome = await store.own(`${subject}/${account}`).update([slug], read => {
        const kept = read<Sealed>(slug)
        const counted = { changed: 0, current: 0, lost: [] as string[] }
        const secrets = Object.entries(kept?.secrets ?? {}).map(([name, sealed]) => {
          const place = placeOf(account, slug, name)
          if (cipher.isCurrent(sealed)) counted.current++
          else if (cipher.opens(sealed, place)) {
            counted.changed++
            return [name, cipher.encrypt(cipher.decrypt(sealed, place), place)]
          } else counted.lost.push(place)
          return [name, sealed]
        })
        const writes =
          counted.changed > 0 ? [{ key: slug, value: { ...kept, secrets: Object.fromEntries(secrets) } }] : []
        return { writes, result: counted }
      })
      changed += outcome.changed
      current += outcome.current
      lost.push(...outcome.lost)
      tick(++configs)
    }
  return { changed, current, lost }
}
