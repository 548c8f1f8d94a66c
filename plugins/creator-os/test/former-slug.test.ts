import { readFile } from 'node:fs/promises'
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

t.test('platforms that a slug does not distinguish have different names', async t => {
  const { run } = testContext(product)
  const names = [
    'C Forum',
    'C++ Forum',
    'C# Forum',
    '東京フォーラム',
    '大阪フォーラム',
    '東京X',
    `${'ß'.repeat(40)}b`,
    `${'ß'.repeat(40)}c`
  ]
  const named = async (platform: string) =>
    (await run('synthesize', { topic: 'Pricing', platform, audience: 'founders' })).detail.platform
  const found = []
  for (const name of names) found.push(await named(name))
  t.equal(new Set(found).size, names.length)
  t.equal(found[0], 'c-forum')
  t.equal(await named('ｃ++ forum'), found[1])
  t.equal(await named('LinkedIn'), 'linkedin')
})

t.test('a platform that an earlier version planned under a slug that lost letters goes on under it', async t => {
  const { run, storage } = await formerStore()
  const results = [{ platform: 'C++ Forum', at: '2026-11-21T09:00:00Z', engagementRate: 3 }]
  const { detail } = await run('schedule', { platforms: 'C++ Forum', weeks: 1, results })
  t.ok(detail.entries.every(({ platform }) => platform === 'c-forum'))
  t.match(await storage.get('perf:c-forum'), { seen: { length: 2 } })
  t.match((await run('synthesize', { topic: 'Pricing', platform: 'c++ forum', audience: 'founders' })).detail, {
    platform: 'c-forum'
  })
})

/** What version 1.3 stored of one account, a record a line. */
async function formerStore() {
  const context = testContext(product, { now: '2026-11-22T12:00:00Z' })
  const lines = await readFile(new URL('../test/former-names.jsonl', import.meta.url), 'utf8')
  for (const line of lines.trim().split('\n')) {
    const { key, value }: { readonly key: string; readonly value: unknown } = JSON.parse(line)
    await context.storage.set(key, value)
  }
  return context
}
