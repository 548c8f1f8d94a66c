import type { Answer, Products } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'
import { core } from './core.js'

/** A deployment with core, whose recall answers so. */
function withCore(answer: Answer, calls: unknown[] = []): Partial<Products> {
  return {
    describe: () => [core],
    async execute(slug, action, input) {
      calls.push({ slug, action, input })
      return answer
    }
  }
}

t.test('a topic is briefed with angles, an outline, questions, keywords and what its platforms take', async t => {
  const { run } = testContext(product)
  const { summary, metrics, detail } = await run('brief', {
    topic: 'How to run better meetings',
    audience: 'team leads',
    platforms: 'LinkedIn, twitter',
    keywords: 'meetings',
    points: ['We start on the minute', 'The meeting notes are written in the room']
  })
  t.equal(summary, 'Brief for "How to run better meetings": how-to for team leads, 6 sections, 2 platforms.')
  t.strictSame(metrics, { angles: 3, outlineSections: 6, keywords: detail.keywords.length, platforms: 2, sources: 0 })
  t.strictSame(
    detail.angles.map(({ kind }) => kind),
    ['contrarian', 'how-to', 'story']
  )
  t.equal(detail.questions.length, 8)
  t.strictSame(detail.keywords, ['meetings', 'running better meetings', 'meeting notes'])
  t.strictSame(detail.proofNeeded.slice(0, 2), [
    'A source for: We start on the minute.',
    'A source for: The meeting notes are written in the room.'
  ])
  t.match(detail, {
    basis: 'topic',
    intent: 'how-to',
    goal: 'educate',
    engine: 'rules',
    platforms: [
      { platform: 'linkedin', limit: 3000, unit: 'utf16', fold: 210, hashtags: { advisedFrom: 3, advisedTo: 3 } },
      { platform: 'x', limit: 280, unit: 'weighted', fold: 280, hashtags: { advisedFrom: 1, advisedTo: 2 } }
    ]
  })
})

t.test('each kind of topic has its own outline and questions', async t => {
  const { run } = testContext(product)
  const headings = async (topic: string) => (await run('brief', { topic })).detail.outline.map(({ heading }) => heading)
  t.match(await headings('Postgres vs MySQL'), [
    'The job to be done',
    'Requirements',
    'Postgres at its best',
    'MySQL at its best'
  ])
  t.match(await headings('We launched dark mode'), ['What is new'])
  t.match(await headings('Remote work is dead'), ['The claim in one sentence'])
  t.match(await headings('How we cut churn'), ['The situation before'])
  t.match(await headings('10 ways to reduce churn'), ['Why this list'])
  for (const topic of [
    'Pricing',
    'Postgres vs MySQL',
    'Remote work is dead',
    'We launched dark mode',
    'How we cut churn',
    '10 ways to save'
  ]) {
    const { outline, questions } = (await run('brief', { topic })).detail
    t.ok(outline.length >= 5 && outline.length <= 7)
    t.equal(new Set(questions).size, 8)
  }
})

t.test('without a field it helps to find a topic', async t => {
  const { ok, summary, detail } = await testContext(product).run('brief')
  t.ok(ok)
  t.equal(summary, 'No topic yet: a brief with 8 questions to find one.')
  t.match(detail, { basis: 'discovery', platforms: [{ platform: 'linkedin' }, { platform: 'x' }] })
  t.notOk('topic' in detail)
  t.equal(detail.questions[0], 'What did a customer or colleague ask you this week?')
})

t.test('without a topic it goes on with the last one that was worked on', async t => {
  const { run, storage } = testContext(product)
  await run('synthesize', { topic: 'Sourdough', platform: 'x', audience: 'bakers' })
  t.match((await run('brief')).detail, { basis: 'last_topic', topic: 'Sourdough', audience: 'bakers' })
  await run('brief', { topic: 'Rye bread' })
  t.match((await run('brief', { audience: 'millers' })).detail, {
    basis: 'last_topic',
    topic: 'Rye bread',
    audience: 'millers'
  })
  t.strictSame(await storage.get('last'), { topic: 'Rye bread', audience: 'millers' })
})

t.test('another account has another last topic', async t => {
  const { run, as } = testContext(product)
  await run('brief', { topic: 'Rye bread' })
  t.match((await as('other').run('brief')).detail, { basis: 'discovery' })
})

t.test('memories about the topic are taken up as sources', async t => {
  const calls: unknown[] = []
  const items = [
    { key: 'meeting-rule', value: 'No agenda, no meeting.', version: 1 },
    { key: 'long', value: 'x'.repeat(400) }
  ]
  const answer = { ok: true, summary: 'Found.', metrics: { count: 2 }, detail: { items } }
  const { run } = testContext(product, { products: withCore(answer, calls) })
  const { metrics, detail } = await run('brief', { topic: 'Meetings' })
  t.strictSame(calls, [{ slug: 'core', action: 'recall', input: { query: 'Meetings', limit: 3 } }])
  t.strictSame(detail.sources, [
    { key: 'meeting-rule', value: 'No agenda, no meeting.' },
    { key: 'long', value: `${'x'.repeat(299)}…` }
  ])
  t.equal(metrics.sources, 2)
})

t.test('a recall that fails leaves the brief without sources, and says so', async t => {
  const error = { code: 'rate_limited', message: 'Too fast.', retryable: true }
  const { run } = testContext(product, {
    products: withCore({ ok: false, summary: '', metrics: {}, detail: { error } })
  })
  const { ok, detail } = await run('brief', { topic: 'Meetings' })
  t.ok(ok)
  t.strictSame(detail.warnings, ['The memories could not be searched (rate_limited).'])
})

t.test('nothing is asked of other products without a topic, or where core is not served', async t => {
  const calls: unknown[] = []
  const products = { ...withCore({ ok: true, summary: '', metrics: {}, detail: {} }, calls) }
  await testContext(product, { products }).run('brief')
  await testContext(product, { products: { ...products, describe: () => [] } }).run('brief', { topic: 'Meetings' })
  t.strictSame(calls, [])
})

t.test('50 briefs and 100 drafts are stored, the newest ones', async t => {
  const { run, storage } = testContext(product)
  const ids: string[] = []
  for (let count = 0; count < 53; count++) ids.push((await run('brief', { topic: `Topic ${count}` })).detail.briefId)
  const briefs = await storage.list('brief:', { limit: 1000 })
  t.strictSame(
    briefs.map(({ key }) => key),
    ids.slice(3).map(id => `brief:${id}`)
  )
  for (let count = 0; count < 102; count++)
    await run('synthesize', { topic: 'Tea', platform: 'x', audience: 'all', maxChars: 60 })
  t.equal((await storage.list('draft:', { limit: 1000 })).length, 100)
  t.equal((await storage.get<unknown[]>('drafts'))?.length, 100)
})

t.test('bad input is refused with its pointer', async t => {
  const { run } = testContext(product)
  const refused = (input: Readonly<Record<string, unknown>>, ...issues: object[]) =>
    t.rejects(run('brief', input), { name: 'InvalidInput', issues })
  await refused({ topic: ' ' }, { pointer: '#/topic', code: 'blank' })
  await refused({ goal: 'please' }, { pointer: '#/goal' })
  await refused(
    { platforms: Array.from({ length: 13 }, (_, index) => `p${index}`).join(',') },
    { pointer: '#/platforms', code: 'max_items' }
  )
  await refused({ keywords: 'x'.repeat(60) }, { pointer: '#/keywords', code: 'max_length' })
})
