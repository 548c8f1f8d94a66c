import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'

/** What a lead called Acme Ltd with these signals comes to: "58 warm C1". */
async function resultOf(signals: string, others: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { metrics, detail } = await testContext(product).run('score_lead', {
    companyName: 'Acme Ltd',
    signals,
    ...others
  })
  return `${metrics.score} ${detail.tier} ${detail.grade}`
}

t.test('without signals, those of the last score count, and a dry run stores nothing', async t => {
  const { run, storage } = testContext(product)
  const first = await run('score_lead', { companyName: 'Acme', signals: 'requested demo', employees: 250 })
  const before = await storage.list('')
  const asked = await run('score_lead', { companyName: 'Acme', dryRun: true })
  t.equal(asked.detail.score, first.detail.score)
  t.match(asked.detail.previous, { score: first.detail.score, delta: 0 })
  await run('score_lead', { companyName: 'Acme', signals: 'no budget', dryRun: true })
  t.strictSame(await storage.list(''), before)
  const again = await run('score_lead', { companyName: 'Acme' })
  t.equal(again.detail.score, first.detail.score)
})

t.test('the figures of the contract', async t => {
  t.equal(await resultOf('hiring, raised series B, requested demo'), '72 hot C1')
  const many = 'pricing page, 250 employees, CTO opened email, renewal this quarter, requested demo, referral'
  t.equal(await resultOf(many), '82 hot B1')
  t.equal(await resultOf('requested demo'), '53 warm D1')
  t.equal(await resultOf('requested demo last week'), '47 warm D1')
  t.equal(await resultOf('requested demo 6 months ago'), '17 cold D4')
  t.equal(await resultOf('no budget, layoffs'), '0 cold D4')
  t.equal(await resultOf('not hiring, not evaluating'), '11 cold D4')
  t.equal(await resultOf(''), '17 cold D4')
  t.equal(await resultOf('likes blue, plays golf'), '17 cold D4')
  const nine =
    'mid-market, raised series B, migrating from spreadsheets, head of operations, requested demo, hiring, new office, replied, attended a webinar'
  t.equal(await resultOf(nine), '94 hot A1')
})

t.test('the answer to a lead', async t => {
  const { run } = testContext(product)
  const { ok, summary, metrics, detail } = await run('score_lead', {
    companyName: ' Acme  Ltd ',
    signals: 'hiring, raised series B, requested demo, plays golf'
  })
  t.equal(ok, true)
  t.equal(summary, 'Acme Ltd scores 72 (hot, C1): "requested demo", "raised series B", "hiring".')
  t.strictSame(metrics, { score: 72, fit: 43, intent: 95, risk: 0, signals: 4, recognised: 3, confidence: 0.75 })
  t.match(detail, {
    company: 'Acme Ltd',
    slug: 'acme-ltd',
    score: 72,
    nextAction: 'call today',
    disqualified: false,
    unrecognised: ['plays golf'],
    missing: ['size', 'need', 'access', 'icp', 'timing', 'engagement', 'referral'],
    whatWouldRaiseIt: [
      { group: 'size', phrase: '1,000 or more employees', points: 11 },
      { group: 'access', phrase: 'contact is C-level or founder', points: 6 },
      { group: 'need', phrase: 'replacing a legacy system', points: 5 }
    ]
  })
  t.strictSame(detail.contributions, [
    { dimension: 'fit', group: 'start', points: 11.25, decay: 1, reason: 'every lead starts with a fit of 25' },
    { dimension: 'intent', group: 'start', points: 5.5, decay: 1, reason: 'every lead starts with an intent of 10' },
    {
      phrase: 'requested demo',
      dimension: 'intent',
      group: 'ask',
      points: 35.75,
      decay: 1,
      reason: '"requested demo", read as "wants or had a demo": 65 intent points'
    },
    {
      phrase: 'raised series B',
      dimension: 'fit',
      group: 'finance',
      points: 8.1,
      decay: 1,
      reason: '"raised series B": 18 fit points'
    },
    {
      phrase: 'hiring',
      dimension: 'intent',
      group: 'trigger',
      points: 7.7,
      decay: 1,
      reason: '"hiring": 14 intent points'
    },
    {
      phrase: 'raised series B',
      dimension: 'intent',
      group: 'trigger',
      points: 3.3,
      decay: 1,
      reason:
        '"raised series B", read as "raised funding": 12 intent points; 50% of it counts, as there is stronger evidence of the same kind'
    },
    { dimension: 'score', group: 'rounding', points: 0.4, decay: 1, reason: 'rounded to a whole number' }
  ])
})

