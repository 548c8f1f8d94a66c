import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import core from '../dist/index.js'
import { Recounts } from '../dist/memory/usage.js'
import { Slices } from '../dist/slices.js'
import { beforeList, countLists } from './observe.js'

type Run = ReturnType<typeof testContext<typeof core.actions>>['run']

async function fill(run: Run, keys: readonly string[], rest: Readonly<Record<string, unknown>> = {}): Promise<void> {
  for (const key of keys) await run('remember', { key, value: 'x', ...rest })
}

function keys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `key.${index}`)
}

/** A value of 64 KiB: 255 of them are kept, 256 are too many. */
const large = { value: '😀'.repeat(16_384) }

t.test('the 10,001st memory is refused; changing, forgetting and replacing go on', async t => {
  const { run } = testContext(core)
  await fill(run, keys(10_000))
  t.strictSame(await run('remember', { key: 'one.more', value: 'x' }), {
    ok: false,
    summary: 'An account keeps at most 10000 memories; forget some, or let them expire.',
    metrics: {},
    detail: {
      quota: { keys: 10_000, bytes: 16_777_216 },
      needed: { keys: 10_001, bytes: 78_890 + 10_000 + 9 },
      error: {
        code: 'quota_exceeded',
        message: 'An account keeps at most 10000 memories; forget some, or let them expire.',
        retryable: false
      }
    }
  })
  t.equal((await run('remember', { key: 'key.1', value: 'changed' })).metrics.memories, 10_000)
  t.equal((await run('remember', { key: 'key.2', mode: 'forget' })).metrics.memories, 9999)
  t.equal((await run('remember', { key: 'one.more', value: 'x' })).metrics.memories, 10_000)
})

t.test('the operator may choose another quota', async t => {
  const { run } = testContext(core, { options: { keys: 2 } })
  await fill(run, keys(2))
  t.match(await run('remember', { key: 'one.more', value: 'x' }), {
    ok: false,
    detail: { quota: { keys: 2, bytes: 16_777_216 }, error: { code: 'quota_exceeded' } }
  })
})

t.test('16 MiB of values are stored, a byte more is refused, and less is always taken', async t => {
  const { run } = testContext(core)
  await fill(run, keys(255), large)
  const left = 16 * 1024 * 1024 - 255 * 65_536 - keys(255).join('').length
  const rest = (bytes: number) => '😀'.repeat(Math.floor(bytes / 4)) + 'x'.repeat(bytes % 4)
  t.match(await run('remember', { key: 'last', value: rest(left - 4 + 1) }), {
    ok: false,
    summary:
      'An account keeps at most 16777216 bytes of memories, old versions included; forget some, or let them expire.',
    detail: { error: { code: 'quota_exceeded' }, needed: { keys: 256, bytes: 16_777_217 } }
  })
  t.equal((await run('remember', { key: 'last', value: rest(left - 4) })).metrics.memories, 256)
  t.equal((await run('remember', { key: 'key.1', value: 'short' })).detail.error?.code, 'quota_exceeded')
  t.equal((await run('remember', { key: 'key.1', mode: 'forget' })).ok, true)
  t.equal((await run('remember', { key: 'key.1', value: 'short' })).ok, true)
})

t.test('what has expired makes room: all is counted again before a refusal', async t => {
  const { run, clock, storage } = testContext(core)
  await fill(run, keys(100), { ...large, ttlSeconds: 7200 })
  await fill(
    run,
    ['a', 'b', 'c', 'd', 'e'].flatMap(letter => keys(31).map(key => `${letter}.${key}`)),
    large
  )
  clock.set('2026-01-01T14:00:01Z')
  t.equal((await run('remember', { key: 'one.more', ...large })).metrics.memories, 156)
  t.match(await storage.get('usage'), { keys: 156, expiring: {} })
})

t.test('an account at its quota is counted at most once in ten seconds', async t => {
  const { run, clock, storage } = testContext(core)
  await fill(run, keys(255), large)
  const lists = countLists(storage)
  const refused = async () => (await run('remember', { key: 'one.more', ...large })).detail.error?.code
  t.strictSame(await Promise.all([refused(), refused(), refused()]), Array(3).fill('quota_exceeded'))
  const once = lists()
  t.ok(once > 0)
  t.equal(await refused(), 'quota_exceeded')
  t.equal(lists(), once)
  clock.advance(10_000)
  t.equal(await refused(), 'quota_exceeded')
  t.equal(lists(), 2 * once)
})

t.test('a count that the account was written to under is taken again', async t => {
  const { run, twin, clock, storage } = testContext(core)
  const other = twin()
  await fill(run, keys(3))
  await run('remember', { key: 'expired', value: 'x', ttlSeconds: 7200 })
  clock.set('2026-01-01T14:00:01Z')
  let isWritten = false
  beforeList(storage, async () => {
    if (isWritten) return
    isWritten = true
    await other.run('remember', { key: 'key.0', mode: 'forget' })
    await other.run('remember', { key: 'other', value: 'xyz' })
  })
  await new Recounts(clock, new Slices()).recount('test-account', storage)
  t.match(await storage.get('usage'), { keys: 3, bytes: 6 + 6 + 8, rev: 6, expiring: {} })
})

t.test('the usage stays small, whenever memories expire', async t => {
  const { run, storage } = testContext(core)
  for (let index = 0; index < 1000; index++)
    await run('remember', { key: `key.${index}`, value: 'x', ttlSeconds: 60 + Math.floor(31.5 * index ** 2) })
  const usage = await storage.get<{ expiring: object }>('usage')
  const times = Object.keys(usage?.expiring ?? {}).length
  t.ok(times > 366 && times <= 61 + 49 + 366, `${times} times`)
})
