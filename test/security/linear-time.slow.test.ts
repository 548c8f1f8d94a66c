import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { type Answer, type EgressRecords, InvalidInput, type Product, type Products } from '@product-host/sdk'
import { isProduct, wireSchema } from '@product-host/sdk/runtime'
import { type TestContext, type TestEgress, testContext } from '@product-host/sdk/testing'
import t from 'tap'
import { root } from '../fixtures/root.js'

/** What texts repeat: white space, letters, signs, brackets that are never closed, numbers with separators, parts of addresses, and words of plain requests. */
const units = [
  ' ',
  '\n ',
  'a',
  'ä',
  '🙂',
  '.',
  ',',
  '-',
  '_',
  '!',
  ':',
  '/',
  '\\',
  '@',
  '#',
  '*',
  '"',
  "'",
  '“',
  '(',
  '[',
  '{',
  '<',
  '[](',
  '<!--',
  'a b ',
  'a-',
  'a.',
  'a, ',
  'a: b, ',
  '1',
  '1,',
  '1.',
  '1 ',
  '-1',
  '£1 ',
  '1:',
  '2026-01-01 ',
  '+1 (',
  'a@',
  'a@b.c ',
  'a.b.',
  'http://',
  'http://a.b/ ',
  '?a=b&',
  'and ',
  'if a, ',
  'then ',
  'that ',
  'is ',
  'Acme Ltd ',
  'I said "'
] as const

/** A long text with 8 characters around the run that may be the end of what an expression matches, and one that follows words of the product. */
function texts(unit: string, length: number, words: string): readonly string[] {
  const run = unit.repeat(Math.ceil(length / unit.length))
  const within = (begin: string, end: string) =>
    begin + run.slice(0, Math.max(0, length - begin.length - end.length)) + end
  return [within('', ''), within('a', 'b'), within('', '!x'), within(`${words.slice(0, length / 4)} `, ' x')]
}

/** Longer texts are no harder than these are. */
const longest = 16_000

/** In milliseconds of CPU time: what is faster is not measured again, and what takes less counts as this much. */
const floorMs = 12

/** Twice the text takes twice the time; four times would be the square. */
const mostGrowth = 3.3

interface Member {
  readonly path: readonly string[]
  readonly maxLength: number
}

type Schema = Readonly<Record<string, unknown>>

/** Every member of an input that is a text, lists of texts and texts in lists of objects included. */
function textMembers(schema: Schema, path: readonly string[] = []): readonly Member[] {
  const {
    type,
    properties,
    additionalProperties,
    patternProperties,
    items,
    anyOf = [],
    oneOf = [],
    allOf = []
  } = schema
  const maxLength = typeof schema.maxLength === 'number' ? schema.maxLength : longest
  const own =
    type === 'string' && !schema.enum && !('const' in schema) ? [{ path, maxLength: Math.min(maxLength, longest) }] : []
  const nested = Object.entries<Schema>(Object(properties)).flatMap(([name, each]) =>
    textMembers(each, [...path, name])
  )
  const ways = [anyOf, oneOf, allOf].flatMap(each => (Array.isArray(each) ? each : []))
  const others = [additionalProperties, ...Object.values(Object(patternProperties))].filter(
    each => Object(each) === each
  )
  return [
    ...own,
    ...nested,
    ...ways.flatMap(way => textMembers(Object(way), path)),
    ...(Object(items) === items ? textMembers(Object(items), [...path, '0']) : []),
    ...others.flatMap(each => textMembers(Object(each), [...path, 'other']))
  ]
}

/** An input with a value at a path; lists and objects on the way are made, or taken where they are there. */
function withValue(input: unknown, [name, ...path]: readonly string[], value: string): unknown {
  if (name === undefined) return value
  if (name === '0') return [withValue(Array.isArray(input) ? input[0] : undefined, path, value)]
  const members: Readonly<Record<string, unknown>> = Array.isArray(input)
    ? {}
    : { ...Object(typeof input === 'object' ? input : {}) }
  return { ...members, [name]: withValue(members[name], path, value) }
}

const records: EgressRecords = {
  A: ['192.0.2.1'],
  AAAA: ['2001:db8::1'],
  CNAME: ['mail.example.com'],
  MX: [{ priority: 10, exchange: 'mail.example.com' }],
  NS: ['ns1.example.com'],
  TXT: ['v=spf1 -all']
}

/** Nothing waits: every machine answers at once. */
const egress: TestEgress = {
  request: () => ({ body: '{"status":"ok"}' }),
  connect: () => ({ greeting: '220 ready' }),
  resolve: (_name, kind) => records[kind]
}

