import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import core from '../dist/index.js'
import { countLists } from './observe.js'

t.test('a first value is created', async t => {
  const { run } = testContext(core)
  t.strictSame(await run('remember', { key: 'colour', value: 'blue', tags: 'likes', ttlSeconds: 60 }), {
    ok: true,
    summary: 'Remembered "colour" (version 1).',
    metrics: { version: 1, bytes: 4, memories: 1, historyLength: 0 },
    detail: {
      key: 'colour',
      version: 1,
      change: 'created',
      tags: ['likes'],
      expiresAt: '2026-01-01T12:01:00.000Z'
    }
  })
})

t.test('another value takes its place and goes into the history', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'colour', value: 'blue' })
  t.strictSame(await run('remember', { key: 'colour', value: 'green' }), {
    ok: true,
    summary: 'Remembered "colour" (version 2) in place of "blue".',
    metrics: { version: 2, bytes: 5, memories: 1, historyLength: 1 },
    detail: { key: 'colour', version: 2, change: 'updated', previous: { version: 1, value: 'blue' }, tags: [] }
  })
})

t.test('the same value again changes nothing', async t => {
  const { run, storage, clock } = testContext(core)
  await run('remember', { key: 'colour', value: 'blue', tags: ['a', 'b'] })
  const before = await storage.list('')
  clock.advance(1000)
  t.strictSame(await run('remember', { key: 'colour', value: 'blue', tags: ['b', 'a'] }), {
    ok: true,
    summary: '"colour" already held that value.',
    metrics: { version: 1, bytes: 4, memories: 1, historyLength: 0 },
    detail: { key: 'colour', version: 1, change: 'unchanged', tags: ['a', 'b'] }
  })
  t.strictSame(await storage.list(''), before)
})

t.test('the same value with the same time to live starts that again, and is no new version', async t => {
  const { run, clock } = testContext(core)
  await run('remember', { key: 'code', value: '4711', ttlSeconds: 60 })
  clock.advance(50_000)
  t.match((await run('remember', { key: 'code', value: '4711', ttlSeconds: 60 })).detail, {
    change: 'unchanged',
    version: 1,
    expiresAt: '2026-01-01T12:01:50.000Z'
  })
  clock.advance(50_000)
  t.match((await run('recall', { key: 'code' })).detail.items, [
    { value: '4711', updatedAt: '2026-01-01T12:00:00.000Z' }
  ])
})

t.test('the same value with other tags, another time to live or a pin is a new version', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'a', value: 'x' })
  t.match((await run('remember', { key: 'a', value: 'x', tags: 'new' })).detail, { change: 'updated', version: 2 })
  t.match((await run('remember', { key: 'a', value: 'x', ttlSeconds: 60 })).detail, { change: 'updated', version: 3 })
  t.match((await run('remember', { key: 'a', value: 'x', ttlSeconds: 60, pinned: true })).detail, { version: 4 })
})

t.test('the history keeps 20 versions, newest first', async t => {
  const { run } = testContext(core)
  for (let count = 1; count <= 25; count++) await run('remember', { key: 'count', value: String(count) })
  const { detail } = await run('recall', { key: 'count', includeHistory: true })
  const [item] = detail.items
  t.equal(item?.version, 25)
  t.equal(item?.history?.length, 20)
  t.match(item?.history?.[0], { version: 24, value: '24' })
  t.match(item?.history?.[19], { version: 5, value: '5' })
})

t.test('a history that would be too large for the store loses its oldest versions', async t => {
  const { run } = testContext(core)
  for (let count = 0; count < 22; count++)
    await run('remember', { key: 'emoji', value: '😀'.repeat(16_383) + String.fromCharCode(97 + count) })
  const { metrics } = await run('remember', { key: 'emoji', value: 'short' })
  t.equal(metrics.version, 23)
  t.equal(metrics.historyLength, 14)
})

t.test('tags and a pin that are left out stay, a time to live that is left out is gone', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'a', value: 'one', tags: 'kept', pinned: true, ttlSeconds: 60 })
  const { detail } = await run('remember', { key: 'a', value: 'two' })
  t.strictSame(detail.tags, ['kept'])
  t.notOk('expiresAt' in detail)
  t.match((await run('recall', { key: 'a' })).detail.items, [{ pinned: true }])
})