t.test('ordinary phrases move a score the right way, in four languages', async t => {
  const { score } = (await testContext(product).run('score_lead', { companyName: 'Acme', signals: '' })).detail
  const moved = async (signals: string) =>
    (await testContext(product).run('score_lead', { companyName: 'Acme', signals })).detail.score - score
  for (const phrase of [
    'VP Ops forwarded our deck to her team',
    'contract with Salesforce ends in June',
    'möchte ein Angebot über 50 Lizenzen',
    'a accepté le rendez-vous de lundi',
    'han aprobado la propuesta'
  ])
    t.ok((await moved(phrase)) > 0, phrase)
  for (const phrase of [
    'no-show at demo',
    'trial expired without use',
    'CTO left the company',
    'works at a competitor',
    'geht seit Wochen nicht ans Telefon',
    'trouve notre prix trop élevé',
    'eligieron otra herramienta'
  ])
    t.ok((await moved(phrase)) < 0, phrase)
  t.equal(await moved('former CEO'), 0)
})

t.test('profile fields count like signals', async t => {
  t.equal(await resultOf('', { employees: 1200 }), '28 cool B4')
  t.equal(await resultOf('', { icp: 'fintech, payments, acme, golf' }), '20 cool C4')
  t.equal(await resultOf('we do fintech payments', { icp: 'fintech, payments, acme, golf' }), '28 cool C4')
  t.equal(await resultOf('not fintech', { icp: 'fintech' }), '17 cold D4')
  t.equal(await resultOf('', { email: 'jane@gmail.com' }), '9 cold D4')
  t.equal(await resultOf('', { email: 'jane@sub.mailinator.com' }), '0 cold D4')
  t.equal(await resultOf('', { email: 'jane@acme.co.uk' }), '17 cold D4')
})

t.test('a lead that is not to be contacted scores 0, whatever else it has', async t => {
  const { run } = testContext(product)
  const { summary, detail, metrics } = await run('score_lead', {
    companyName: 'Acme Ltd',
    signals: 'unsubscribed last year, requested demo, series C, enterprise'
  })
  t.equal(summary, 'Acme Ltd scores 0 (cold, A1): not to be contacted.')
  t.match(
    { detail, metrics },
    { metrics: { score: 0 }, detail: { disqualified: true, nextAction: 'drop', whatWouldRaiseIt: [] } }
  )
  t.equal(await resultOf('not unsubscribed, requested demo'), '53 warm D1')
})

t.test('no lead is dropped for a lack of evidence', async t => {
  const { run } = testContext(product)
  const next = async (signals: string) =>
    (await run('score_lead', { companyName: 'Acme Ltd', signals })).detail.nextAction
  t.equal(await next('plays golf'), 'nurture')
  t.equal(await next('no budget'), 'drop')
  t.equal(await next('requested demo'), 'sequence')
})

t.test('ages count from asOf', async t => {
  t.equal(await resultOf('requested demo 2026-03-01', { asOf: '2026-03-01' }), '53 warm D1')
  t.equal(await resultOf('requested demo 2026-03-01', { asOf: '2026-03-31T00:00:00Z' }), '35 cool D2')
})

t.test('a second score says how the first was', async t => {
  const { run, clock, storage } = testContext(product)
  const first = await run('score_lead', { companyName: 'Acme Ltd', signals: 'hiring' })
  t.notOk('previous' in first.detail)
  clock.advance(60_000)
  const second = await run('score_lead', { companyName: 'ACME ltd.', signals: 'requested demo' })
  t.strictSame(second.detail.previous, { score: 24, at: '2026-01-01T12:00:00.000Z', delta: 29 })
  t.equal(second.metrics.delta, 29)
  t.strictSame(await storage.get('lead:acme-ltd'), {
    company: 'ACME ltd.',
    signals: 'requested demo',
    isDisqualified: false,
    slug: 'acme-ltd',
    scores: [
      { score: 53, fit: 25, intent: 75, risk: 0, at: '2026-01-01T12:01:00.000Z' },
      { score: 24, fit: 25, intent: 24, risk: 0, at: '2026-01-01T12:00:00.000Z' }
    ]
  })
})

