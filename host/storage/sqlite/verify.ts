import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListedRecord } from '@product-host/sdk/runtime'
import { type Dump, loadRecords, type OnProgress } from '../dump.js'
import { ownerOf, productPrefix } from '../product-records.js'
import { SqliteBackend } from './backend.js'
import { snapshotBelow } from './snapshot.js'

/** What a back-up holds, of which every record was compared with a store that was made from it. */
export interface VerifiedBackUp {
  /** The records of each kind: a subject of the host, or "product" and a slug. */
  readonly kinds: Readonly<Record<string, number>>
  readonly records: number
  /** Records that have expired since, which a restore leaves out. */
  readonly expired: number
}

/**
 * Makes a store in a temporary folder from a back-up, as a restore does, and compares each record and its expiry with the file. Throws,
 * in a sentence, for the first one that differs.
 */
export async function verifyBackUp(file: string, dump: Dump, onProgress: OnProgress): Promise<VerifiedBackUp> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-verify-'))
  try {
    const path = join(folder, 'store.sqlite')
    const backend = await SqliteBackend.open({ path, now: Date.now, report: () => undefined })
    try {
      await loadRecords(backend, dump, onProgress)
    } finally {
      await backend.close()
    }
    return await compare(file, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(file: string, copy: string): Promise<VerifiedBackUp> {
  const kinds = new Map<string, number>()
  let [records, expired] = [0, 0]
  const copied = snapshotBelow(copy, '', 0)
  let { value: next } = await copied.next()
  for await (const record of snapshotBelow(file, '', 0)) {
    if (next?.key === record.key) {
      if (next.text !== record.text || next.expiresAt !== record.expiresAt) throw different(file, record, 'differs')
      const kind = kindOf(record.key)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      records++
      next = (await copied.next()).value
    } else if (record.expiresAt !== undefined && record.expiresAt <= Date.now()) expired++
    else throw different(file, record, 'is missing')
  }
  if (next) throw different(file, next, 'is not in the back-up, but')
  return { kinds: Object.fromEntries([...kinds].sort()), records, expired }
}

function different(file: string, { key }: ListedRecord, how: string): Error {
  return new Error(
    `The back-up ${file} was not restored as it is: the record ${key} ${how} in the store that was made from it.`
  )
}

/** The kind of a record, by its full key. */
function kindOf(key: string): string {
  if (key.startsWith(productPrefix)) return `product ${ownerOf(key).slug}`
  return /^host:\{([^/}]+)/.exec(key)?.[1] ?? 'other'
}