t.test('empty tags take the tags away', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'a', value: 'one', tags: 'x' })
  t.strictSame((await run('remember', { key: 'a', value: 'one', tags: [] })).detail.tags, [])
})

t.test('tags are slugs, each once, from a list or from text with commas', async t => {
  const { run } = testContext(core)
  const expected = ['crm-main', 'uber', 'q3']
  const list = await run('remember', { key: 'a', value: '1', tags: ['CRM Main', 'Über', 'q3', 'Q3'] })
  const text = await run('remember', { key: 'b', value: '1', tags: ' CRM Main,, Über ,q3,Q3,' })
  t.strictSame(list.detail.tags, expected)
  t.strictSame(text.detail.tags, expected)
})

t.test('append adds a line, and keeps tags and time to live', async t => {
  const { run } = testContext(core)
  t.match((await run('remember', { key: 'list', value: 'milk', mode: 'append' })).detail, { change: 'created' })
  await run('remember', { key: 'list', value: 'milk', ttlSeconds: 600, tags: 'shop' })
  t.match((await run('remember', { key: 'list', value: 'bread', mode: 'append' })).detail, {
    change: 'appended',
    version: 3,
    previous: { version: 2, value: 'milk' },
    tags: ['shop'],
    expiresAt: '2026-01-01T12:10:00.000Z'
  })
  t.equal((await run('recall', { key: 'list' })).detail.items[0]?.value, 'milk\nbread')
})

t.test('append stops at the longest value, in characters, and leaves what was there', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'long', value: '😀'.repeat(16_380) })
  t.match(await run('remember', { key: 'long', value: '1234', mode: 'append' }), {
    ok: false,
    detail: { error: { code: 'value_too_long', retryable: false } }
  })
  t.match(await run('remember', { key: 'long', value: '123', mode: 'append' }), { ok: true, metrics: { version: 2 } })
  await run('remember', { key: 'plain', value: 'x'.repeat(16_380) })
  t.equal((await run('remember', { key: 'plain', value: '1234', mode: 'append' })).ok, false)
  t.equal((await run('remember', { key: 'plain', value: '123', mode: 'append' })).ok, true)
})

t.test('a refusal for the quota names the limit that was passed', async t => {
  const { run } = testContext(core, { options: { keys: 2, bytes: 1024 } })
  for (const key of ['a', 'b']) await run('remember', { key, value: 'x' })
  const [memories, bytes] = ['2 memories', '1024 bytes of memories, old versions included']
  const refusal = (most: string) => `An account keeps at most ${most}; forget some, or let them expire.`
  t.match(await run('remember', { key: 'b', value: 'x'.repeat(1024) }), { ok: false, summary: refusal(bytes) })
  t.match(await run('remember', { key: 'c', value: 'x' }), { ok: false, summary: refusal(memories) })
})

t.test('what has expired does not count against the quota, although its minute is not over', async t => {
  const { run, clock } = testContext(core, { options: { keys: 1 } })
  clock.advance(10_000)
  await run('remember', { key: 'short', value: 'x', ttlSeconds: 60 })
  clock.advance(59_999)
  t.equal((await run('remember', { key: 'next', value: 'x' })).ok, false)
  clock.advance(10_000)
  t.match(await run('remember', { key: 'next', value: 'x' }), { ok: true, metrics: { memories: 1 } })
})

t.test('the store keeps a memory no longer than its time to live', async t => {
  const { run, storage, clock } = testContext(core)
  await run('remember', { key: 'code', value: '4711', ttlSeconds: 60 })
  clock.advance(59_999)
  t.ok(await storage.get('mem:code'))
  clock.advance(1)
  t.equal(await storage.get('mem:code'), undefined)
})

t.test('forget takes away the memory and its history', async t => {
  const { run, storage } = testContext(core)
  await run('remember', { key: 'old', value: 'one', tags: 'x' })
  await run('remember', { key: 'old', value: 'two' })
  t.strictSame(await run('remember', { key: 'old', mode: 'forget' }), {
    ok: true,
    summary: 'Forgot "old".',
    metrics: { version: 2, bytes: 0, memories: 0, historyLength: 0 },
    detail: { key: 'old', version: 2, change: 'forgotten', previous: { version: 2, value: 'two' }, tags: ['x'] }
  })
  t.strictSame(await storage.list('mem:'), [])
  t.match((await run('remember', { key: 'old', value: 'again' })).detail, { version: 1, change: 'created' })
})

