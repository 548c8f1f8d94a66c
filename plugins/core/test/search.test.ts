import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import core from '../dist/index.js'

/** An account that remembers these values, and the keys that it then finds. */
async function searcher(values: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>) {
  const context = testContext(core)
  for (const [key, value] of Object.entries(values))
    await context.run('remember', typeof value === 'string' ? { key, value } : { key, ...value })
  return {
    ...context,
    find: async (query: string, choice: Readonly<Record<string, unknown>> = {}) =>
      (await context.run('recall', { query, ...choice })).detail.items.map(({ key }) => key)
  }
}

t.test('a search says what it found, where and how well', async t => {
  const { run } = await searcher({
    'client.preference': { value: 'Prefers meetings in the morning', tags: 'client' },
    'client.address': '12 Mill Lane',
    shopping: 'milk and bread'
  })
  t.strictSame(await run('recall', { query: 'what does the client prefer?' }), {
    ok: true,
    summary: 'Found 2 of 3 memories for "what does the client prefer?"; best match "client.preference".',
    metrics: { count: 2, total: 3, topScore: 24.3491 },
    detail: {
      mode: 'search',
      found: 2,
      total: 3,
      items: [
        {
          key: 'client.preference',
          value: 'Prefers meetings in the morning',
          tags: ['client'],
          version: 1,
          updatedAt: '2026-01-01T12:00:00.000Z',
          score: 24.3491,
          matched: { client: ['key', 'tags'], prefer: ['key', 'value'] },
          allTerms: true
        },
        {
          key: 'client.address',
          value: '12 Mill Lane',
          tags: [],
          version: 1,
          updatedAt: '2026-01-01T12:00:00.000Z',
          score: 2.5187,
          matched: { client: ['key'] }
        }
      ],
      allTerms: true
    }
  })
})

t.test('no hit is an answer', async t => {
  const { run } = await searcher({ a: 'milk' })
  t.strictSame(await run('recall', { query: 'submarine' }), {
    ok: true,
    summary: 'Found 0 of 1 memories for "submarine".',
    metrics: { count: 0, total: 1 },
    detail: { mode: 'search', found: 0, total: 1, items: [], allTerms: false }
  })
})

t.test('a word weighs most in the key, then in the tags, then in the value', async t => {
  const { find } = await searcher({
    'x.one': { value: 'budget', tags: 'other' },
    'x.two': { value: 'other', tags: 'budget' },
    'x.budget': { value: 'other', tags: 'other' }
  })
  t.strictSame(await find('budget'), ['x.budget', 'x.two', 'x.one'])
})

t.test('a memory with all terms comes before one with many of one', async t => {
  const { find } = await searcher({
    a: 'coffee coffee coffee coffee',
    b: 'tea in the garden, and coffee',
    c: 'a garden'
  })
  t.strictSame(await find('coffee garden'), ['b', 'a', 'c'])
})

t.test('words are found in their other forms, and without accents or case', async t => {
  const { find } = await searcher({ a: 'She was RUNNING late', b: 'Café Zürich', c: "the client's house" })
  t.strictSame(await find('runs'), ['a'])
  t.strictSame(await find('cafe'), ['b'])
  t.strictSame(await find('ZURICH'), ['b'])
  t.strictSame(await find('client'), ['c'])
})

t.test('a typing error is forgiven in terms of five letters and more, unless that is not wanted', async t => {
  const { find } = await searcher({ a: 'telephone', b: 'milk' })
  t.strictSame(await find('tellefon'), [])
  t.strictSame(await find('telepohne'), ['a'])
  t.strictSame(await find('telepohne', { fuzzy: false }), [])
  t.strictSame(await find('milc'), [])
})

t.test('the first three letters of a word find it, two do not', async t => {
  const { find } = await searcher({ a: 'refrigerator' })
  t.strictSame(await find('ref'), ['a'])
  t.strictSame(await find('re'), [])
})

