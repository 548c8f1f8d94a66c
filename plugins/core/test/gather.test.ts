import { InvalidInput } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import core from '../dist/index.js'
import { deploy, deployAll } from './deployment.js'
import { stubborn } from './stubborn.js'

t.test('with one source that hangs and one that throws, it answers in its time with the rest', async t => {
  const { core } = deploy([stubborn])
  const began = performance.now()
  const answer = await core.run('gather', {
    sources: ['stubborn.hanging', 'stubborn.throwing', 'stubborn.failing', 'stubborn.answering', 'core.recall'],
    perSourceMs: 200
  })
  t.ok(performance.now() - began < 5_000, 'what hangs is waited for 200 ms, and not until the end of the call')
  t.equal(answer.ok, true)
  t.equal(
    answer.summary,
    'Gathered 2 of 5 sources; failed: Throw (Stubborn), Fail (Stubborn); timed out: Hang (Stubborn).'
  )
  t.match(answer.detail.sources, [
    { id: 'stubborn.hanging', status: 'timeout', outcome: 'timed out', error: { code: 'timeout' } },
    { id: 'stubborn.throwing', status: 'failed', error: { code: 'product_error', message: 'The product failed.' } },
    { id: 'stubborn.failing', status: 'failed', error: { code: 'too_bad', retryable: true } },
    { id: 'stubborn.answering', status: 'fulfilled', outcome: 'answered', summary: 'It is well.' },
    { id: 'core.recall', status: 'fulfilled' }
  ])
  t.match(answer.metrics, { requested: 5, succeeded: 2, failed: 2, timedOut: 1 })
})

t.test('the time for all ends what runs, and what has not begun is left out', async t => {
  const { core } = deploy([stubborn])
  const hanging = Array.from({ length: 5 }, () => 'stubborn.hanging')
  const began = performance.now()
  const answer = await core.run('gather', { sources: hanging, timeoutMs: 500, perSourceMs: 10_000 })
  t.ok(performance.now() - began < 8_000, 'the time for all ends it, before the 10 s of its first source')
  t.match(answer, { ok: false, detail: { error: { code: 'partial_failure', retryable: true } } })
  const ended = await core.run('gather', { sources: hanging, timeoutMs: 500, perSourceMs: 10_000, minSuccess: 0 })
  t.strictSame(
    ended.detail.sources.map(({ id, status }) => [id, status]),
    [
      ['stubborn.hanging', 'timeout'],
      ['stubborn.hanging#2', 'timeout'],
      ['stubborn.hanging#3', 'timeout'],
      ['stubborn.hanging#4', 'timeout'],
      ['stubborn.hanging#5', 'skipped']
    ]
  )
})

t.test(
  'without a field, it gathers the overview of every product that declares one, also of one that nobody knew',
  async t => {
    const { core, products } = await deployAll([stubborn])
    const { ok, detail, metrics } = await core.run('gather')
    const declared = products.describe().filter(({ overview }) => overview)
    t.equal(ok, true)
    t.ok(declared.length > 3)
    t.strictSame(
      detail.sources.map(({ id }) => id),
      declared.map(({ slug }) => slug)
    )
    t.equal(metrics.succeeded, declared.length)
    t.equal(detail.highlights[0], 'Stubborn: down')
    t.strictSame(
      detail.sources.map(({ title }) => title),
      declared.map(({ title }) => title)
    )
  }
)

t.test('where nothing is served, there is nothing to gather', async t => {
  const { ok, summary, metrics } = await testContext(core).run('gather')
  t.match({ ok, summary, metrics }, { ok: true, summary: 'There is nothing to gather.', metrics: { requested: 0 } })
})

t.test(
  'a product that the caller may not run is left out of what nobody asked for, and fails where it was asked for',
  async t => {
    const { products } = deploy([stubborn])
    const refusal = {
      ok: false,
      summary: 'No.',
      metrics: {},
      detail: { error: { code: 'waitlisted', message: 'No.', retryable: false } }
    }
    const closed = testContext(core, { products: { ...products, execute: async () => refusal } })
    const { ok, detail } = await closed.run('gather')
    t.equal(ok, true)
    t.match(detail.sources, [{ status: 'skipped' }, { status: 'skipped', error: { code: 'waitlisted' } }])
    const named = await closed.run('gather', { sources: ['stubborn.answering'] })
    t.match(named, { ok: false, detail: { sources: [{ status: 'failed' }] } })
  }
)