t.test('forget takes an empty value, and one that it ignores', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'a', value: '1' })
  t.equal((await run('remember', { key: 'a', value: '', mode: 'forget' })).ok, true)
  await run('remember', { key: 'a', value: '1' })
  t.equal((await run('remember', { key: 'a', value: 'whatever', mode: 'forget' })).ok, true)
})

t.test('what is not there cannot be forgotten', async t => {
  const { run } = testContext(core)
  t.strictSame(await run('remember', { key: 'nothing', mode: 'forget' }), {
    ok: false,
    summary: 'There is no memory "nothing" to forget.',
    metrics: {},
    detail: {
      error: { code: 'not_found', message: 'There is no memory "nothing" to forget.', retryable: false }
    }
  })
})

t.test('ifVersion lets only the one pass who saw the last version', async t => {
  const { run } = testContext(core)
  t.equal((await run('remember', { key: 'a', value: '1', ifVersion: 0 })).ok, true)
  t.match(await run('remember', { key: 'a', value: '2', ifVersion: 0 }), {
    ok: false,
    summary: '"a" is there already: it is at version 1.',
    detail: { currentVersion: 1, error: { code: 'version_conflict' } }
  })
  t.equal((await run('remember', { key: 'a', value: '2', ifVersion: 1 })).ok, true)
  t.match(await run('remember', { key: 'a', mode: 'forget', ifVersion: 1 }), { detail: { currentVersion: 2 } })
  t.match(await run('remember', { key: 'new', value: '1', ifVersion: 3 }), {
    summary: '"new" is not at version 3: there is no such memory.',
    detail: { currentVersion: 0 }
  })
})

t.test('of many who write the same version at once, one wins', async t => {
  const { run, twin } = testContext(core)
  const other = twin()
  await run('remember', { key: 'a', value: 'start' })
  const answers = await Promise.all(
    ['b', 'c', 'd', 'e'].map((value, index) =>
      (index % 2 ? run : other.run)('remember', { key: 'a', value, ifVersion: 1 })
    )
  )
  t.equal(answers.filter(({ ok }) => ok).length, 1)
})

t.test('writes at once from two processes all count', async t => {
  const { run, twin } = testContext(core)
  const other = twin()
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 ? run : other.run)('remember', { key: `k${index % 10}`, value: 'x', mode: 'append' })
    )
  )
  t.equal((await run('remember', { key: 'last', value: 'x' })).metrics.memories, 11)
  t.equal((await run('recall', { key: 'k3' })).detail.items[0]?.value, 'x\nx\nx\nx')
})

t.test('similar names memories that say nearly the same, and only those', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'a', value: 'The client prefers meetings in the morning on Mondays at nine' })
  await run('remember', { key: 'b', value: 'Prefers meeting in the mornings, the client: on Monday at nine!' })
  await run('remember', { key: 'c', value: 'The client prefers meetings in the evening on Mondays at nine' })
  const value = 'Client prefers meetings on Monday mornings at nine'
  const { detail } = await run('remember', { key: 'd', value, similar: true })
  t.strictSame(detail.similar, [
    { key: 'a', similarity: 1 },
    { key: 'b', similarity: 1 }
  ])
  t.strictSame((await run('remember', { key: 'e', value: 'Buy milk', similar: true })).detail.similar, [])
})

t.test('similar counts the share of all terms: six of seven are 0.86', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'seven', value: 'red orange yellow green blue indigo violet' })
  await run('remember', { key: 'eight', value: 'red orange yellow green blue indigo pink white' })
  const { detail } = await run('remember', {
    key: 'six',
    value: 'red orange yellow green blue indigo',
    similar: true
  })
  t.strictSame(detail.similar, [{ key: 'seven', similarity: 0.86 }])
})

t.test('similar names three at most and never what expired', async t => {
  const { run, clock } = testContext(core)
  await run('remember', { key: 'z', value: 'hello world', ttlSeconds: 60 })
  clock.advance(60_000)
  for (const key of ['d', 'c', 'b', 'a']) await run('remember', { key, value: 'hello world' })
  const { detail } = await run('remember', { key: 'new', value: 'hello world', similar: true })
  t.strictSame(
    detail.similar?.map(({ key }) => key),
    ['a', 'b', 'c']
  )
})

