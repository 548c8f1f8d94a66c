import t from 'tap'
import b2b from '../../plugins/b2b-engine/dist/index.js'
import core from '../../plugins/core/dist/index.js'
import creator from '../../plugins/creator-os/dist/index.js'
import leadconnect from '../../plugins/leadconnect/dist/index.js'
import sentinel from '../../plugins/sentinel-lite/dist/index.js'
import wealthnode from '../../plugins/wealthnode/dist/index.js'

type Schema = Readonly<Record<string, unknown>>

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A title with its description, without what a reader does not hear: case, and marks at the end. */
function plain(text: unknown): string {
  return typeof text === 'string' ? text.toLowerCase().replace(/[\s.:]+$/, '') : ''
}

/** The fields below a schema whose meaning is their title, or nothing; a choice of schemas has the fields of each. */
function unexplained(schema: unknown, path: string): readonly string[] {
  if (!isSchema(schema)) return []
  const fields = isSchema(schema.properties) ? Object.entries(schema.properties) : []
  const choices = [schema.anyOf, schema.oneOf].flatMap(each => (Array.isArray(each) ? each : []))
  return [
    ...fields.flatMap(([name, field]) => {
      const meaning = isSchema(field) ? plain(field.description) : ''
      const isExplained = meaning !== '' && isSchema(field) && meaning !== plain(field.title)
      return [...(isExplained ? [] : [`${path}.${name}`]), ...unexplained(field, `${path}.${name}`)]
    }),
    ...unexplained(schema.items, `${path}[]`),
    ...choices.flatMap(choice => unexplained(choice, path))
  ]
}

/** The descriptions in a schema, with their paths. */
function descriptions(schema: unknown, path: string): readonly (readonly [string, string])[] {
  if (!isSchema(schema)) return []
  return [
    ...(typeof schema.description === 'string' ? [[path, schema.description] as const] : []),
    ...Object.entries(schema).flatMap(([name, member]) =>
      Array.isArray(member)
        ? member.flatMap(each => descriptions(each, `${path}.${name}`))
        : descriptions(member, `${path}.${name}`)
    )
  ]
}

t.test('a field is found whose description is missing or its title, wherever it is', async t => {
  const schema = {
    properties: {
      a: { title: 'A', description: 'a.' },
      b: { title: 'B', items: { properties: { c: { title: 'C' } } }, description: 'Several of them.' },
      d: { description: 'One of two.', anyOf: [{}, { properties: { e: {} } }] }
    }
  }
  t.strictSame(unexplained(schema, 'input'), ['input.a', 'input.b[].c', 'input.d.e'])
})

for (const { slug, actions, settings, webhookEvents = {} } of [b2b, core, creator, leadconnect, sentinel, wealthnode]) {
  const shown = Object.entries(actions).filter(([, { internal }]) => !internal)

  t.test(`every field of ${slug} has a description that says more than its title`, async t => {
    for (const [name, { input, detail, metrics }] of shown)
      for (const [part, schema] of Object.entries({ input, detail, metrics }))
        t.strictSame(unexplained(schema, part), [], `${name}.${part}`)
    for (const [name, { data }] of Object.entries(webhookEvents))
      t.strictSame(unexplained(data, 'data'), [], `${name}.data`)
  })

  // Forms show these as plain text; the developer reference shows literals of responses as code.
  t.test(`what forms say of the fields of ${slug} has no backticks`, async t => {
    const inputs = shown.flatMap(([name, { input }]) => descriptions(input, `${name}.input`))
    const marked = [...inputs, ...descriptions(settings, 'settings')].filter(([, text]) => text.includes('`'))
    t.strictSame(marked, [])
  })
}
