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
