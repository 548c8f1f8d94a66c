import type { JsonSchema } from '@product-host/sdk/runtime'

/** Keywords whose members map names to schemas: a property may be called `title`. */
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']

/** Keywords whose operands are values, which contain no keywords. */
const values = ['const', 'enum', 'default', 'examples']

/** A schema without some of its keywords, and without those of the schemas in it. */
export function withoutKeywords(schema: object, isLeftOut: (keyword: string) => boolean): JsonSchema {
  const remaining = Object.entries(schema).filter(([keyword]) => !isLeftOut(keyword))
  return Object.fromEntries(
    remaining.map(([keyword, operand]) => {
      if (values.includes(keyword)) return [keyword, operand]
      if (!named.includes(keyword) || typeof operand !== 'object' || operand === null)
        return [keyword, partWithout(operand, isLeftOut)]
      const members = Object.entries(operand).map(([name, part]) => [name, partWithout(part, isLeftOut)] as const)
      return [keyword, Object.fromEntries(members)]
    })
  )
}

function partWithout(part: unknown, isLeftOut: (keyword: string) => boolean): unknown {
  if (Array.isArray(part)) return part.map(each => partWithout(each, isLeftOut))
  return typeof part === 'object' && part !== null ? withoutKeywords(part, isLeftOut) : part
}
