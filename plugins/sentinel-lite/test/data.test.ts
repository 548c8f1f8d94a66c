import { readdir, readFile } from 'node:fs/promises'
import { Type } from '@product-host/sdk'
import { compileOutput } from '@product-host/sdk/runtime'
import t from 'tap'

type TSchema = Parameters<typeof Type.Array>[0]

/** Without white space at its ends. */
const Text = Type.String({ pattern: '^\\S(?:.*\\S)?$' })
const Texts = Type.Array(Text, { uniqueItems: true, minItems: 1 })
/** Phrases in lower case. */
const Lower = Type.Array(Type.String({ pattern: '^[^A-Z\\s]+(?: [^A-Z\\s]+)*$' }), { uniqueItems: true, minItems: 1 })

function closed(members: Readonly<Record<string, TSchema>>) {
  return Type.Object(members, { additionalProperties: false })
}

const intents = closed({ phrases: Texts, keywords: Lower })

const schemas = {
  'actions/intents.json': closed({ source: Text, probe: intents, heartbeat: intents })
}

const root = new URL('../', import.meta.url)

const otherwise = /^(?:contracts|dist|dist-test|node_modules|test)\/|^(?:package|tsconfig)\.json$/

t.test('every file of data has a schema', async t => {
  const files = (await readdir(root, { recursive: true })).filter(
    path => path.endsWith('.json') && !otherwise.test(path)
  )
  t.strictSame(files.sort(), Object.keys(schemas).sort())
})

for (const [name, schema] of Object.entries(schemas))
  t.test(`${name} has its members, and no entry that is empty or there twice`, async t => {
    const text = await readFile(new URL(name, root), 'utf8')
    t.strictSame(compileOutput(schema)(JSON.parse(text)), [])
  })
