import { type Cipher, encryptedSubjects } from './cipher.js'
import { encryptionContext } from './configs.js'

/** A record of the host that may hold secrets: the account below its subject, and the product, the factor or another thing. */
export interface SecretRecord {
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
    for await (const record of recordsBelow(subject))
      for (const { name, of, sealed, context } of sealedParts(record)) {
        secrets++
        if (!cipher.opens(sealed, context)) unreadable.push(`${name} of ${of}, account ${record.below}`)
      }
  return { secrets, unreadable }
}

/** What the key of a record begins with that is a schedule. */
export const schedulePrefix = 'schedule:'

/** The unreadable secrets that a message names. */
const mostNamed = 10

/** The first unreadable secrets, and how many more there are. */
export function nameSecrets(unreadable: readonly string[]): string {
  const more = unreadable.length - mostNamed
  return unreadable.slice(0, mostNamed).join('; ') + (more > 0 ? `; and ${more} more` : '')
}

/** An encrypted part of a record. */
interface SealedPart {
  readonly name: string
  /** What has it, such as a product. */
  readonly of: string
  readonly sealed: string
  /** The encryption context. */
  readonly context: string
}

/** The encrypted parts of a record: each of its secrets, or the input of a schedule. */
export function sealedParts({ below: account, key, value }: SecretRecord): readonly SealedPart[] {
  if (typeof value !== 'object' || value === null) return []
  if (key.startsWith(schedulePrefix)) {
    const id = key.slice(schedulePrefix.length)
    const context = `${encryptedSubjects.schedules}/${account}/${id}`
    return 'sealed' in value && typeof value.sealed === 'string'
      ? [{ name: 'input', of: id, sealed: value.sealed, context }]
      : []
  }
  const secrets = 'secrets' in value ? Object.entries(value.secrets ?? {}) : []
  return secrets.flatMap(([name, sealed]) =>
    typeof sealed === 'string' ? [{ name, of: key, sealed, context: encryptionContext(account, key, name) }] : []
  )
}
