import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'

t.test('a platform that an earlier version planned under another name is found and keeps it', async t => {
  const { run, storage } = testContext(product, { now: '2026-11-22T12:00:00Z' })
  await storage.set('plan', [
    {
      id: 'stra-e-forum-20261125T0900Z',
      platform: 'stra-e-forum',
      platformTitle: 'Straße Forum',
      utc: '2026-11-25T09:00:00.000Z',
      title: 'Pricing',
      score: 0.5,
      why: 'An earlier version chose it.'
    }
  ])
  const { detail } = await run('schedule', {
    platforms: 'Straße Forum',
    weeks: 1,
    results: [{ platform: 'Straße Forum', at: '2026-11-20T09:00:00Z', engagementRate: 3 }]
  })
  t.ok(detail.entries.length > 1)
  t.ok(detail.entries.every(({ platform }) => platform === 'stra-e-forum'))
  t.ok(await storage.get('perf:stra-e-forum'))
  const draft = await run('synthesize', { topic: 'Pricing', platform: 'Straße Forum', audience: 'founders' })
  t.equal(draft.detail.platform, 'stra-e-forum')
})

t.test('a platform of which nothing is stored has the name of today', async t => {
  const { run } = testContext(product)
  const { detail } = await run('synthesize', { topic: 'Pricing', platform: 'Straße Forum', audience: 'founders' })
  t.equal(detail.platform, 'strasse-forum')
})
