import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import core from '../dist/index.js'
import { countLists } from './observe.js'

t.test('a key is read from the store alone, with no index built', async t => {
  const { run, storage } = testContext(core)
  await run('remember', { key: 'a', value: '1' })
  const lists = countLists(storage)
  t.equal((await run('recall', { key: 'a' })).ok, true)
  t.equal(lists(), 0)
})

t.test('a missed key is answered with the three nearest', async t => {
  const { run } = testContext(core)
  for (const key of ['client.colour', 'client.color', 'client.name', 'client.phone', 'invoice.total'])
    await run('remember', { key, value: 'x' })
  t.strictSame(await run('recall', { key: 'client.colours' }), {
    ok: false,
    summary: 'There is no memory "client.colours"; the nearest is "client.colour".',
    metrics: { count: 0, total: 5 },
    detail: {
      mode: 'key',
      found: 0,
      total: 5,
      items: [],
      suggestions: ['client.colour', 'client.color', 'client.name'],
      error: {
        code: 'not_found',
        message: 'There is no memory "client.colours"; the nearest is "client.colour".',
        retryable: false
      }
    }
  })
})

t.test('a missed key that is like no other has no suggestions', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'client.colour', value: 'x' })
  t.match((await run('recall', { key: '???' })).detail, { suggestions: [], error: { code: 'not_found' } })
})

t.test('at gives the value as it was then', async t => {
  const { run, clock } = testContext(core)
  await run('remember', { key: 'price', value: '10' })
  clock.advance(60_000)
  await run('remember', { key: 'price', value: '20' })
  clock.advance(60_000)
  await run('remember', { key: 'price', value: '30' })
  const answer = await run('recall', { key: 'price', at: '2026-01-01T13:01:30+01:00', includeHistory: true })
  t.equal(answer.summary, '"price" was "20" (version 2).')
  t.strictSame(answer.detail.items, [
    {
      key: 'price',
      value: '20',
      tags: [],
      version: 2,
      updatedAt: '2026-01-01T12:01:00.000Z',
      history: [{ version: 1, value: '10', at: '2026-01-01T12:00:00.000Z' }]
    }
  ])
  t.match((await run('recall', { key: 'price', at: '2026-01-01T12:01:00Z' })).detail.items, [{ value: '20' }])
  t.match((await run('recall', { key: 'price', at: '2027-01-01T00:00:00Z' })).detail.items, [{ value: '30' }])
})

t.test('at, before anything was remembered, finds nothing and says since when it is there', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'price', value: '10' })
  t.match(await run('recall', { key: 'price', at: '2026-01-01T11:59:59Z' }), {
    ok: false,
    summary:
      '"price" was not there yet at 2026-01-01T11:59:59.000Z: it was first remembered at 2026-01-01T12:00:00.000Z.',
    detail: { error: { code: 'not_found' }, items: [], suggestions: [] }
  })
})

t.test('at, before the oldest version that is stored, names that version', async t => {
  const { run, clock } = testContext(core)
  for (let count = 1; count <= 22; count++) {
    await run('remember', { key: 'count', value: String(count) })
    clock.advance(60_000)
  }
  t.match(await run('recall', { key: 'count', at: '2026-01-01T12:00:30Z' }), {
    ok: false,
    summary:
      '"count" held a version at 2026-01-01T12:00:30.000Z that is no longer kept: the oldest is version 2, of 2026-01-01T12:01:00.000Z.',
    detail: { error: { code: 'not_found' }, oldest: { version: 2, at: '2026-01-01T12:01:00.000Z' } }
  })
  t.match(await run('recall', { key: 'count', at: '2026-01-01T12:00:00Z' }), {
    summary: /^"count" held a version at 2026-01-01T12:00:00.000Z/
  })
  t.match(await run('recall', { key: 'count', at: '2026-01-01T11:59:59Z' }), { summary: /^"count" was not there yet/ })
})

t.test('without a field, the newest come first, ten a page', async t => {
  const { run, clock } = testContext(core)
  for (let count = 1; count <= 12; count++) {
    await run('remember', { key: `note.${count}`, value: `number ${count}` })
    clock.advance(1000)
  }
  await run('remember', { key: 'note.3', value: 'three, changed' })
  const first = await run('recall')
  t.equal(first.summary, 'Found 12 of 12 memories; newest "note.3".')
  t.strictSame(
    first.detail.items.map(({ key }) => key),
    [3, 12, 11, 10, 9, 8, 7, 6, 5, 4].map(count => `note.${count}`)
  )
  t.match(first.detail, { mode: 'list', found: 12, total: 12, nextOffset: 10 })
  const second = await run('recall', { offset: 10 })
  t.strictSame(
    second.detail.items.map(({ key }) => key),
    ['note.2', 'note.1']
  )
  t.notOk('nextOffset' in second.detail)
})

