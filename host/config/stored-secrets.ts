import { type Cipher, encryptedSubjects } from './cipher.js'
import { encryptionContext } from './configs.js'

/** A record of the host that holds secrets: the account below its subject, and the product or the factor. */
interface SecretRecord {
  readonly below: string
  readonly key: string
  readonly value: unknown
}

/** The number of secrets that a store holds, and those that no key decrypts. */
export interface StoredSecrets {
  readonly secrets: number
  /** Such as `apiKey of leadconnect, account 01J…`. */
  readonly unreadable: readonly string[]
}

/** Tries the keys on every secret of a store, without writing to it; `recordsBelow` returns the records below a subject. */
export async function tryKeys(
  cipher: Cipher,
  recordsBelow: (subject: string) => AsyncIterable<SecretRecord>
): Promise<StoredSecrets> {
  let secrets = 0
  const unreadable: string[] = []
  for (const subject of Object.values(encryptedSubjects))
    for await (const { below: account, key: slug, value } of recordsBelow(subject))
      for (const [name, sealed] of secretsOf(value)) {
        secrets++
        if (!cipher.opens(sealed, encryptionContext(account, slug, name)))
          unreadable.push(`${name} of ${slug}, account ${account}`)
      }
  return { secrets, unreadable }
}

/** The unreadable secrets that a message names. */
const mostNamed = 10

/** The first unreadable secrets, and how many more there are. */
export function nameSecrets(unreadable: readonly string[]): string {
  const more = unreadable.length - mostNamed
  return unreadable.slice(0, mostNamed).join('; ') + (more > 0 ? `; and ${more} more` : '')
}

function secretsOf(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null || !('secrets' in value)) return []
  return Object.entries(value.secrets ?? {}).filter(([, sealed]) => typeof sealed === 'string')
}
