import t from 'tap'
import leadconnect from '../../plugins/leadconnect/dist/index.js'
import sentinel from '../../plugins/sentinel-lite/dist/index.js'
import wealthnode from '../../plugins/wealthnode/dist/index.js'

type Schema = Readonly<Record<string, unknown>>

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields below a schema that have no title for people. */
function untitled(schema: unknown, path: string): readonly string[] {
  if (!isSchema(schema)) return []
  const members = [schema.properties, schema.patternProperties].filter(isSchema).flatMap(Object.entries)
  return [...members, ...(schema.items === undefined ? [] : [['[]', schema.items] as const])].flatMap(
    ([name, member]) => {
      const place = `${path}.${name}`
      const hasTitle = isSchema(member) && typeof member.title === 'string' && member.title !== ''
      return [...(hasTitle ? [] : [place]), ...untitled(member, place)]
    }
  )
}

t.test('a field without a title is found, wherever it is', async t => {
  const schema = {
    properties: { a: { title: 'A', items: {} }, b: { properties: { c: {} } } },
    patternProperties: { d: {} }
  }
  t.strictSame(untitled(schema, 'input'), ['input.a.[]', 'input.b', 'input.b.c', 'input.d'])
})

for (const { slug, actions, settings } of [leadconnect, sentinel])
  t.test(`every field of ${slug} that people see has a title`, async t => {
    for (const [name, { input, detail, metrics, internal }] of Object.entries(actions)) {
      if (internal) continue
      for (const [part, schema] of Object.entries({ input, detail, metrics }))
        t.strictSame(untitled(schema, part), [], `${name}.${part}`)
    }
    t.strictSame(untitled(settings, 'settings'), [])
  })

for (const { slug, webhookEvents = {} } of [leadconnect, sentinel, wealthnode])
  t.test(`every field of the webhooks of ${slug} has a title`, async t => {
    for (const [name, { data }] of Object.entries(webhookEvents))
      t.strictSame(untitled({ properties: data.properties }, 'data'), [], `${name}.data`)
  })
