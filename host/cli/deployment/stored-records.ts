import type { ListedRecord, RecordVersions } from '@product-host/sdk/runtime'
import { type Obstacle, obstacleTo, recordVersionsKey, type StoredVersions } from '../../products/known-versions.js'
import type { Settings } from '../../settings.js'
import { productPrefix } from '../../storage/product-records.js'
import { serverRecords, serverStore } from '../../storage/server-stores.js'
import { mayBeStore } from '../../storage/sqlite/inspect.js'
import { storeFile } from '../../storage/sqlite/open.js'
import { snapshotBelow } from '../../storage/sqlite/snapshot.js'

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
