import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@product-host/sdk'
import { compileOutput } from '@product-host/sdk/runtime'
import t from 'tap'
import { root } from '../fixtures/root.js'

type TSchema = Parameters<typeof Type.Array>[0]

const Text = Type.String({ pattern: '^\\S(?:.*\\S)?$' })
const Ending = Type.String({ pattern: '^[a-z0-9-]+(?:\\.[a-z0-9-]+)*$' })
const Endings = Type.Array(Ending, { uniqueItems: true, minItems: 1 })
const Domain = Type.String({ pattern: '^[a-z0-9-]+(?:\\.[a-z0-9-]+)+$' })
const Domains = Type.Array(Domain, { uniqueItems: true, minItems: 1 })
/** Words in lower case. */
const Words = Type.Array(Type.String({ pattern: "^[a-z']+$" }), { uniqueItems: true, minItems: 1 })
const Signs = Type.String({ pattern: '^[._-]*$' })

function closed(members: Readonly<Record<string, TSchema>>) {
  return Type.Object(members, { additionalProperties: false })
}

/** A table that says where it is from, and what each of its members is for. */
function table(members: Readonly<Record<string, TSchema>>) {
  const about = Object.fromEntries(['source', ...Object.keys(members)].map(name => [name, Text]))
  return closed({ about: closed(about), ...members })
}

/** What an action says of how people ask for it. */
const intents = closed({
  phrases: Type.Array(Text, { uniqueItems: true, minItems: 1 }),
  keywords: Type.Array(Type.String({ pattern: '^[^A-Z\\s]+(?: [^A-Z\\s]+)*$' }), { uniqueItems: true, minItems: 1 })
})

function intentsOf(...actions: readonly string[]) {
  return closed({ source: Text, ...Object.fromEntries(actions.map(action => [action, intents])) })
}

/** Of what has no test of its own data. */
const schemas = {
  'plugins/leadconnect/actions/intents.json': intentsOf('ingest', 'route'),
  'plugins/leadconnect/routing/countries.json': closed({
    about: closed({ source: Text, countries: Text }),
    countries: Type.Record(
      Type.String({ pattern: '^[A-Z]{2}$' }),
      closed({
        alpha3: Type.String({ pattern: '^[A-Z]{3}$' }),
        names: Type.Array(Text, { uniqueItems: true, minItems: 1 })
      })
    )
  }),
  'plugins/sentinel-lite/actions/intents.json': intentsOf('probe', 'heartbeat'),
  'plugins/wealthnode/actions/intents.json': intentsOf('ledger_sync', 'margin_radar'),
  'plugins/toolkit/domain-lists.json': table({
    reservedEndings: Endings,
    documentationDomains: Domains,
    genericEndings: Endings,
    endingCountries: Type.Record(Ending, Type.String({ pattern: '^[A-Z]{2}$' })),
    sharedEndings: Type.Record(Ending, Ending),
    carrierEndings: Domains,
    notFree: Domains,
    alsoFree: Domains,
    neverDisposable: Domains,
    relayDomains: Domains
  }),
  'plugins/toolkit/stopwords.json': table({ stopWords: Words, furtherWords: Words }),
  'sdk/runtime/icons.json': table({
    icons: Type.Record(Type.String({ pattern: '^[a-z]+(?:-[a-z]+)*$' }), Type.String({ pattern: '^M[^"<>&]+$' }))
  }),
  'sdk/runtime/mailbox-providers.json': table({
    providers: Type.Array(closed({ domains: Domains, ignored: Signs, alike: Signs }), { uniqueItems: true }),
    hyphenTagDomains: Domains,
    subdomainTagDomains: Domains
  })
}

const otherwise = /(?:^|\/)(?:contracts|dist|dist-test|node_modules|test)\/|\/(?:package|tsconfig)\.json$/

t.test('every file of data of a plugin has a schema here, or in the plugin', async t => {
  const plugins = (await readdir(join(root, 'plugins'), { withFileTypes: true }))
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
  const isTested = (name: string) =>
    ['data', 'tables'].some(test => existsSync(join(root, 'plugins', name, `test/${test}.test.ts`)))
  const files: string[] = []
  for (const name of plugins.filter(name => !isTested(name))) {
    const paths = await readdir(join(root, 'plugins', name), { recursive: true })
    files.push(...paths.filter(path => path.endsWith('.json')).map(path => `plugins/${name}/${path}`))
  }
  t.strictSame(
    files.filter(path => !otherwise.test(path)).sort(),
    Object.keys(schemas)
      .filter(path => path.startsWith('plugins/'))
      .sort()
  )
})

for (const [path, schema] of Object.entries(schemas))
  t.test(`${path} has its members, and no entry that is empty or there twice`, async t => {
    t.strictSame(compileOutput(schema)(JSON.parse(await readFile(join(root, path), 'utf8'))), [])
  })
