import { readFile } from 'node:fs/promises'
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
const Signs = Type.String({ pattern: '^[._-]*$' })

function closed(members: Readonly<Record<string, TSchema>>) {
  return Type.Object(members, { additionalProperties: false })
}

/** A table that says where it is from, and what each of its members is for. */
function table(members: Readonly<Record<string, TSchema>>) {
  const about = Object.fromEntries(['source', ...Object.keys(members)].map(name => [name, Text]))
  return closed({ about: closed(about), ...members })
}

const schemas = {
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
  'sdk/runtime/mailbox-providers.json': table({
    providers: Type.Array(closed({ domains: Domains, ignored: Signs, alike: Signs }), { uniqueItems: true }),
    hyphenTagDomains: Domains,
    subdomainTagDomains: Domains
  })
}

for (const [path, schema] of Object.entries(schemas))
  t.test(`${path} has its members, and no entry that is empty or there twice`, async t => {
    t.strictSame(compileOutput(schema)(JSON.parse(await readFile(join(root, path), 'utf8'))), [])
  })
