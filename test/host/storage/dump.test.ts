import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedRecord } from '@product-host/sdk/runtime'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { dumpBackend, loadRecords, readJsonl, toJsonl } from '../../../host/dist/storage/dump.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { schemaKey } from '../../../host/dist/storage/schema.js'
import { anyText } from '../../fixtures/any-text.js'
import { standStill } from '../../fixtures/start-host.js'

async function* of(records: readonly ListedRecord[]): AsyncGenerator<ListedRecord, void> {
  yield* records
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** A file with these lines, the last one without the end of a line. */
async function file(t: Test, lines: readonly (string | object)[]): Promise<string> {
  const path = join(t.testdir(), 'export.jsonl')
  await writeFile(path, lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return path
}

const head = { format: 'product-host-store', version: 1, schema: 1, exportedAt: '2026-01-01T00:00:00.000Z' }
const end = (records: number) => ({ end: true, records })

t.test('records are written 500 at a time, the schema version after all of them', async t => {
  const records = Array.from({ length: 1_201 }, (_, index) => ({ key: `record:${index}`, text: String(index) }))
  const backend = memoryBackend(Date.now)
  const { set, put } = backend
  const written: string[] = []
  let most = 0
  backend.set = async (key, text, ttlMs) => {
    written.push(key)
    await set.call(backend, key, text, ttlMs)
  }
  backend.put = async records => {
    written.push(...records.map(({ key }) => key))
    most = Math.max(most, records.length)
    await put.call(backend, records)
  }
  const progress: number[] = []
  const given = [{ key: schemaKey, text: '7' }, ...records]
  t.equal(await loadRecords(backend, { schema: 1, records: of(given) }, count => progress.push(count)), 1_202)
  t.strictSame(progress, [500, 1_000, 1_201, 1_202])
  t.equal(most, 500)
  t.strictSame([written[0], written.at(-1)], [schemaKey, schemaKey])
  t.equal(
    written.filter(key => key === schemaKey).length,
    2,
    'the version of a record is not taken for that of the store'
  )
  t.equal(await backend.get(schemaKey), '1')
  const { schema, count, records: dumped } = await dumpBackend(backend)
  t.strictSame([schema, count], [1, undefined])
  t.equal((await all(dumped)).length, 1_202)
})

t.test('a store is unfinished from before its first record until after its last', async t => {
  const backend = memoryBackend(Date.now)
  async function* broken(): AsyncGenerator<ListedRecord, void> {
    await t.rejects(dumpBackend(backend), /unfinished|interrupted|did not end|incomplete/i)
    yield { key: 'a', text: '1' }
    throw new Error('the disk failed')
  }
  await t.rejects(
    loadRecords(backend, { schema: 1, records: broken() }, () => undefined),
    /the disk failed/
  )
  await t.rejects(dumpBackend(backend))
  await t.rejects(dumpBackend(memoryBackend(Date.now)), /There is no store/)
})

t.test('a record keeps the time at which it is gone, and one whose time has come is left out', async t => {
  const time = standStill(t)
  const now = Date.now()
  const backend = memoryBackend(Date.now)
  const records = [
    { key: 'a', text: '1', expiresAt: now + 1_000 },
    { key: 'b', text: '2', expiresAt: now },
    { key: 'c', text: '3', expiresAt: now + 1 },
    { key: 'd', text: '4' }
  ]
  t.equal(await loadRecords(backend, { schema: 1, records: of(records) }, () => undefined), 4)
  const found = async () => (await backend.list('', { limit: 10, reverse: false })).map(({ key }) => key)
  t.strictSame(await found(), ['a', 'c', 'd', schemaKey])
  time.advance(1)
  t.strictSame(await found(), ['a', 'd', schemaKey])
  time.advance(998)
  t.strictSame(await found(), ['a', 'd', schemaKey])
  time.advance(1)
  t.strictSame(await found(), ['d', schemaKey])
})

t.test('what was exported is read as it was, whatever its texts hold', async t => {
  const folder = t.testdir()
  const value = fc.jsonValue().map(each => JSON.stringify(each))
  const expiresAt = fc.option(fc.integer({ min: 1, max: 9e15 }), { nil: undefined })
  const record = fc.record({ key: anyText, text: value, expiresAt })
  await fc.assert(
    fc.asyncProperty(fc.array(record), async drawn => {
      const records = drawn.map(({ expiresAt, ...rest }) => (expiresAt === undefined ? rest : { ...rest, expiresAt }))
      const lines = await all(toJsonl({ schema: 3, count: undefined, records: of(records) }, head.exportedAt))
      const path = join(folder, 'drawn.jsonl')
      await writeFile(path, `${lines.join('\n')}\n`)
      const dump = await readJsonl(path)
      return (
        dump.schema === 3 &&
        dump.count === records.length &&
        JSON.stringify(await all(dump.records)) === JSON.stringify(records)
      )
    }),
    { numRuns: 50 }
  )
})

t.test(
  'an export may begin with a byte order mark, be longer than a part of its file, and end without a line feed',
  async t => {
    const long = 'é'.repeat(100_000)
    const lines = [
      head,
      { key: 'a', value: long },
      { key: 'b', value: 'two\u2028lines\r' },
      { key: 'c', value: 0 },
      end(3)
    ]
    const path = await file(t, [`\uFEFF${JSON.stringify(lines[0])}`, ...lines.slice(1)])
    const dump = await readJsonl(path)
    t.equal(dump.count, 3)
    t.strictSame(await all(dump.records), [
      { key: 'a', text: JSON.stringify(long) },
      { key: 'b', text: JSON.stringify('two\u2028lines\r') },
      { key: 'c', text: '0' }
    ])
  }
)

t.test('an export that is none, incomplete or damaged is refused with its place', async t => {
  const a = { key: 'a', value: 1 }
  const rows: readonly (readonly [readonly (string | object)[], RegExp])[] = [
    [[], /is empty/],
    [['no JSON'], /is not an export of a store/],
    [[{ ...head, format: 'another' }], /is not an export of a store/],
    [[{ ...head, version: 2 }, end(0)], /has format version 2; this host reads version 1/],
    [[{ ...head, version: 0 }, end(0)], /has format version 0/],
    [[{ ...head, schema: 0 }, end(0)], /has no schema version/],
    [[{ ...head, schema: 1.5 }, end(0)], /has no schema version/],
    [[{ ...head, schema: '1' }, end(0)], /has no schema version/],
    [[head, a], /is incomplete: it ends after 1 records, without its last line/],
    [[head, a, end(2)], /ends after 1 records, and its last line says 2/],
    [[head, a, end(0)], /ends after 1 records, and its last line says 0/],
    [[head, a, end(1), { key: 'b', value: 1 }], /^Line 4 of .* follows the last line of an export/],
    [[head, { key: 'a' }, end(1)], /^Line 2 of .* is not a record/],
    [[head, { key: 1, value: 1 }, end(1)], /^Line 2 of .* is not a record/],
    [[head, a, '{"key":', end(1)], /^Line 3 of .* is not a record/],
    [[head, { ...a, expiresAt: 'tomorrow' }, end(1)], /^Line 2 of .* is not a record/],
    [[head, { end: 1, records: 0 }], /^Line 2 of .* is not a record/]
  ]
  for (const [lines, message] of rows) await t.rejects(readJsonl(await file(t, lines)), { message }, String(message))
  await t.rejects(readJsonl(join(t.testdirName, 'none')), { message: /cannot be read/ })
  const dump = await readJsonl(await file(t, [{ ...head, key: 'a', value: 1 }, end(0)]))
  t.strictSame([dump.count, await all(dump.records)], [0, []], 'the first line is no record, whatever else it has')
})