t.test('remember reads no other memory', async t => {
  const { run, storage } = testContext(core)
  const lists = countLists(storage)
  for (let count = 0; count < 50; count++) await run('remember', { key: `k${count % 20}`, value: String(count) })
  await run('remember', { key: 'k1', mode: 'forget' })
  t.equal(lists(), 0)
})

t.test('the previous value is shown by its first 200 characters', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'a', value: 'x'.repeat(300) })
  const { detail } = await run('remember', { key: 'a', value: 'y' })
  t.equal(detail.previous?.value, `${'x'.repeat(199)}…`)
})

t.test('keys are trimmed, and brought to one form of Unicode', async t => {
  const { run } = testContext(core)
  await run('remember', { key: '  cafe\u0301 ', value: 'open' })
  t.match((await run('recall', { key: 'caf\u00e9\n' })).detail.items, [{ key: 'caf\u00e9', value: 'open' }])
})

t.test('a key of 256 characters of four bytes each is stored', async t => {
  const { run } = testContext(core)
  const key = '😀'.repeat(256)
  t.equal((await run('remember', { key, value: 'x' })).detail.key, key)
  t.equal((await run('recall', { key })).ok, true)
})

const refused = [
  { input: { value: 'x' }, pointer: '#/key', code: 'required' },
  { input: { key: '   ', value: 'x' }, pointer: '#/key', code: 'min_length' },
  { input: { key: 'k'.repeat(257), value: 'x' }, pointer: '#/key', code: 'max_length' },
  { input: { key: 'a\tb', value: 'x' }, pointer: '#/key', code: 'control_character' },
  { input: { key: 'a' }, pointer: '#/value', code: 'required' },
  { input: { key: 'a', value: '' }, pointer: '#/value', code: 'required' },
  { input: { key: 'a', value: '', mode: 'append' }, pointer: '#/value', code: 'required' },
  { input: { key: 'a', value: 'x'.repeat(16_385) }, pointer: '#/value', code: 'max_length' },
  { input: { key: 'a', value: 7 }, pointer: '#/value', code: 'type' },
  { input: { key: 'a', value: 'x', tags: ['ok', '!!'] }, pointer: '#/tags/1', code: 'invalid_tag' },
  { input: { key: 'a', value: 'x', tags: `ok,${'t'.repeat(33)}` }, pointer: '#/tags', code: 'invalid_tag' },
  { input: { key: 'a', value: 'x', tags: '1,2,3,4,5,6,7,8,9,10,11' }, pointer: '#/tags', code: 'max_items' },
  { input: { key: 'a', value: 'x', ttlSeconds: 59 }, pointer: '#/ttlSeconds', code: 'minimum' },
  { input: { key: 'a', value: 'x', ttlSeconds: 31_536_001 }, pointer: '#/ttlSeconds', code: 'maximum' },
  { input: { key: 'a', value: 'x', mode: 'replace' }, pointer: '#/mode', code: 'any_of' },
  { input: { key: 'a', value: 'x', ifVersion: -1 }, pointer: '#/ifVersion', code: 'minimum' }
]
for (const { input, pointer, code } of refused)
  t.test(`remember refuses ${JSON.stringify(input).slice(0, 60)}`, async t => {
    const { run, storage } = testContext(core)
    await t.rejects(run('remember', input), { name: 'InvalidInput', issues: [{ pointer, code }] })
    t.strictSame(await storage.list(''), [])
  })

t.test('memories are similar from 17 of 20 words in common on, and none is similar to itself', async t => {
  const { run } = testContext(core)
  const fruit = 'lemon kiwi plum fig mango pear melon peach lime date guava papaya quince currant apricot raisin banana'
  await run('remember', { key: 'all', value: `${fruit} cherry coconut pomelo` })
  await run('remember', { key: 'other', value: `${fruit} hammer ladder bucket shovel` })
  const { detail } = await run('remember', { key: 'some', value: fruit, similar: true })
  t.strictSame(detail.similar, [{ key: 'all', similarity: 0.85 }])
})