t.test(
  'since and until narrow a list and a search to when the memories were last changed, both bounds included',
  async t => {
    const { run, clock } = testContext(core)
    for (const time of [
      '2026-11-25T23:59:59.999Z',
      '2026-11-26T00:00:00Z',
      '2026-11-26T23:59:59.999Z',
      '2026-11-27T00:00:00Z'
    ]) {
      clock.set(time)
      await run('remember', { key: time.slice(5, 19), value: 'milk' })
    }
    const found = async (input: Record<string, unknown>) => {
      const { detail } = await run('recall', input)
      return detail.items.map(({ key }) => key).sort()
    }
    const [first, second, third, fourth] = ['11-25T23:59:59', '11-26T00:00:00', '11-26T23:59:59', '11-27T00:00:00']
    for (const rest of [{}, { query: 'milk' }]) {
      t.strictSame(await found({ since: '2026-11-26', ...rest }), [second, third, fourth])
      t.strictSame(await found({ until: '2026-11-26', ...rest }), [first, second, third])
      t.strictSame(await found({ since: '26.11.2026', until: '2026-11-26', ...rest }), [second, third])
      t.strictSame(await found({ since: '2026-11-26T00:00:00.001Z', ...rest }), [third, fourth])
      t.strictSame(await found({ until: '2026-11-26T01:00+01:00', ...rest }), [first, second])
      t.strictSame(await found({ since: '2026-11-26T00:00Z', until: '2026-11-26T00:00Z', ...rest }), [second])
    }
  }
)

t.test('at takes a date as its end', async t => {
  const { run, clock } = testContext(core)
  for (const [time, value] of [
    ['2026-11-26T23:59:59.999Z', '10'],
    ['2026-11-27T00:00:00Z', '20']
  ] as const) {
    clock.set(time)
    await run('remember', { key: 'price', value })
  }
  t.match((await run('recall', { key: 'price', at: '2026-11-26' })).detail.items, [{ value: '10' }])
  t.match((await run('recall', { key: 'price', at: '2026-11-27' })).detail.items, [{ value: '20' }])
})

t.test('what is no time, two times, or a period that ends before it begins is refused', async t => {
  const { run } = testContext(core)
  const refused = async (input: Record<string, unknown>, pointer: string, detail: string) =>
    t.match(await run('recall', input).catch(error => error), { issues: [{ pointer, detail }] })
  await refused({ since: 'yesterday' }, '#/since', 'is no date and no time')
  await refused({ until: '3/4/2026' }, '#/until', 'can be read as two dates')
  await refused({ key: 'a', at: '2026-02-30' }, '#/at', 'is no date and no time')
  await refused({ since: '2026-11-27', until: '2026-11-26' }, '#/until', 'is before since')
  await refused({ key: 'a', since: '2026-11-27' }, '#/since', 'is sent with a key, which names one memory already')
})

t.test('what was written in the same millisecond comes last written first', async t => {
  const { run } = testContext(core)
  for (const key of ['b', 'c', 'a']) await run('remember', { key, value: 'x' })
  t.strictSame(
    (await run('recall')).detail.items.map(({ key }) => key),
    ['a', 'c', 'b']
  )
})

t.test('prefix and tags narrow the list, and are counted', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'client.a', value: '1', tags: 'vip,uk' })
  await run('remember', { key: 'client.b', value: '2', tags: 'vip' })
  await run('remember', { key: 'client.c', value: '3', tags: 'uk' })
  await run('remember', { key: 'invoice.d', value: '4', tags: 'vip,uk' })
  const keys = async (input: Record<string, unknown>) =>
    (await run('recall', input)).detail.items.map(({ key }) => key).join(' ')
  t.equal(await keys({ prefix: 'client.' }), 'client.c client.b client.a')
  t.equal(await keys({ tags: 'VIP, uk' }), 'invoice.d client.a')
  t.equal(await keys({ tags: ['vip', 'uk'], tagMatch: 'any', prefix: 'client' }), 'client.c client.b client.a')
  t.equal(await keys({ tags: 'vip', prefix: 'client' }), 'client.b client.a')
  t.match(await run('recall', { tags: 'none-such' }), {
    ok: true,
    summary: 'Found 0 of 4 memories.',
    metrics: { count: 0, total: 4 },
    detail: { found: 0, items: [] }
  })
})