t.test('words are found as other spellings and scripts write them', async t => {
  const { find } = await searcher({
    seoul: '저는 서울에서 살아요',
    tram: 'Die Straßenbahn hält am Łazienki-Park',
    field: 'the field companyName of HTTPServer',
    team: 'Ask the IT department, it is on WHO street',
    tokyo: '東京都の地図',
    greek: 'Η ΟΔΟΣ είναι μακριά',
    arabic: 'مُحَمَّد',
    wide: 'ＡＢＣＤ １２３'
  })
  t.strictSame(await find('서울'), ['seoul'])
  t.strictSame(await find('서울은'), ['seoul'])
  t.strictSame(await find('strasse'), ['tram'])
  t.strictSame(await find('STRASSENBAHN'), ['tram'])
  t.strictSame(await find('lazienki'), ['tram'])
  t.strictSame(await find('company'), ['field'])
  t.strictSame(await find('companyname'), ['field'])
  t.strictSame(await find('server'), ['field'])
  t.strictSame(await find('IT'), ['team'])
  t.strictSame(await find('who'), ['team'])
  t.strictSame(await find('東'), ['tokyo'])
  t.strictSame(await find('οδός'), ['greek'])
  t.strictSame(await find('محمد'), ['arabic'])
  t.strictSame(await find('abcd 123'), ['wide'])
})

t.test('a name of several words has all of them, written together or not', async t => {
  const { run } = await searcher({ together: 'companyName', apart: 'the name of the company' })
  for (const query of ['companyName', 'company name'])
    t.match(
      (await run('recall', { query })).detail.items.map(({ allTerms }) => allTerms),
      [true, true],
      query
    )
})

t.test('a key or a value of nothing but stop words is found by them', async t => {
  const { find } = await searcher({ it: 'milk', play: 'to be or not to be' })
  t.strictSame(await find('it'), ['it'])
  t.strictSame(await find('to be or not to be'), ['play'])
})

t.test('a query of nothing but stop words finds nothing', async t => {
  const { find } = await searcher({ a: 'the cat is on the mat' })
  t.strictSame(await find('what is the'), [])
})

t.test('scripts without spaces are found by their words', async t => {
  const { find } = await searcher({
    tokyo: '私は東京に住んでいます',
    roast: '我喜欢吃北京烤鸭',
    coffee: 'ฉันชอบกาแฟร้อน',
    moscow: 'Встреча в Москве',
    cairo: 'اجتماع في القاهرة',
    cake: '🎂 on Friday'
  })
  t.strictSame(await find('東京'), ['tokyo'])
  t.strictSame(await find('烤鸭'), ['roast'])
  t.strictSame(await find('กาแฟ'), ['coffee'])
  t.strictSame(await find('москве'), ['moscow'])
  t.strictSame(await find('القاهرة'), ['cairo'])
  t.strictSame(await find('🎂'), ['cake'])
})

t.test('words that name properties of every object are words like others', async t => {
  const { find } = await searcher({ a: 'constructor __proto__ toString', b: 'hasOwnProperty' })
  t.strictSame(await find('constructor'), ['a'])
  t.strictSame(await find('__proto__'), ['a'])
  t.strictSame(await find('hasownproperty'), ['b'])
})

t.test('newer counts more: by a quarter at first, and by 0.25/e after 30 days', async t => {
  const { run, clock } = testContext(core)
  const score = async (key: string) =>
    (await run('recall', { query: 'milk' })).detail.items.find(item => item.key === key)?.score ?? 0
  await run('remember', { key: 'old', value: 'milk' })
  await run('remember', { key: 'other', value: 'bread' })
  const fresh = await score('old')
  clock.advance(30 * 86_400_000)
  const aged = await score('old')
  clock.advance(3650 * 86_400_000)
  const ancient = await score('old')
  t.equal(Math.round((fresh / ancient) * 1000), 1250)
  t.equal(Math.round((aged / ancient) * 1000), 1092)
})

t.test('a pin multiplies the score by 1.2', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'a', value: 'milk' })
  await run('remember', { key: 'b', value: 'milk', pinned: true })
  const [first, second] = (await run('recall', { query: 'milk' })).detail.items
  t.match([first, second], [{ key: 'b', pinned: true }, { key: 'a' }])
  t.equal(Math.round(((first?.score ?? 0) / (second?.score ?? 1)) * 1000), 1200)
})

t.test('equal scores are ordered by key', async t => {
  const { find } = await searcher({ c: 'milk', a: 'milk', b: 'milk' })
  t.strictSame(await find('milk'), ['a', 'b', 'c'])
})