t.test('the 20 latest scores of a lead and the 500 latest leads are stored', async t => {
  const { run, storage } = testContext(product)
  for (let count = 0; count < 25; count++) await run('score_lead', { companyName: 'Acme', signals: '' })
  t.equal((await storage.get<{ scores: unknown[] }>('lead:acme'))?.scores.length, 20)
  for (let count = 0; count < 500; count++) await run('score_lead', { companyName: `Company ${count}`, signals: '' })
  t.equal(await storage.get('lead:acme'), undefined)
  t.equal((await storage.list('lead:', { limit: 1000 })).length, 500)
  t.ok(await storage.get('lead:company-0'))
})

t.test('two calls at once both count', async t => {
  const { run, storage } = testContext(product)
  await Promise.all(['Acme', 'Globex', 'Acme'].map(companyName => run('score_lead', { companyName, signals: '' })))
  t.strictSame(await storage.get('leads'), ['acme', 'globex'])
  t.equal((await storage.get<{ scores: unknown[] }>('lead:acme'))?.scores.length, 2)
})

t.test('another account has leads of its own', async t => {
  const first = testContext(product)
  await first.run('score_lead', { companyName: 'Acme', signals: 'hiring' })
  t.notOk('previous' in (await first.as('other').run('score_lead', { companyName: 'Acme', signals: '' })).detail)
})

t.test('what cannot be scored is refused, and nothing is stored', async t => {
  const { run, storage } = testContext(product)
  const refused = (input: Readonly<Record<string, unknown>>, ...issues: readonly object[]) =>
    t.rejects(run('score_lead', { companyName: 'Acme', signals: '', ...input }), { name: 'InvalidInput', issues })
  await t.rejects(run('score_lead'), {
    name: 'InvalidInput',
    issues: [{ pointer: '#/companyName' }]
  })
  await refused({ companyName: '   ' }, { pointer: '#/companyName', code: 'pattern' })
  await refused({ signals: 'x'.repeat(4001) }, { pointer: '#/signals', code: 'max_length' })
  await refused({ signals: 'x'.repeat(201) }, { pointer: '#/signals', code: 'phrase_too_long' })
  const phrases = Array.from({ length: 41 }, (_, index) => `phrase ${index}`).join(',')
  await refused({ signals: phrases }, { pointer: '#/signals', code: 'too_many_phrases' })
  await refused({ icp: phrases }, { pointer: '#/icp', code: 'too_many_keywords' })
  await refused(
    { email: 'jane at acme', domain: 'acme dot com' },
    { pointer: '#/email', code: 'format' },
    { pointer: '#/domain', code: 'format' }
  )
  await refused({ employees: -1 }, { pointer: '#/employees', code: 'minimum' })
  await refused({ asOf: 'yesterday' }, { pointer: '#/asOf', code: 'format' })
  await refused({ asOf: '2026-02-30' }, { pointer: '#/asOf', code: 'format' })
  t.strictSame(await storage.list(''), [])
})

t.test('a tool in use counts once: for the lead, or against it where it is a competitor by name', async t => {
  const { run } = testContext(product)
  const reasons = async (input: Record<string, unknown>) => {
    const { detail, metrics } = await run('score_lead', { companyName: 'Acme', dryRun: true, ...input })
    const reasons = detail.contributions.map(({ reason }) => reason).filter(reason => reason.includes('HubSpot'))
    return { reasons, risk: metrics.risk }
  }
  const signals = 'uses HubSpot'
  const usual = await reasons({ signals })
  t.match(usual, { reasons: { length: 1 }, risk: 0 })
  t.strictSame(await reasons({ signals, competitors: 'Pipedrive, Spot' }), usual)
  const rival = await reasons({ signals, competitors: 'Pipedrive; hubspot' })
  t.match(rival, { reasons: { length: 1 }, risk: 25 })
  t.strictSame(
    await reasons({ signals: 'replacing HubSpot', competitors: 'HubSpot' }),
    await reasons({ signals: 'replacing HubSpot' })
  )
})

t.test('competitors are remembered with the lead, and at most 20 are taken', async t => {
  const { run } = testContext(product)
  await run('score_lead', { companyName: 'Acme', signals: 'uses HubSpot', competitors: 'HubSpot' })
  t.equal((await run('score_lead', { companyName: 'Acme' })).metrics.risk, 25)
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Name ${index}`).join(', ')
  await run('score_lead', { companyName: 'Acme', competitors: names(20) })
  t.match(await run('score_lead', { companyName: 'Acme', competitors: names(21) }).catch(error => error), {
    issues: [{ pointer: '#/competitors', code: 'too_many_names', fix: 'Send at most 20 names.' }]
  })
})
