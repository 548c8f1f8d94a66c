import t from 'tap'
import product from '../dist/index.js'

/** The paths of all properties of a schema that have no title. */
function* untitled(schema: unknown, path: string): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null)
    for (const [name, property] of Object.entries(schema.properties)) {
      const hasTitle = typeof property === 'object' && property !== null && typeof property.title === 'string'
      if (!hasTitle) yield `${path}/${name}`
      yield* untitled(property, `${path}/${name}`)
    }
  if ('items' in schema) yield* untitled(schema.items, `${path}/items`)
}

t.test('every field that a person sees has a title', async t => {
  t.strictSame(
    [...untitled({ properties: { one: { items: { properties: { two: {} } } } } }, '')],
    ['/one', '/one/items/two']
  )
  for (const [name, { input, detail, metrics }] of Object.entries(product.actions)) {
    t.strictSame(
      [...untitled(input, 'input'), ...untitled(detail, 'detail'), ...untitled(metrics, 'metrics')],
      [],
      name
    )
    t.ok('properties' in input, name)
  }
})