t.test('prefix and tags narrow a search before it is counted', async t => {
  const { run } = await searcher({
    'home.a': { value: 'milk', tags: 'shop' },
    'home.b': { value: 'milk' },
    'work.c': { value: 'milk', tags: 'shop' }
  })
  const { detail } = await run('recall', { query: 'milk', prefix: 'home.', tags: 'shop' })
  t.match(detail, { found: 1, total: 3, items: [{ key: 'home.a' }] })
})

t.test('a search goes on from page to page', async t => {
  const { run } = await searcher(Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map(key => [key, 'milk'])))
  const pages = []
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const { detail }: { detail: { items: { key: string }[]; nextOffset?: number } } = await run('recall', {
      query: 'milk',
      limit: 2,
      offset
    })
    pages.push(detail.items.map(({ key }) => key).join(''))
    offset = detail.nextOffset
  }
  t.strictSame(pages, ['ab', 'cd', 'ef'], 'the last page is full, and there is none behind it')
})

t.test('a long value is shown by the part where most of the terms stand together', async t => {
  const filler = 'Nothing of interest was said about anything at all. '.repeat(6)
  const { run } = await searcher({
    report: `${filler}The budget. ${filler}In May the board meets to settle the budget for the harbour. ${filler}`,
    short: 'The budget'
  })
  const { items } = (await run('recall', { query: 'harbour budget board' })).detail
  t.equal(
    items.find(({ key }) => key === 'report')?.snippet,
    '…anything at all. In May the board meets to settle the budget for the harbour. Nothing of interest was said about ' +
      'anything at all. Nothing of interest was…'
  )
  t.notOk('snippet' in (items.find(({ key }) => key === 'short') ?? {}))
})

t.test('a value of 160 characters is shown whole, and a longer one by an excerpt', async t => {
  const long = `budget ${'x'.repeat(153)}`
  const { run } = await searcher({ whole: long, longer: `${long}x` })
  const { items } = (await run('recall', { query: 'budget' })).detail
  t.strictSame(items.map(({ key, snippet }) => [key, snippet !== undefined]).sort(), [
    ['longer', true],
    ['whole', false]
  ])
})

t.test('terms belong to one excerpt up to 100 characters apart', async t => {
  const apart = (gap: number) => `The harbour. ${'-'.repeat(200)} budget${'-'.repeat(gap)}board ${'-'.repeat(200)}`
  const { run } = await searcher({ near: apart(94), far: apart(95) })
  const { items } = (await run('recall', { query: 'harbour budget board' })).detail
  const beginning = (key: string) => items.find(each => each.key === key)?.snippet?.slice(0, 12)
  t.equal(beginning('far'), 'The harbour.')
  t.not(beginning('near'), 'The harbour.')
})

t.test('a word of five letters may have one typing error, a shorter one none', async t => {
  const { find } = await searcher({ five: 'lemon', four: 'kiwi' })
  t.strictSame(await find('lamon'), ['five'])
  t.strictSame(await find('kawi'), [])
})

t.test('a name of several words is found by one of them, but has all terms only with all', async t => {
  const { run } = await searcher({ one: 'the company', both: 'the name of the company' })
  const { items } = (await run('recall', { query: 'companyName' })).detail
  t.strictSame(
    items.map(({ key, allTerms }) => [key, allTerms]),
    [
      ['both', true],
      ['one', undefined]
    ]
  )
})

t.test('an old version is never found, a correction takes its place', async t => {
  const { find, run } = await searcher({ 'client.city': 'The client lives in Paris' })
  t.strictSame(await find('paris'), ['client.city'])
  await run('remember', { key: 'client.city', value: 'The client lives in Rome' })
  t.strictSame(await find('paris'), [])
  t.strictSame(await find('rome'), ['client.city'])
  t.match((await run('recall', { query: 'where does the client live' })).detail, {
    found: 1,
    items: [{ value: 'The client lives in Rome', version: 2 }]
  })
})

t.test('the same fact twice is there once', async t => {
  const { run, find } = await searcher({ fact: 'Alice likes tea' })
  await run('remember', { key: 'fact', value: 'Alice likes tea' })
  t.strictSame(await find('alice'), ['fact'])
})

t.test('what was forgotten is not found', async t => {
  const { run, find } = await searcher({ a: 'milk', b: 'milk' })
  t.strictSame(await find('milk'), ['a', 'b'])
  await run('remember', { key: 'a', mode: 'forget' })
  t.strictSame(await find('milk'), ['b'])
})
