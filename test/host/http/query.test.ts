import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { connectionPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const plugins = { ...connectionPlugin, ...notesPlugin }
const key = { Authorization: `Bearer ${demoKey}` }
const config = '/api/v1/products/connection/config'
const settings = { settings: { colour: 'red' } }

t.test('dryRun is true or false, once; anything else saves nothing', async t => {
  const { call } = await start(t, { plugins })
  for (const query of [
    'dryRun=1',
    'dryRun=TRUE',
    'dryRun=yes',
    'dryRun=',
    'dryRun',
    'dryRun=%20true',
    'dryRun=true&dryRun=true',
    'dryRun=false&dryRun=true',
    'dryRun[]=true&dryRun=true&dryRun=true'
  ])
    t.match(await call('PUT', `${config}?${query}`, settings, key), {
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer: '#/dryRun' }] }
    })
  t.match(await call('PUT', `${config}?dryRun=true`, settings, key), { status: 200, body: { revision: 1 } })
  t.match((await call('GET', config, undefined, key)).body, { revision: 0 })
  t.match(await call('PUT', `${config}?dryRun=false`, settings, key), { status: 200, body: { revision: 1 } })
  t.match((await call('GET', config, undefined, key)).body, { revision: 1 })
})

t.test('an unknown query parameter of a config is refused, and not repeated', async t => {
  const { call } = await start(t, { plugins })
  for (const query of ['planted=1', 'dryrun=true', 'dryRun%5B%5D=true', 'dryRun=true&planted', '=true']) {
    const { status, body } = await call('PUT', `${config}?${query}`, settings, key)
    t.match(
      { status, body },
      {
        status: 400,
        body: { code: 'invalid_input', errors: [{ pointer: '#', fix: 'Send only dryRun.' }] }
      }
    )
    t.notMatch(JSON.stringify(body), 'planted')
  }
  t.match((await call('GET', config, undefined, key)).body, { revision: 0 })
})

t.test('a caller without a key hears of the key before the query', async t => {
  const { call } = await start(t, { plugins })
  t.match(await call('PUT', `${config}?dryRun=1`, settings), { status: 401 })
})

t.test('the parameters of usage are sent once, and no others', async t => {
  const { call } = await start(t, { plugins })
  for (const [query, pointer] of [
    ['from=2026-01-01&from=2026-01-02', '#/from'],
    ['to=2026-01-01&to=2026-01-01', '#/to'],
    ['format=json&format=csv', '#/format'],
    ['product=notes&product=other', '#/product'],
    ['since=2026-01-01', '#']
  ])
    t.match(await call('GET', `/api/v1/products/usage?${query}`, undefined, key), {
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer }] }
    })
})

t.test('the parameters of data are sent once, and no others', async t => {
  const { call } = await start(t, { plugins })
  const ada = await signedUp(call)
  for (const [query, pointer] of [
    ['limit=1&limit=2', '#/limit'],
    ['limit=', '#/limit'],
    ['limit=1e1', '#/limit'],
    ['limit=0x10', '#/limit'],
    ['limit=%205', '#/limit'],
    ['after=a&after=b', '#/after'],
    ['prefix=a&prefix=b', '#/prefix'],
    ['before=a', '#']
  ])
    t.match(await ada('GET', `/data/notes?${query}`), {
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer }] }
    })
})
