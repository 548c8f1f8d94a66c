import t from 'tap'
import product from '../dist/index.js'

/** The paths of the properties of a schema that have no title. */
function untitled(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, items, anyOf } = schema as { properties?: object; items?: object; anyOf?: readonly object[] }
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, property]) => [
      ...(typeof property.title === 'string' && property.title !== '' ? [] : [`${path}/${name}`]),
      ...untitled(property, `${path}/${name}`)
    ]),
    ...untitled(items, `${path}/items`),
    ...(anyOf ?? []).flatMap((each, index) => untitled(each, `${path}/${index}`))
  ]
}

t.test('every field that a person sees has a title', async t => {
  for (const [name, { input, detail, metrics }] of Object.entries(product.actions))
    t.strictSame(
      [...untitled(input, name), ...untitled(detail, `${name} detail`), ...untitled(metrics, `${name} metrics`)],
      []
    )
})