t.test('includeHistory adds what each memory held before', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'a', value: 'one' })
  await run('remember', { key: 'a', value: 'two' })
  await run('remember', { key: 'b', value: 'one' })
  t.strictSame(
    (await run('recall', { includeHistory: true })).detail.items.map(({ history }) => history),
    [[], [{ version: 1, value: 'one', at: '2026-01-01T12:00:00.000Z' }]]
  )
})

t.test('the pages of a long list end with its last memory', async t => {
  const { run } = testContext(core)
  for (let count = 0; count < 2060; count++) await run('remember', { key: String(count), value: 'x' })
  t.equal((await run('recall', { offset: 2000, limit: 50 })).detail.nextOffset, 2050)
  const last = (await run('recall', { offset: 2050, limit: 50 })).detail
  t.strictSame([last.items.at(-1)?.key, last.items.length, 'nextOffset' in last], ['0', 10, false])
})

t.test('what has expired is served by no way, from the millisecond on', async t => {
  const { run, clock } = testContext(core)
  await run('remember', { key: 'gate.code', value: '4711', ttlSeconds: 60, tags: 'gate' })
  await run('remember', { key: 'gate.colour', value: 'green', tags: 'gate' })
  const found = async (input: Record<string, unknown>) => (await run('recall', input)).detail.items?.length ?? 0
  clock.advance(59_999)
  t.equal(await found({ key: 'gate.code' }), 1)
  t.equal(await found({}), 2)
  t.equal(await found({ query: 'code 4711' }), 1)
  clock.advance(1)
  t.equal(await found({ key: 'gate.code' }), 0)
  t.equal(await found({}), 1)
  t.equal(await found({ tags: 'gate', prefix: 'gate' }), 1)
  t.equal(await found({ query: 'code 4711' }), 0)
  t.match((await run('recall', { key: 'gate.code', at: '2026-01-01T12:00:30Z' })).detail, {
    suggestions: ['gate.colour'],
    total: 1
  })
})

t.test('what has expired is served by no way, although the store still has it', async t => {
  const { run, clock, storage, twin } = testContext(core)
  await run('remember', { key: 'gate.code', value: '4711', ttlSeconds: 60 })
  const record = await storage.get('mem:gate.code')
  clock.advance(60_000)
  await storage.set('mem:gate.code', record)
  const other = twin()
  t.equal((await other.run('recall')).detail.found, 0)
  t.equal((await other.run('recall', { query: 'code' })).detail.found, 0)
  t.equal((await other.run('recall', { key: 'gate.code' })).detail.error?.code, 'not_found')
  t.equal((await other.run('remember', { key: 'gate.code', mode: 'forget' })).detail.error?.code, 'not_found')
  t.match((await other.run('remember', { key: 'gate.code', value: 'x' })).detail, { change: 'created', version: 1 })
})

t.test('a time to live taken away or begun again holds for a search too', async t => {
  const { run, clock } = testContext(core)
  await run('remember', { key: 'a', value: 'milk', ttlSeconds: 60 })
  await run('remember', { key: 'b', value: 'milk', ttlSeconds: 60 })
  t.equal((await run('recall', { query: 'milk' })).detail.found, 2)
  clock.advance(30_000)
  await run('remember', { key: 'a', value: 'milk' })
  await run('remember', { key: 'b', value: 'milk', ttlSeconds: 60 })
  clock.advance(59_000)
  t.equal((await run('recall', { query: 'milk' })).detail.found, 2)
  clock.advance(1000)
  t.strictSame(
    (await run('recall', { query: 'milk' })).detail.items.map(({ key }) => key),
    ['a']
  )
})

t.test('what has expired is counted no longer once its minute, hour or day is over', async t => {
  const { run, clock } = testContext(core, { now: '2026-01-01T12:00:30Z' })
  const [hour, day] = [3600, 86_400]
  for (const ttlSeconds of [hour, hour + 1, 2 * day, 2 * day + 1])
    await run('remember', { key: String(ttlSeconds), value: 'x', ttlSeconds })
  const memories = async (time: string) => {
    clock.set(time)
    return (await run('remember', { key: 'probe', value: time })).metrics.memories
  }
  t.equal(await memories('2026-01-01T13:00:59.999Z'), 5)
  t.equal(await memories('2026-01-01T13:01:00Z'), 4)
  t.equal(await memories('2026-01-01T13:59:59.999Z'), 4)
  t.equal(await memories('2026-01-01T14:00:00Z'), 3)
  t.equal(await memories('2026-01-03T13:00:00Z'), 2)
  t.equal(await memories('2026-01-03T23:59:59.999Z'), 2)
  t.equal(await memories('2026-01-04T00:00:00Z'), 1)
})