/** The products of the deployment file, each able to run the others. */
async function deployed() {
  const { plugins }: { plugins: readonly { package: string }[] } = JSON.parse(
    await readFile(join(root, 'plugins/product-host.json'), 'utf8')
  )
  const modules = await Promise.all(plugins.map(plugin => import(plugin.package)))
  const all: readonly Product[] = modules.map(module => module.default).filter(isProduct)
  const contexts = new Map<string, TestContext<Product['actions']>>()
  const descriptions = all.map(({ slug, title, description, actions, overview }) => ({
    slug,
    title,
    description,
    actions: Object.entries(actions)
      .filter(([, action]) => !action.internal)
      .map(([name, action]) => ({
        name,
        title: action.title,
        description: action.description,
        effect: action.effect,
        intents: { phrases: [], keywords: [], ...action.intents },
        inputSchema: wireSchema(action.input)
      })),
    ...(overview && { overview })
  }))
  const failed = (message: string): Answer => ({
    ok: false,
    summary: message,
    metrics: {},
    detail: { error: { code: 'invalid_input', message, retryable: false } }
  })
  const products: Products = {
    describe: () => descriptions,
    effect: (slug, name) => all.find(product => product.slug === slug)?.actions[name]?.effect,
    async execute(slug, name, input) {
      const answer = await contexts
        .get(slug)
        ?.run(name, input)
        .catch(error => {
          if (error instanceof InvalidInput) return undefined
          throw error
        })
      return answer ? { ...answer, metrics: Object(answer.metrics) } : failed('It was refused.')
    }
  }
  for (const product of all) contexts.set(product.slug, testContext(product, { products, egress }))
  return { all, contexts }
}

let accounts = 0

/** The milliseconds of CPU time of one run, in an account of its own; what the action refuses counts as well. */
async function timed(context: TestContext<Product['actions']>, name: string, input: Schema): Promise<number> {
  const account = context.as(`account-${accounts++}`)
  const begun = process.cpuUsage()
  await account.run(name, input).catch(error => {
    if (!(error instanceof InvalidInput)) throw error
  })
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

async function least(run: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 3; count++) times.push(await run())
  return Math.min(...times)
}

const { all, contexts } = await deployed()

for (const { slug, actions } of all)
  for (const [name, { input, internal, examples }] of Object.entries(actions)) {
    if (internal) continue
    t.test(`${slug}.${name} takes linear time for every text of its input, whatever its characters`, async t => {
      const context = contexts.get(slug)
      if (!context) throw new Error('There is no such product.')
      const schema: Schema = wireSchema(input)
      const members = textMembers(schema)
      let [runs, slowest, which] = [0, 0, '']
      for (const { path, maxLength } of members) {
        const at = `/${path.join('/')}`
        const example = examples.find(({ input }) => path[0] !== undefined && path[0] in input) ?? examples[0]
        // Nothing is tried again, which would wait.
        const base: Schema = { ...example?.input, ...('retries' in Object(schema.properties) && { retries: 0 }) }
        const given = path.reduce<unknown>((value, each) => Object(value)[each], base)
        const words = typeof given === 'string' ? given : 'remember that Acme pays late and then check acme.example'
        const of = (text: string) => Object(withValue(base, path, text))
        for (const unit of units) {
          const [half, full] = [texts(unit, maxLength / 2, words), texts(unit, maxLength, words)]
          for (const [form, text] of full.entries()) {
            runs++
            const once = await timed(context, name, of(text))
            if (once > slowest) [slowest, which] = [once, `${at} ${JSON.stringify(text.slice(0, 30))}`]
            if (once < floorMs) continue
            const growth = async () => {
              const long = await least(() => timed(context, name, of(text)))
              const short = await least(() => timed(context, name, of(half[form] ?? '')))
              return { long, short, isTooMuch: long >= mostGrowth * Math.max(short, floorMs / mostGrowth) }
            }
            // Whatever else the machine does may disturb one measurement; what is super-linear is so each time.
            let measured = await growth()
            for (let again = 0; again < 2 && measured.isTooMuch; again++) measured = await growth()
            const { long, short } = measured
            if (measured.isTooMuch)
              t.fail(
                `${at}: ${short.toFixed(1)} ms for ${maxLength / 2}, ${long.toFixed(1)} ms for ${maxLength}: ${JSON.stringify(text.slice(0, 40))}…`
              )
            await turn()
          }
        }
      }
      t.pass(`${members.length} texts, ${runs} runs; the slowest took ${slowest.toFixed(0)} ms: ${which}`)
    })
  }
