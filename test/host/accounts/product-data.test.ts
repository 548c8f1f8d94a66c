import t, { type Test } from 'tap'
import { ProductData } from '../../../host/dist/accounts/product-data.js'
import { JobErasure } from '../../../host/dist/jobs/job-store.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import {
  connectionPlugin,
  controlledPlugin,
  memoryStore,
  movableClock,
  notesPlugin,
  type Reply,
  start
} from '../../fixtures/start-host.js'

/** Somebody with three notes, and a record that the product stores for itself. */
async function owner(t: Test) {
  const store = await memoryStore()
  const clock = movableClock('2026-01-01T12:00:00Z')
  const host = await start(t, { plugins: { ...connectionPlugin, ...notesPlugin }, store, clock })
  const ada = await signedUp(host.call)
  for (const text of ['Oat milk', 'bread', 'oats'])
    await ada('POST', '/products/notes/execute', { action: 'add', text })
  await store.namespace(ada.id, 'notes').set('count', 3)
  return { ...host, store, clock, ada }
}

const textsOf = ({ body }: Reply) => body.records.map(({ value }: { value: { text: string } }) => value.text)

t.test('records are found by their text, whatever its case, and internal ones can be left out', async t => {
  const { ada } = await owner(t)
  const all = await ada('GET', '/data/notes')
  t.strictSame(all.body.kinds, { 'note:': { title: 'Note', text: '/text', deletion: 'alone' } })
  t.equal(all.body.records.length, 4)
  t.strictSame(textsOf(await ada('GET', '/data/notes?hidesInternal=true')), ['Oat milk', 'bread', 'oats'])
  t.strictSame(textsOf(await ada('GET', '/data/notes?search=OAT')), ['Oat milk', 'oats'])
  t.strictSame(textsOf(await ada('GET', '/data/notes?search=none')), [])
  t.match(await ada('GET', '/data/notes?hidesInternal=maybe'), {
    status: 400,
    body: { errors: [{ pointer: '#/hidesInternal' }] }
  })
})

t.test(
  'a search finds nothing in the records of a product that is no longer served, and they are not denied',
  async t => {
    const { ada, store } = await owner(t)
    await store.namespace(ada.id, 'former').set('a', 'milk')
    for (const question of ['search=tea', 'hidesInternal=true', 'prefix=b'])
      t.match(await ada('GET', `/data/former?${question}`), { status: 200, body: { records: [], next: null } })
    t.match(await ada('GET', '/data/unknown?search=tea'), { status: 404, body: { code: 'unknown_product' } })
  }
)

t.test('a search finds quotes, backslashes and line breaks, and not those of JSON itself', async t => {
  const { ada } = await owner(t)
  const text = 'say "hi" \\\\ and\nleave'
  await ada('POST', '/products/notes/execute', { action: 'add', text })
  for (const part of ['"hi"', '\\\\ AND', 'and\nleave'])
    t.strictSame(textsOf(await ada('GET', `/data/notes?search=${encodeURIComponent(part)}`)), [text], part)
  for (const part of ['":"', '{"', '\\"', '\\n'])
    t.strictSame(textsOf(await ada('GET', `/data/notes?search=${encodeURIComponent(part)}`)), [], part)
})

t.test('records can be read from the last key to the first, page by page', async t => {
  const { ada } = await owner(t)
  const first = await ada('GET', '/data/notes?prefix=note:&reverse=true&limit=2')
  t.strictSame(textsOf(first), ['oats', 'bread'])
  const second = await ada('GET', `/data/notes?prefix=note:&reverse=true&limit=2&after=${first.body.next}`)
  t.strictSame(textsOf(second), ['Oat milk'])
  t.equal(second.body.next, null)
})

t.test('a product in a thread has the same kinds of records', async t => {
  const { call } = await start(t, { entries: { '@test/notes': { isolation: 'thread' } } })
  const ada = await signedUp(call)
  t.strictSame((await ada('GET', '/data/notes')).body.kinds, {
    'note:': { title: 'Note', text: '/text', deletion: 'alone' }
  })
})

