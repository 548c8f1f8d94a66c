import { randomBytes } from 'node:crypto'
import type { ListedRecord, RecordVersions } from '@product-host/sdk/runtime'
import { exists } from '../../base/files.js'
import { Cipher, checkStoredKey, keyFileIn, openCipher } from '../../config/cipher.js'
import { nameSecrets, tryKeys } from '../../config/stored-secrets.js'
import { type Obstacle, obstacleTo, recordVersionsKey, type StoredVersions } from '../../products/known-versions.js'
import type { Settings } from '../../settings.js'
import { productPrefix } from '../../storage/product-records.js'
import { serverRecords, serverStore } from '../../storage/server-stores.js'
import { mayBeStore } from '../../storage/sqlite/inspect.js'
import { storeFile } from '../../storage/sqlite/open.js'
import { snapshotBelow } from '../../storage/sqlite/snapshot.js'
import { ownPrefixBelow } from '../../storage/store.js'

/** The records of a deployment's store whose full keys start with a prefix, read without opening the store for writing. */
export async function* recordsBelow(settings: Settings, prefix: string): AsyncGenerator<ListedRecord, void> {
  const server = serverStore(settings)
  if (server) yield* serverRecords(server, prefix)
  else yield* snapshotBelow(storeFile(settings.dataFolder), prefix)
}

/** What would keep a host of this deployment from serving a product with these versions of records; undefined without a store. */
export async function obstacleIn(
  settings: Settings,
  slug: string,
  versions: RecordVersions
): Promise<Obstacle | undefined> {
  if (!serverStore(settings) && !mayBeStore(storeFile(settings.dataFolder))) return undefined
  let stored: StoredVersions | undefined
  for await (const { key, text } of recordsBelow(settings, recordVersionsKey))
    if (key === recordVersionsKey) stored = JSON.parse(text)
  return obstacleTo(stored, slug, versions, Date.now(), () => recordsBelow(settings, productPrefix))
}

/** Where the encryption keys of a deployment come from, in words, and the number of secrets that they decrypt. */
interface FittingKeys {
  readonly source: string
  readonly secrets: number
}

/**
 * Tries the encryption keys of a deployment on every secret among some records, which are those of its store or of a back-up. Throws, in
 * a sentence, when there is one that none of them decrypts. A deployment that has no key yet gets none by this.
 */
export async function requireKeys(
  settings: Settings,
  recordsBelow: (prefix: string) => AsyncIterable<ListedRecord>
): Promise<FittingKeys> {
  const { encryptionKeys, dataFolder } = settings
  const source =
    encryptionKeys.length > 0 ? `${encryptionKeys.length} of ENCRYPTION_KEYS` : await checkStoredKey(dataFolder)
  const hasKey = encryptionKeys.length > 0 || exists(keyFileIn(dataFolder))
  const cipher = hasKey ? await openCipher(encryptionKeys, dataFolder) : new Cipher([randomBytes(32)])
  const { secrets, unreadable } = await tryKeys(cipher, async function* ownBelow(subject) {
    const prefix = ownPrefixBelow(subject)
    for await (const { key, text } of recordsBelow(prefix)) {
      const [below = '', name = ''] = key.slice(prefix.length).split('}:')
      const value: unknown = JSON.parse(text)
      yield { below, key: name, value }
    }
  })
  if (unreadable.length > 0)
    throw new Error(
      `${unreadable.length} of the ${secrets} stored secrets were encrypted with none of these keys: ${source}. They are: ${nameSecrets(unreadable)}.`
    )
  return { source, secrets }
}
