import { readFile } from 'node:fs/promises'
import type { Products } from '@product-host/sdk'
import { conform, type TestContext, testContext } from '@product-host/sdk/testing'
import fc from 'fast-check'
import t from 'tap'
import core from '../dist/index.js'
import { deploy, deployAll, learn } from './deployment.js'
import { outside } from './plan/outside.js'
import { newestKeys, rankedKeys, scan } from './scan.js'

/** Other inputs in each run; a fault is reported with the input that shows it. */
const fewer = { runs: 60, seed: Math.floor(Math.random() * 2 ** 31) }

t.test('it keeps its contract where it runs its own actions and those of another product too', async () => {
  const { products } = deploy([outside])
  await learn(products)
  const execute: Products['execute'] = (...call) => deploy([outside]).products.execute(...call)
  await conform(core, { ...fewer, products: { ...products, execute } })
})

t.test('the product keeps its contract with the host', async () => {
  await conform(core, fewer)
})

t.test('every field that a person sees has a title', async t => {
  const untitled: string[] = []
  const look = (schema: object, path: string) => {
    const { properties, items = [], anyOf = [] }: Readonly<Record<string, unknown>> = { ...schema }
    for (const [name, property] of Object.entries<{ readonly title?: string }>(Object(properties))) {
      if (property.title === undefined) untitled.push(`${path}.${name}`)
      look(property, `${path}.${name}`)
    }
    for (const part of [items, anyOf].flat()) look(Object(part), `${path}[]`)
  }
  for (const [name, { input, detail, metrics }] of Object.entries(core.actions))
    for (const schema of [input, detail, metrics]) look({ ...schema }, name)
  t.strictSame(untitled, [])
})

t.test('recall answers to a body with no field, also when nothing is stored', async t => {
  t.strictSame(await testContext(core).run('recall'), {
    ok: true,
    summary: 'Found 0 of 0 memories.',
    metrics: { count: 0, total: 0 },
    detail: { mode: 'list', found: 0, total: 0, items: [] }
  })
})

t.test('remember then recall gives the value back', async t => {
  const { run } = testContext(core)
  await run('remember', { key: 'client.preference', value: 'Prefers mornings' })
  t.strictSame(await run('recall', { key: 'client.preference' }), {
    ok: true,
    summary: '"client.preference" is "Prefers mornings" (version 1).',
    metrics: { count: 1, total: 1 },
    detail: {
      mode: 'key',
      found: 1,
      total: 1,
      items: [
        {
          key: 'client.preference',
          value: 'Prefers mornings',
          tags: [],
          version: 1,
          updatedAt: '2026-01-01T12:00:00.000Z'
        }
      ]
    }
  })
})

t.test('one account sees nothing of another, by key, list or search', async t => {
  const { run, as } = testContext(core)
  await run('remember', { key: 'secret.plan', value: 'Launch in May' })
  const other = as('somebody-else')
  t.equal((await other.run('recall', { key: 'secret.plan' })).detail.error?.code, 'not_found')
  t.equal((await other.run('recall')).detail.total, 0)
  t.equal((await other.run('recall', { query: 'launch' })).detail.found, 0)
})

t.test('a misspelt field is ignored and named', async t => {
  const { run } = testContext(core)
  const { detail } = await run('remember', { key: 'a', value: 'b', ttlSecond: 60 })
  t.strictSame(detail.ignoredFields, ['ttlSecond'])
})

t.test('the requests of the README have the answers of the README', async t => {
  const { core } = await deployAll()
  const { run } = core
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const blocks = Array.from(readme.matchAll(/```json\n([\s\S]*?)```/g), ([, text = '']) => JSON.parse(text))
  t.equal(blocks.length, 12)
  for (let index = 0; index < blocks.length; index += 2) {
    const { action, ...input } = blocks[index]
    t.strictSame(await run(action, input), blocks[index + 1])
  }
})

const words = ['lemon', 'kiwi', 'plum', 'fig', 'mango', 'pear']
const word = fc.constantFrom(...words)
const key = fc.tuple(word, fc.constantFrom('one', 'two')).map(parts => parts.join('.'))

/** What may happen to an account, in either of two processes. */
const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        key,
        value: fc.array(word, { minLength: 1, maxLength: 6 }).map(chosen => chosen.join(' ')),
        tags: fc.array(word, { maxLength: 2 }),
        ttlSeconds: fc.constantFrom(60, 7200),
        mode: fc.constantFrom('set', 'set', 'append', 'forget'),
        pinned: fc.boolean()
      },
      { requiredKeys: ['key', 'value'] }
    )
  },
  { weight: 2, arbitrary: fc.constantFrom(1, 59_000, 86_400_000).map(advance => ({ advance })) },
  { weight: 2, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map(query => ({ query })) },
  { weight: 1, arbitrary: fc.constant({ list: true }) }
)

t.test('whatever was written, in whatever process, an index answers as a plain scan of the store does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), happening), { maxLength: 60 }), async happenings => {
      const first = testContext(core)
      const second = first.twin()
      for (const [isFirst, what] of happenings) await happen(isFirst ? first : second, what)
      for (const context of [first, second, first.twin()]) {
        await assertLists(context)
        await assertFinds(context, words.slice(0, 3))
      }
    }),
    { numRuns: 40 }
  )
})

async function happen(context: TestContext<typeof core.actions>, what: object): Promise<void> {
  if ('advance' in what) context.clock.advance(Number(what.advance))
  else if ('query' in what && Array.isArray(what.query)) await assertFinds(context, [...new Set(what.query)])
  else if ('list' in what) await assertLists(context)
  else await context.run('remember', { ...what })
}

async function assertLists({ run, storage, clock }: TestContext<typeof core.actions>): Promise<void> {
  const { detail } = await run('recall', { limit: 50 })
  same(
    detail.items.map(item => item.key),
    newestKeys(await scan(storage, clock.now()))
  )
}

async function assertFinds({ run, storage, clock }: TestContext<typeof core.actions>, query: string[]): Promise<void> {
  const { detail } = await run('recall', { query: query.join(' '), limit: 50, fuzzy: false })
  const memories = await scan(storage, clock.now())
  same(
    detail.items.map(item => ({ key: item.key, score: item.score })),
    rankedKeys(memories, query, clock.now())
  )
  same(
    detail.items.map(item => item.value),
    detail.items.map(item => memories.find(each => each.key === item.key)?.value)
  )
}

function same(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`Found ${JSON.stringify(actual)} where a scan finds ${JSON.stringify(expected)}.`)
}

t.test('a misspelt dryRun of agent runs nothing', async t => {
  const { run } = testContext(core)
  t.match(await run('agent', { goal: 'remember that Acme pays late', dry_run: true }), {
    ok: false,
    detail: { error: { code: 'misspelt_field' }, misspeltFields: [{ field: 'dry_run', meant: 'dryRun' }] }
  })
})