t.test('a search that reads much ends a page, and the next one goes on behind it', async t => {
  const { ada, store } = await owner(t)
  const namespace = store.namespace(ada.id, 'notes')
  for (let number = 10; number < 20; number++) await namespace.set(`note:${number}`, { text: 'x'.repeat(200_000) })
  const found: string[] = []
  let pages = 0
  for (let next: string | null = ''; next !== null; pages++) {
    const page: Reply = await ada('GET', `/data/notes?search=oat&limit=2${next && `&after=${next}`}`)
    found.push(...textsOf(page))
    next = page.body.next
  }
  t.strictSame(found, ['Oat milk', 'oats'])
  t.ok(pages > 2, `${pages} pages`)
})

t.test('a record is deleted alone only if its kind says that nothing depends on it', async t => {
  const { ada, store } = await owner(t)
  const [first] = (await ada('GET', '/data/notes?prefix=note:')).body.records
  const remove = (key: string, slug = 'notes') => ada('DELETE', `/data/${slug}/records`, { key })
  t.equal((await remove(first.key)).status, 204)
  t.match(await remove(first.key), { status: 404, body: { code: 'not_found' } })
  t.strictSame(textsOf(await ada('GET', '/data/notes?hidesInternal=true')), ['bread', 'oats'])
  t.match(await remove('count'), { status: 409, body: { code: 'record_in_use' } })
  await store.namespace(ada.id, 'connection').set('runs:one', [])
  t.match(await remove('runs:one', 'connection'), { status: 409, body: { code: 'record_in_use' } })
  t.match(await remove('note:\u0000'), { status: 400 })
  t.match(await remove('x'.repeat(1_201)), { status: 400, body: { errors: [{ pointer: '#/key' }] } })
  t.match(await remove('note:one', 'none'), { status: 404, body: { code: 'unknown_product' } })
})

t.test('everything of a product is deleted with its jobs, and nothing of another product', async t => {
  const { ada, store, clock, host } = await owner(t)
  const plan = { action: 'plan', id: 'later', at: clock.now() + 60_000 }
  t.equal((await ada('POST', '/products/connection/execute', plan)).status, 200)
  await store.namespace(ada.id, 'former').set('a', 1)
  for (const slug of ['connection', 'former']) t.equal((await ada('DELETE', `/data/${slug}`)).status, 204)
  clock.advance(120_000)
  await host.runDueJobs()
  const left = []
  for await (const { slug } of store.accountRecords(ada.id)) left.push(slug)
  t.strictSame(left, ['notes', 'notes', 'notes', 'notes'], 'the job has not run')
  t.match(await ada('DELETE', '/data/former'), { status: 404, body: { code: 'unknown_product' } })
  const { events } = (await ada('GET', '/accounts/me/events')).body
  t.match(events[0], { kind: 'product_data_erased', product: 'former' })
})

t.test(
  'a record that cannot be read is shown as such beside the others, is named in the log, and can be deleted',
  async t => {
    const { ada, store, lines } = await owner(t)
    const damage = (key: string, slug = 'notes') => store.keyv.set(`data:{${ada.id}/${slug}}:${key}`, '{"text":')
    await damage('note:damaged')
    await damage('state')
    const { status, body } = await ada('GET', '/data/notes')
    t.equal(status, 200)
    const unreadable = { value: null, isUnreadable: true }
    t.strictSame(
      body.records.filter(({ key }: { key: string }) => /damaged|state/.test(key)),
      [
        { key: 'note:damaged', ...unreadable },
        { key: 'state', ...unreadable }
      ]
    )
    t.equal(body.records.length, 6)
    const line = lines.find(text => text.includes('stored records cannot be read')) ?? '{}'
    t.match(JSON.parse(line), { level: 50, account: ada.id, product: 'notes', records: ['note:damaged', 'state'] })
    t.match((await ada('GET', '/data/notes?search=DAMAGED')).body.records, [{ key: 'note:damaged', ...unreadable }])
    t.strictSame((await ada('GET', '/data/notes?search=null')).body.records, [])

    t.equal((await ada('DELETE', '/data/notes/records', { key: 'note:damaged' })).status, 204)
    t.equal((await ada('DELETE', '/data/notes')).status, 204)
    t.strictSame((await ada('GET', '/data/notes')).body.records, [])
    await damage('state', 'former')
    t.match((await ada('GET', '/data/former')).body.records, [{ key: 'state', ...unreadable }])
    t.equal((await ada('DELETE', '/data/former')).status, 204)
    t.equal((await ada('GET', '/data/former')).status, 404)
  }
)

