import type { ListedRecord } from '@product-host/sdk/runtime'
import type { Backend } from './backend.js'
import { schemaPlace } from './schema.js'

/** All records of a store at once, on their way from one place to another. */
export interface Whole {
  /** The schema version that they have. */
  readonly schema: number
  /** How many there are; undefined where nobody has counted them. */
  readonly count: number | undefined
  readonly records: AsyncIterable<ListedRecord>
}

/** Records that are written together. */
const writtenAtOnce = 500

/** All that a backend has. Where it is written meanwhile, this is not of one moment. */
export async function wholeOf(backend: Backend): Promise<Whole> {
  const schema = await backend.get(`host:{${schemaPlace.subject}}:${schemaPlace.key}`)
  if (schema === undefined) throw new Error('There is no store: nothing says its schema version.')
  async function* records(): AsyncGenerator<ListedRecord, void> {
    for await (const page of backend.walk('')) yield* page
  }
  return { schema: Number(schema), count: undefined, records: records() }
}

/** Writes records into a backend, and says how many; those that have expired meanwhile are left out. */
export async function fill(
  backend: Backend,
  records: AsyncIterable<ListedRecord>,
  tick: (written: number) => void
): Promise<number> {
  let written = 0
  let waiting: ListedRecord[] = []
  const write = async () => {
    await Promise.all(waiting.map(record => writeOne(backend, record)))
    written += waiting.length
    waiting = []
    tick(written)
  }
  for await (const record of records) {
    if (record.expiresAt !== undefined && record.expiresAt <= Date.now()) continue
    waiting.push(record)
    if (waiting.length === writtenAtOnce) await write()
  }
  await write()
  return written
}

async function writeOne(backend: Backend, { key, text, expiresAt }: ListedRecord): Promise<void> {
  await backend.set(key, text, expiresAt === undefined ? undefined : Math.max(1, expiresAt - Date.now()))
}
