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
  const lead = await storage.get<StoredLead>('lead:privet')
  await storage.delete('lead:privet')
  await storage.set('lead:name-edz0bj', { ...lead, slug: 'name-edz0bj' })
  t.equal((await run('score_lead', { companyName: 'Привет', signals: '' })).detail.slug, 'name-edz0bj')
})
