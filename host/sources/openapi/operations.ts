import { type JsonObject, jsonObjectOf } from '../../base/json.js'
import type { OpenapiMember } from '../../entries/openapi.js'
import { type InterfaceDocument, resolved } from './interface-document.js'

/** One operation of an interface. */
export interface Operation {
  /** The `operationId`, or the method and the path. */
  readonly id: string
  /** In capital letters. */
  readonly method: string
  /** Such as `/pets/{petId}`. */
  readonly path: string
  readonly summary: string | undefined
  readonly description: string | undefined
  readonly isDeprecated: boolean
  readonly parameters: readonly JsonObject[]
  /** Undefined for an operation without one. */
  readonly body: JsonObject | undefined
  readonly responses: JsonObject
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** Those operations of a document that an entry names. Throws, in a sentence, when there is none, or not one that it names. */
export function operationsOf(
  { root }: InterfaceDocument,
  { operations: wanted, tags }: OpenapiMember
): readonly Operation[] {
  const all = [...everyOperation(root)]
  const isNamed = ({ id, method, path }: Operation, name: string) => name === id || name === `${method} ${path}`
  const unknown = wanted?.find(name => !all.some(([operation]) => isNamed(operation, name)))
  if (unknown !== undefined)
    throw new Error(
      `Its document has no operation "${unknown}"; it has ${all
        .slice(0, 20)
        .map(([{ id }]) => id)
        .join(', ')}${all.length > 20 ? ', …' : ''}.`
    )
  const chosen = all.filter(
    ([operation, own]) =>
      (wanted === undefined && tags === undefined) ||
      wanted?.some(name => isNamed(operation, name)) ||
      tags?.some(tag => own.includes(tag))
  )
  if (chosen.length === 0)
    throw new Error(
      tags ? `Its document has no operation of the tags ${tags.join(', ')}.` : 'Its document has no operations.'
    )
  return chosen.map(([operation]) => operation)
}

function* everyOperation(root: JsonObject): Generator<readonly [Operation, readonly unknown[]]> {
  for (const [path, item] of Object.entries(jsonObjectOf(root.paths))) {
    const shared = resolved(root, item)
    const named = methods.map(method => [method, shared[method]] as const)
    const further = Object.entries(jsonObjectOf(shared.additionalOperations))
    for (const [method, value] of [...named, ...further]) {
      const found = resolved(root, value)
      if (Object.keys(found).length === 0) continue
      const { operationId, summary, description, tags, deprecated, requestBody, responses } = found
      const operation = {
        id: typeof operationId === 'string' && operationId.trim() !== '' ? operationId : `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        summary: textOf(summary),
        description: textOf(description),
        isDeprecated: deprecated === true,
        parameters: parametersOf(root, shared.parameters, found.parameters),
        body: requestBody === undefined ? undefined : resolved(root, requestBody),
        responses: jsonObjectOf(responses)
      }
      yield [operation, Array.isArray(tags) ? tags : []]
    }
  }
}

/** Those of the path and of the operation; of two with one name and place, the operation's. */
function parametersOf(root: JsonObject, ofPath: unknown, ofOperation: unknown): readonly JsonObject[] {
  const all = [ofPath, ofOperation].flatMap(list => (Array.isArray(list) ? list : [])).map(each => resolved(root, each))
  return [...new Map(all.map(each => [`${each.in} ${each.name}`, each])).values()]
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
