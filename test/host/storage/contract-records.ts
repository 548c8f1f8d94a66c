import type { Test } from 'tap'
import type { OpenFresh } from './contract.js'

const page = { limit: 100, reverse: false }

/** What a backend's records do: texts under keys, versions, commits and lists. */
export function recordsContract(t: Test, open: OpenFresh): void {
  t.test('what was set is read, and what was deleted is gone', async t => {
    const { records } = await open(t)
    await records.set('a', '"first"')
    await records.set('a', '"second"')
    t.equal(await records.get('a'), '"second"')
    t.equal(await records.delete('a'), true)
    t.equal(await records.delete('a'), false)
    t.equal(await records.get('a'), undefined)
  })

  t.test('read gives the records in the order of the keys', async t => {
    const { records } = await open(t)
    await records.set('a', '1')
    await records.set('b', '2')
    t.match(await records.read(['b', 'none', 'a', 'b']), [{ text: '2' }, undefined, { text: '1' }, { text: '2' }])
    t.strictSame(await records.read([]), [])
  })

  t.test('a commit writes and deletes all or nothing', async t => {
    const { records } = await open(t)
    await records.set('old', '1')
    const [old] = await records.read(['old'])
    const expected = [{ key: 'old', version: String(old?.version) }, { key: 'new' }]
    t.equal(await records.commit(expected, [{ key: 'old' }, { key: 'new', text: '2' }]), true)
    t.equal(
      await records.commit(expected, [
        { key: 'old', text: '3' },
        { key: 'other', text: '3' }
      ]),
      false
    )
    t.match(await records.read(['old', 'new', 'other']), [undefined, { text: '2' }, undefined])
  })

  t.test('a commit compares records that it does not write', async t => {
    const { records } = await open(t)
    t.equal(await records.commit([{ key: 'a', version: 'never' }], [{ key: 'b', text: '1' }]), false)
    t.equal(await records.commit([{ key: 'a' }], [{ key: 'b', text: '1' }]), true)
    t.equal(await records.get('b'), '1')
  })

  t.test(
    'of commits that expect the same record one succeeds, and the others that arrive with it are as good as ever',
    async t => {
      const { records } = await open(t)
      const commits = Array.from({ length: 20 }, (_, index) =>
        records.commit([{ key: 'a' }], [{ key: 'a', text: `${index}` }])
      )
      const sets = Array.from({ length: 20 }, (_, index) => records.set(`b${index}`, '1'))
      t.equal((await Promise.all(commits)).filter(Boolean).length, 1)
      await Promise.all(sets)
      t.equal((await records.list('b', page)).length, 20)
    }
  )

  t.test('a version never comes again: not after a write, not after a deletion, not after an expiry', async t => {
    const { records, clock } = await open(t)
    const versions: (string | undefined)[] = []
    const note = async () => versions.push((await records.read(['a']))[0]?.version)
    for (let round = 0; round < 5; round++) {
      await records.set('a', '1')
      await note()
      await records.set('a', '1', 10)
      await note()
      if (round % 2 === 0) await records.delete('a')
      else clock.advance(10)
    }
    t.equal(new Set(versions).size, 10)
    t.notOk(versions.includes(undefined))
  })

  t.test('what has expired is seen by nobody, and expires to the millisecond', async t => {
    const { records, clock } = await open(t)
    await records.set('a', '1', 1000)
    clock.advance(999)
    t.equal(await records.get('a'), '1')
    const [before] = await records.read(['a'])
    clock.advance(1)
    t.equal(await records.get('a'), undefined)
    t.strictSame(await records.read(['a']), [undefined])
    t.strictSame(await records.list('a', page), [])
    t.equal(await records.commit([{ key: 'a', version: String(before?.version) }], [{ key: 'a', text: '2' }]), false)
    t.equal(await records.commit([{ key: 'a' }], [{ key: 'a', text: '2' }]), true)
    await records.set('b', '1', 1000)
    clock.advance(1000)
    t.equal(await records.delete('b'), false)
  })

  t.test('to set a record again without a time to live keeps it for good', async t => {
    const { records, clock } = await open(t)
    await records.set('a', '1', 1000)
    await records.set('a', '2')
    await records.commit([], [{ key: 'b', text: '1', ttlMs: 1.5 }])
    clock.advance(2000)
    t.equal(await records.get('a'), '2')
    t.equal(await records.get('b'), undefined)
  })

  t.test('a list is in the order of the bytes of UTF-8', async t => {
    const { records } = await open(t)
    const keys = [
      'p:',
      'p:A',
      'p:Z',
      'p:a',
      'p:a\u0301',
      'p:é',
      'p:\ud7ff',
      'p:\uffee',
      'p:\u{10000}',
      'p:\u{1f600}',
      'p:\u{10ffff}'
    ]
    for (const key of [...keys].reverse()) await records.set(key, '0')
    await records.set('o', '0')
    await records.set('q', '0')
    const found = await records.list('p:', page)
    t.strictSame(
      found.map(({ key }) => key),
      keys
    )
    const back = await records.list('p:', { limit: 100, reverse: true })
    t.strictSame(
      back.map(({ key }) => key),
      [...keys].reverse()
    )
  })

  t.test('a prefix is taken by its letters', async t => {
    const { records } = await open(t)
    for (const key of ['a_b:1', 'aXb:1', 'a%b:1', 'A_B:1', "a'b:1", 'a*b:1', 'a\u{10ffff}1', 'a\ud7ff1', 'a\ue0001'])
      await records.set(key, `"${key}"`)
    for (const prefix of ['a_b', 'a%b', "a'b", 'a*b', 'a\u{10ffff}', 'a\ud7ff', 'a\ue000'])
      t.strictSame(
        (await records.list(prefix, page)).map(({ key }) => key.slice(0, prefix.length)),
        [prefix]
      )
    t.equal((await records.list('', page)).length, 9)
  })

  t.test('a list goes on after a key, in both directions, and stops at its limit', async t => {
    const { records } = await open(t)
    for (const key of ['a', 'ab', 'abc', 'abd', 'b']) await records.set(key, '0')
    const keys = async (prefix: string, after: string | undefined, limit: number, reverse: boolean) =>
      (await records.list(prefix, { limit, reverse, ...(after !== undefined && { after }) })).map(({ key }) => key)
    t.strictSame(await keys('a', 'ab', 10, false), ['abc', 'abd'])
    t.strictSame(await keys('a', 'ab', 1, false), ['abc'])
    t.strictSame(await keys('a', 'abd', 10, true), ['abc', 'ab', 'a'])
    t.strictSame(await keys('a', 'abd', 2, true), ['abc', 'ab'])
    t.strictSame(await keys('ab', 'a', 10, false), ['ab', 'abc', 'abd'])
    t.strictSame(await keys('ab', 'z', 10, true), ['abd', 'abc', 'ab'])
    t.strictSame(await keys('ab', 'z', 10, false), [])
    t.strictSame(await keys('ab', 'a', 10, true), [])
  })

  t.test('a list by pages returns every key once', async t => {
    const { records } = await open(t)
    const keys = Array.from({ length: 25 }, (_, index) => `k${String(index).padStart(2, '0')}`)
    await records.commit(
      [],
      keys.map(key => ({ key, text: '0' }))
    )
    const listed: string[] = []
    for (let after: string | undefined; ; after = listed.at(-1)) {
      const found = await records.list('k', { limit: 10, reverse: false, ...(after !== undefined && { after }) })
      listed.push(...found.map(({ key }) => key))
      if (found.length < 10) break
    }
    t.strictSame(listed, keys)
  })

  t.test('what is put comes back with its time of expiry, whatever was there before', async t => {
    const { backend, clock } = await open(t)
    await backend.set('data:{a/b}:stays', '0', 1)
    const expiresAt = clock.now() + 5_000
    const put = [
      { key: 'data:{a/b}:goes', text: '1', expiresAt },
      { key: 'data:{a/b}:stays', text: '2' },
      { key: 'data:{a/c}:other', text: '3', expiresAt: Number.MAX_SAFE_INTEGER }
    ]
    await backend.put(put)
    const found = []
    for (const prefix of ['data:{a/b}:', 'data:{a/c}:'])
      for await (const page of backend.scan(prefix)) found.push(...page)
    t.strictSame(found, put)
    clock.advance(5_000)
    t.equal(await backend.get('data:{a/b}:goes'), undefined)
    t.equal(await backend.get('data:{a/b}:stays'), '2')
  })

  t.test('a scan says of each record when it expires, if it does', async t => {
    const { backend, clock } = await open(t)
    await backend.set('data:{a/b}:stays', '1')
    await backend.set('data:{a/b}:goes', '1', 5_000)
    const found: unknown[] = []
    for await (const page of backend.scan('data:{a/b}:'))
      for (const { key, expiresAt } of page) found.push([key, expiresAt])
    t.strictSame(found, [
      ['data:{a/b}:goes', clock.now() + 5_000],
      ['data:{a/b}:stays', undefined]
    ])
  })
}
