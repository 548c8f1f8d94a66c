import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'

interface StoredLead {
  readonly slug: string
}

t.test('a lead that an earlier version stored under another slug is found and written there', async t => {
  const { run, storage } = testContext(product)
  await run('score_lead', { companyName: 'Straße GmbH', signals: 'hiring' })
  const lead = await storage.get<StoredLead>('lead:strasse-gmbh')
  await storage.delete('lead:strasse-gmbh')
  await storage.set('lead:stra-e-gmbh', { ...lead, slug: 'stra-e-gmbh' })
  await storage.set('leads', ['stra-e-gmbh'])

  const { detail } = await run('score_lead', { companyName: 'Straße GmbH', signals: 'requested demo' })
  t.match(detail, { slug: 'stra-e-gmbh', previous: { score: Number } })
  t.notOk(await storage.get('lead:strasse-gmbh'))
  t.strictSame(await storage.get('leads'), ['stra-e-gmbh'])
  t.match((await run('draft_outreach', { companyName: 'Straße GmbH' })).detail, {
    basedOn: { leadSlug: 'stra-e-gmbh' }
  })
  t.match((await run('enrich', { companyName: 'Straße GmbH' })).detail, { subjects: [{}] })
})

t.test('another company that has the former slug for its own is left alone', async t => {
  const { run } = testContext(product)
  await run('score_lead', { companyName: 'Stra-e GmbH', signals: 'hiring' })
  const { detail } = await run('score_lead', { companyName: 'Straße GmbH', signals: 'hiring' })
  t.equal(detail.slug, 'strasse-gmbh')
  t.notOk(detail.previous)
})

t.test('a name in other letters that was stored under a hash is found', async t => {
  const { run, storage } = testContext(product)
  await run('score_lead', { companyName: 'Привет', signals: 'hiring' })
  const lead = await storage.get<StoredLead>('lead:privet-e58f1e8c55fa')
  await storage.delete('lead:privet-e58f1e8c55fa')
  await storage.set('lead:name-edz0bj', { ...lead, slug: 'name-edz0bj' })
  t.equal((await run('score_lead', { companyName: 'Привет', signals: '' })).detail.slug, 'name-edz0bj')
})

t.test('companies that a slug does not distinguish are different leads', async t => {
  const { run } = testContext(product)
  const companies = [
    '東京電力 Ltd',
    '東京ガス Ltd',
    'Ltd',
    'C++ Ltd',
    'C# Ltd',
    `${'a'.repeat(70)}b`,
    `${'a'.repeat(70)}c`
  ]
  for (const companyName of companies)
    t.notOk((await run('score_lead', { companyName, signals: 'hiring' })).detail.previous, companyName)
  t.ok((await run('score_lead', { companyName: 'c++, ltd.', signals: 'hiring' })).detail.previous)
})

t.test(
  'a lead that was stored under a slug that lost letters, or a hash, is found by the company of that name alone',
  async t => {
    const { run, storage } = testContext(product)
    const lead = { signals: 'hiring', isDisqualified: false, scores: [] }
    await storage.set('lead:ltd', { ...lead, company: '東京電力 Ltd', slug: 'ltd' })
    await storage.set('lead:name-clg5m8', { ...lead, company: '株式会社山田', slug: 'name-clg5m8' })
    await storage.set('leads', ['ltd', 'name-clg5m8'])
    const slugOf = async (companyName: string) =>
      (await run('score_lead', { companyName, signals: 'hiring' })).detail.slug
    t.equal(await slugOf('東京電力 Ltd'), 'ltd')
    t.match(await slugOf('東京ガス Ltd'), /^ltd-[0-9a-f]{12}$/)
    t.equal(await slugOf('株式会社山田'), 'name-clg5m8')
  }
)
