import t from 'tap'
import { memoryStore, reexport, start } from '../../fixtures/start-host.js'

const execute = '/api/v1/products/notes/execute'
const plugins = { '@test/notes': reexport('./products/notes.js', 'notes') }

for (const isolation of ['inline', 'worker'])
  t.test(`a record that cannot be read is a fault of the store, and its product stays up: ${isolation}`, async t => {
    const store = await memoryStore()
    const { call, keys, lines } = await start(t, { plugins, store, entries: { '@test/notes': { isolation } } })
    const [one, other] = [await keys.create('one', 'key'), await keys.create('other', 'key')]
    const latest = (key: string) => call('POST', execute, { action: 'latest' }, { Authorization: `Bearer ${key}` })
    t.match(await call('POST', execute, { action: 'add', text: 'milk' }, { Authorization: `Bearer ${one.key}` }), {
      status: 200
    })
    await store.keyv.set('data:{one/notes}:note:damaged', '{"id":')
    for (let index = 0; index < 30; index++)
      t.match(await latest(one.key), { status: 500, body: { code: 'internal_error', ok: false } })
    t.match(await latest(other.key), { status: 200 }, 'the circuit is closed')
    const line = lines.find(text => text.includes('a stored record cannot be read')) ?? '{}'
    t.match(JSON.parse(line), { level: 50, product: 'notes', action: 'latest', account: 'one', record: 'note:damaged' })
  })

t.test('a job whose record cannot be read holds up no other job', async t => {
  const store = await memoryStore()
  const { host, call, keys } = await start(t, { plugins, store })
  const { key } = await keys.create('one', 'key')
  const schedule = (id: string, at: number) =>
    store.namespace('one', 'notes').update([], () => ({
      jobs: [{ schedule: { id, at, action: 'add', input: { text: id } } }],
      result: undefined
    }))
  // Later than what the host looks for by itself until the record is damaged.
  await schedule('damaged', Date.now() + 500)
  await store.keyv.set('host:{jobs}:job:one/notes/damaged', 'not JSON')
  await schedule('sound', Date.now() + 550)
  await new Promise(resolve => setTimeout(resolve, 600))
  for (let attempt = 0; attempt < 2; attempt++) await host.runDueJobs().catch(() => undefined)
  t.match(await call('POST', execute, { action: 'latest' }, { Authorization: `Bearer ${key}` }), {
    status: 200,
    body: { detail: { notes: [{ text: 'sound' }] } }
  })
})