t.test('a key that expires and is written again and again is counted once', async t => {
  const { run, clock, storage } = testContext(core)
  for (let count = 0; count < 30; count++) {
    clock.advance(120_000)
    t.equal((await run('remember', { key: 'beat', value: String(count), ttlSeconds: 60 })).metrics.memories, 1)
  }
  const usage = await storage.get<{ expiring: object; bytes: number }>('usage')
  t.equal(Object.keys(usage?.expiring ?? {}).length, 1)
  t.equal(usage?.bytes, 'beat'.length + '29'.length)
})

const refused = [
  { input: { key: 'a', query: 'b', prefix: 'c', tags: 'd' }, pointers: ['#/query', '#/prefix', '#/tags'] },
  { input: { at: '2026-01-01T00:00:00Z' }, pointers: ['#/at'] },
  { input: { key: 'a', at: 'yesterday' }, pointers: ['#/at'] },
  { input: { key: 'a', at: '2016-12-31T23:59:60Z' }, pointers: ['#/at'] },
  { input: { key: ' ' }, pointers: ['#/key'] },
  { input: { query: ' ' }, pointers: ['#/query'] },
  { input: { query: 'x'.repeat(501) }, pointers: ['#/query'] },
  { input: { prefix: '' }, pointers: ['#/prefix'] },
  { input: { limit: 0, offset: -1 }, pointers: ['#/limit', '#/offset'] },
  { input: { limit: 51, offset: 1_000_001 }, pointers: ['#/limit', '#/offset'] },
  { input: { limit: 2.5 }, pointers: ['#/limit'] },
  { input: { tags: '?' }, pointers: ['#/tags'] }
]
for (const { input, pointers } of refused)
  t.test(`recall refuses ${JSON.stringify(input).slice(0, 60)}`, async t => {
    await t.rejects(testContext(core).run('recall', input), {
      name: 'InvalidInput',
      issues: pointers.map(pointer => ({ pointer }))
    })
  })

t.test('a tag finds memories that have it in the form of an earlier version', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'old', value: 'x', tags: 'stra-e' })
  await run('remember', { key: 'new', value: 'y', tags: 'Straße' })
  const { detail } = await run('recall', { tags: 'Straße' })
  t.strictSame(detail.items.map(({ key }) => key).toSorted(), ['new', 'old'])
  t.match(detail.items.find(({ key }) => key === 'new')?.tags, ['strasse'])
})

t.test('tags that a slug does not distinguish are different tags', async t => {
  const { run } = testContext(core)
  const tags = ['C', 'C++', 'C#', '東京', '大阪']
  for (const tag of tags) await run('remember', { key: tag, value: 'x', tags: [tag] })
  for (const tag of [...tags, 'c++', '"C#"', 'Ｃ＃'])
    t.equal((await run('recall', { tags: [tag] })).detail.found, 1, tag)
})

t.test('a tag that an earlier version stored as a slug which lost signs is found', async t => {
  const { run, storage } = testContext(core)
  await run('remember', { key: 'old', value: 'x', tags: 'c' })
  const { hasIdentities: _, ...former } = (await storage.get<{ hasIdentities: true }>('mem:old')) ?? {}
  await storage.set('mem:old', former)
  await run('remember', { key: 'new', value: 'x', tags: 'C' })
  t.match((await run('recall', { tags: 'C++' })).detail, { found: 1, items: [{ key: 'old' }] })
})

t.test('a key is one key in both forms of Unicode, also where an earlier version stored it decomposed', async t => {
  const { run, storage } = testContext(core)
  await run('remember', { key: 'Cafe\u0301', value: 'one' })
  t.match(await run('recall', { key: 'Café' }), { ok: true, detail: { items: [{ key: 'Café' }] } })
  t.match((await run('remember', { key: 'Café', value: 'two' })).detail, { version: 2 })
  const stored = await storage.get<object>('mem:Café')
  await storage.set('mem:u\u0308ber', { ...stored, key: 'u\u0308ber' })
  for (const key of ['über', 'u\u0308ber']) t.match(await run('recall', { key }), { ok: true, detail: { found: 1 } })
  t.match((await run('remember', { key: 'über', value: 'three' })).detail, { version: 3 })
  for (const prefix of ['übe', 'u\u0308be']) t.equal((await run('recall', { prefix })).detail.found, 1)
})