t.test('a query adds what the memory holds on it', async t => {
  const { core } = deploy([stubborn])
  await core.run('remember', { key: 'acme', value: 'Acme pays late' })
  const { detail } = await core.run('gather', { sources: ['stubborn.answering'], query: 'Acme' })
  t.match(detail.sources[1], { id: 'memory', detail: { items: [{ key: 'acme' }] } })
})

t.test('memories are gathered by tags, as text or as a list', async t => {
  const { core } = deploy()
  await core.run('remember', { key: 'acme', value: 'Acme pays late', tags: 'client' })
  await core.run('remember', { key: 'lease', value: 'ends in May', tags: 'office' })
  const sources = [{ memory: { tags: 'client' } }, { memory: { tags: ['office'] } }]
  const { detail } = await core.run('gather', { sources })
  t.match(detail.sources, [{ detail: { items: [{ key: 'acme' }] } }, { detail: { items: [{ key: 'lease' }] } }])
})

t.test('it refuses what does more than read, what is not served, itself, and doubled ids', async t => {
  const { core, calls } = deploy([stubborn])
  const issues = async (sources: readonly unknown[], more: object = {}) => {
    const error = await core.run('gather', { sources, ...more }).then(
      () => undefined,
      (reason: unknown) => reason
    )
    return error instanceof InvalidInput ? error.issues.map(({ pointer, code }) => [pointer, code]) : error
  }
  const writing = { product: 'stubborn', action: 'failing', input: { text: 'ill' } }
  t.strictSame(await issues(['core.recall', writing]), [['#/sources/1', 'not_reading']])
  t.strictSame(await issues(['core.remember']), [['#/sources/0', 'not_reading']])
  t.strictSame(await issues(['core.gather']), [['#/sources/0', 'not_reading']])
  t.strictSame(await issues(['core.route']), [['#/sources/0', 'not_reading']])
  t.strictSame(await issues(['nobody.knows']), [['#/sources/0', 'unknown_action']])
  const twin = { id: 'twin', memory: { prefix: 'a' } }
  t.strictSame(await issues([twin, twin]), [['#/sources/1/id', 'duplicate']])
  t.strictSame(await issues(['core.recall'], { minSuccess: 2 }), [['#/minSuccess', 'maximum']])
  t.strictSame(calls, [])
})

t.test('a long answer is cut to 16 KiB, and says so', async t => {
  const { core } = deploy([stubborn])
  for (const key of ['a', 'b', 'c']) await core.run('remember', { key, value: '€'.repeat(3000) })
  const { detail } = await core.run('gather', { sources: ['core.recall'] })
  const [source] = detail.sources
  t.equal(source?.truncated, true)
  t.ok(Buffer.byteLength(JSON.stringify(source?.detail)) <= 16 * 1024)
  t.match(source?.detail, { mode: 'list', items: [{ key: 'c' }] })
})

t.test('what needs attention comes first, the worst before all', async t => {
  const { core, products } = await deployAll([stubborn])
  const execute = async (product: string, action: string, input: object) =>
    t.equal((await products.execute(product, action, { ...input })).ok, true)
  await execute('sentinel-lite', 'heartbeat', { name: 'backup', signal: 'fail' })
  await execute('wealthnode', 'ledger_sync', { tokens: 1000, pricePer1kGbp: 2, billPer1kGbp: 1 })
  await execute('leadconnect', 'ingest', { email: 'jane@acme.com', destination: 'inbox', payload: '' })
  const { detail } = await core.run('gather', { sources: asked })
  t.strictSame(detail.highlights, ['jobs: backup is down', 'costs: More is spent than earned: the margin is -100%.'])
})

const asked = [
  { id: 'leads', product: 'leadconnect', action: 'route', input: { dryRun: true } },
  { id: 'costs', product: 'wealthnode', action: 'margin_radar' },
  { id: 'jobs', product: 'sentinel-lite', action: 'heartbeat', input: { signal: 'check' } }
]
