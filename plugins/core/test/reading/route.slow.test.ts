import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import core from '../../dist/index.js'
import { deploy, deployAll } from '../deployment.js'
import { figures } from './figures.js'
import { kettle } from './kettle.js'
import { setAside, tuned, writtenLast, writtenLater } from './sentences.js'

t.test(
  'at least 95 in 100 of the sentences lead where they should, and few requests for something else lead anywhere',
  async t => {
    const { products } = await deployAll()
    const all = await figures(products, [...tuned, ...setAside])
    t.equal(all.of, 94)
    t.ok(all.right / all.of >= 0.95, all.wrong.join('\n'))
    for (const unseen of [writtenLater, writtenLast]) {
      const { right, wrong } = await figures(products, unseen)
      t.ok(right >= 33, wrong.join('\n'))
    }
    const every = [...tuned, ...setAside, ...writtenLater, ...writtenLast]
    const others = every.filter(([, expected]) => expected === 'none')
    t.match(await figures(products, others), { of: 30, right: 28 })
  }
)

t.test(
  'a product that nobody here knew is routed to by what it declares, with the fields that the sentence gives',
  async t => {
    const { core } = deploy([kettle])
    const { detail, summary } = await core.run('route', { intent: 'please brew 3 cups of bean: robusta' })
    t.match(detail.chosen, { product: 'kettle', action: 'brew', input: { cups: 3, bean: 'robusta' }, missing: [] })
    t.match(summary, /best fits "Brew a coffee" of Kettle/)
  }
)

t.test('no file of this product names another product', async t => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const file = await readFile(join(root, '../product-host.json'), 'utf8')
  const slugs = (JSON.parse(file) as { plugins: { package: string }[] }).plugins
    .map(plugin => plugin.package.split('/')[1] ?? '')
    .filter(slug => slug !== core.slug)
  t.equal(slugs.length, 5)
  const entries = await readdir(root, { recursive: true })
  const sources = entries.filter(name => name.endsWith('.ts') && !/^(?:test|dist|dist-test|node_modules)\//.test(name))
  t.ok(sources.length > 30)
  for (const name of sources) {
    const text = await readFile(join(root, name), 'utf8')
    for (const slug of slugs) t.notOk(text.includes(slug), `${name} names ${slug}`)
  }
})

t.test('without an intent, everything that can be asked for is listed', async t => {
  const { core } = deploy([kettle])
  const { ok, detail } = await core.run('route')
  t.equal(ok, true)
  t.match(
    detail.catalogue?.find(({ product }) => product === 'kettle'),
    {
      action: 'brew',
      effect: 'external',
      ask: 'brew a coffee for me',
      title: 'Brew a coffee',
      productTitle: 'Kettle',
      does: 'calls other services'
    }
  )
  t.equal(detail.outcome, undefined, 'nothing was asked for, so there is no result to show')
  const only = await core.run('route', { only: 'kettle' })
  t.equal(only.detail.catalogue?.length, 2)
})

t.test('what is given goes before what was read, and only narrows the choice', async t => {
  const { core } = deploy([kettle])
  const given = await core.run('route', { intent: 'brew 3 cups', input: { cups: 2, bean: 'arabica' } })
  t.strictSame(given.detail.chosen?.input, { cups: 2, bean: 'arabica' })
  const { detail } = await core.run('route', { intent: 'brew 3 cups', only: ['core'] })
  t.equal(detail.decision, 'none')
})

t.test('it runs what was chosen, and carries what came of it', async t => {
  const { core } = deploy([kettle])
  const done = await core.run('route', { intent: 'remember that the lease ends in May', execute: true })
  t.match(done, { ok: true, summary: 'Remembered "lease-ends" (version 1).', detail: { executed: { ok: true } } })
  t.equal((await core.run('recall', { key: 'lease-ends' })).detail.items[0]?.value, 'the lease ends in May')
  const failed = await core.run('route', {
    intent: 'brew a cup of coffee',
    input: { bean: 'none' },
    execute: true,
    confirm: true
  })
  t.match(failed, {
    ok: false,
    summary: 'The tank is empty.',
    detail: {
      error: { code: 'execution_failed', retryable: true },
      executed: { detail: { error: { code: 'no_water' } } }
    }
  })
})

t.test('it runs nothing that lacks a field, leaves the machine unconfirmed, or runs others in its turn', async t => {
  const { core, calls } = deploy([kettle])
  const code = async (input: object) => (await core.run('route', { execute: true, ...input })).detail.error?.code
  t.equal(await code({ intent: 'brew a cup of coffee' }), 'needs_input')
  t.equal(await code({ intent: 'brew a cup of coffee', input: { bean: 'arabica' } }), 'needs_confirmation')
  t.equal(await code({ intent: 'translate this poem into Welsh' }), 'no_match')
  t.equal(await code({ intent: 'what can you do' }), 'not_executable')
  t.strictSame(calls, [])
  const dry = { intent: 'brew a cup of coffee', input: { bean: 'arabica', dry: true }, execute: true }
  t.equal((await core.run('route', dry)).ok, true)
  t.equal(calls.length, 1)
})

t.test('a question gets the input that only reads, where the product has one', async t => {
  const { core } = await deployAll()
  const { detail } = await core.run('route', { intent: 'did the import job fail?' })
  t.match(detail.chosen, { effect: 'read', missing: [] })
  const statement = await core.run('route', { intent: 'the import job failed with exit code 2' })
  t.match(statement.detail.chosen, { effect: 'write', input: { name: 'import', exitCode: 2 } })
})

t.test('a deployment without another product routes to nothing, and says so', async t => {
  const { ok, detail } = await testContext(core).run('route', { intent: 'remember the milk' })
  t.match({ ok, detail }, { ok: true, detail: { decision: 'none', candidates: [] } })
})

t.test('of several clauses about one action, one that says nothing new does not make a plan of it', async t => {
  const { core } = await deployAll()
  const routed = async (intent: string) => {
    const { candidates } = (await core.run('route', { intent })).detail
    return `${candidates[0]?.product}.${candidates[0]?.action}`
  }
  t.equal(await routed('who owns lead ld-5120? assign by rules'), 'leadconnect.route')
  t.equal(
    await routed('Please test https://shop.example/contact and tell me how fast it replies.'),
    'sentinel-lite.probe'
  )
  t.equal(
    await routed('jo@northwind.example wrote to us. Find out who that is and what company they work for.'),
    'b2b-engine.enrich'
  )
  t.equal(
    await routed(
      'Turn these points into a LinkedIn post: the oven is new, it bakes in ten minutes, it is free to try.'
    ),
    'creator-os.synthesize'
  )
  t.equal(await routed('check https://shop.example and check https://blog.example'), 'core.agent')
  t.equal(await routed('Score Acme, they requested a demo. Score Globex, no budget.'), 'core.agent')
  t.equal(await routed('remember that the van is blue. remember that the gate code is 4711'), 'core.agent')
})
