import { readFile } from 'node:fs/promises'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { jane } from './receiver.js'

t.test('a destination that is set up under the slug of an earlier version is found', async t => {
  const settings = { 'destination.stra-e.url': 'https://crm.example/leads' }
  const { run } = testContext(leadconnect, { settings, egress: { request: () => ({ status: 200 }) } })
  const { detail } = await run('ingest', { ...jane, destination: 'Straße' })
  t.match(detail, { destination: 'stra-e', status: 'delivered' })
})

t.test('a destination for which an earlier version holds leads is found', async t => {
  const { run } = testContext(leadconnect)
  t.match((await run('ingest', { ...jane, destination: 'stra-e' })).detail, { destination: 'stra-e', status: 'held' })
  const later = await run('ingest', { ...jane, email: 'tom@acme.com', destination: 'Straße' })
  t.match(later.detail, { destination: 'stra-e', status: 'held' })
  const listed = await run('route', { deliveries: 'held', destination: 'Straße' })
  t.equal(listed.detail.deliveries?.length, 2)
})

t.test('a destination of which nothing is stored has the slug of today', async t => {
  const { run } = testContext(leadconnect)
  t.equal((await run('ingest', { ...jane, destination: 'Straße' })).detail.destination, 'strasse')
})

t.test('destinations that a slug does not distinguish are different destinations', async t => {
  const settings = { 'destination.c.url': 'https://crm.example/leads' }
  const { run } = testContext(leadconnect, { settings, egress: { request: () => ({ status: 200 }) } })
  t.match((await run('ingest', { ...jane, destination: 'C' })).detail, { destination: 'c', status: 'delivered' })
  for (const destination of ['C++', 'C#', '顧客C'])
    t.match((await run('ingest', { ...jane, destination })).detail, { destination: /^c-[0-9a-f]{12}$/, status: 'held' })
  const { detail } = await run('route', { deliveries: 'held', destination: 'c++' })
  t.equal(detail.deliveries?.length, 1)
})

t.test('leads that an earlier version holds under a slug that lost letters are listed and go on under it', async t => {
  const { run } = await formerStore()
  const held = async () => (await run('route', { deliveries: 'held', destination: '顧客A' })).detail.deliveries
  t.match(await held(), [{ destination: 'a' }])
  t.match((await run('ingest', { ...jane, email: 'tom@acme.com', destination: '顧客A' })).detail, { destination: 'a' })
  t.equal((await held())?.length, 2)
})

/** What version 1.2 stored of one account, a record a line. */
async function formerStore() {
  const context = testContext(leadconnect)
  const lines = await readFile(new URL('../test/former-names.jsonl', import.meta.url), 'utf8')
  for (const line of lines.trim().split('\n')) {
    const { key, value }: { readonly key: string; readonly value: unknown } = JSON.parse(line)
    await context.storage.set(key, value)
  }
  return context
}