t.test('deleting everything needs a recent sign-in', async t => {
  const { ada, clock } = await owner(t)
  clock.advance(16 * 60_000)
  t.match(await ada('DELETE', '/data/notes'), { status: 403, body: { code: 'recent_sign_in_required' } })
  t.equal((await ada('GET', '/data/notes')).body.records.length, 4)
})

t.test(
  'what calls write while everything is deleted goes too, jobs included, and endless writing is reported',
  async t => {
    const store = await memoryStore()
    const clock = movableClock('2026-01-01T12:00:00Z')
    const owner = { account: 'ada', slug: 'notes' }
    const namespace = store.namespace('ada', 'notes')
    const schedule = { id: 'later', at: clock.now(), action: 'add', input: {} }
    const left = async () => [
      ...(await namespace.list('', { limit: 10 })),
      ...(await store.own('jobs').list('', { limit: 10 }))
    ]
    const data = (writesLeft: number, write: () => Promise<void>) => {
      const jobs = new JobErasure(store, { error: () => undefined })
      const { eraseProduct } = jobs
      let writes = writesLeft
      jobs.eraseProduct = async erased => {
        await eraseProduct.call(jobs, erased)
        if (writes-- > 0) await write()
      }
      return new ProductData(store, clock, jobs)
    }
    for (const write of [
      () => namespace.set('count', 1),
      () => namespace.update([], () => ({ jobs: [{ schedule }], result: undefined }))
    ]) {
      await namespace.set('note:one', 1)
      await data(3, write).erase(owner)
      t.strictSame(await left(), [{ key: 'erased:ada/notes', value: clock.now() }])
      await t.rejects(data(1_000, write).erase(owner), { code: 'overloaded' })
    }
  }
)

t.test('a call that began before everything was deleted schedules no job after it, and a later one does', async t => {
  const store = await memoryStore()
  const clock = movableClock('2026-01-01T12:00:00Z')
  const { call } = await start(t, { plugins: controlledPlugin, store, clock })
  const ada = await signedUp(call)
  const later = (id: string, how = 'well') =>
    ada('POST', '/products/controlled/execute', { action: 'later', id, at: clock.now() + 60_000, how })
  const jobs = async () => (await store.own('jobs').list(`job:${ada.id}/`)).map(({ key }) => key.split('/').at(-1))
  const early = later('early', 'wait')
  await begun.reached('early')
  t.equal((await later('kept for now')).status, 200)
  t.equal((await ada('DELETE', '/data/controlled')).status, 204)
  t.strictSame(await jobs(), [])
  opened.reach('early')
  t.match(await early, { status: 503, body: { code: 'store_unavailable', retryable: false } })
  t.strictSame(await jobs(), [])
  clock.advance(1_000)
  t.equal((await later('late')).status, 200)
  t.strictSame(await jobs(), ['late'])
})

t.test('what all accounts have stored with a product is counted, and erased with their settings and jobs', async t => {
  const { ada, store, clock, call } = await owner(t)
  const bob = await signedUp(call, 'bob@example.org')
  await bob('POST', '/products/notes/execute', { action: 'add', text: 'tea' })
  const saved = { settings: { apiToken: 'of bob', endpoint: 'https://api.example.org' } }
  t.equal((await bob('PUT', '/products/connection/config', saved)).status, 200)
  const silent = { error: () => undefined }
  const data = new ProductData(store, clock, new JobErasure(store, silent))
  t.strictSame(await data.amountOf('notes'), { accounts: 2, records: 5, configs: 0 })
  t.strictSame(await data.amountOf('connection'), { accounts: 1, records: 0, configs: 1 })
  t.strictSame(await data.amountOf('note'), { accounts: 0, records: 0, configs: 0 })
  await data.eraseForAll('connection')
  t.match((await bob('GET', '/products/connection/config')).body, { settings: { apiToken: null } })
  t.strictSame(await data.amountOf('notes'), { accounts: 2, records: 5, configs: 0 }, 'nothing of other products')
  await data.eraseForAll('notes')
  for (const person of [ada, bob]) t.strictSame(textsOf(await person('GET', '/data/notes')), [])
  t.strictSame(await data.amountOf('notes'), { accounts: 0, records: 0, configs: 0 })
})
