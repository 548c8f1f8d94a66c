import { isJsonObject, type JsonObject, jsonObjectOf, memberOf } from '../../base/json.js'

/** What an overlay has changed of a document. */
interface Overlaid {
  readonly root: JsonObject
  /** The targets that name nothing in the document. */
  readonly missed: readonly string[]
}

/**
 * A document with the actions of an overlay done to it, in their order (OpenAPI Overlay 1.0 and 1.1): an operator's changes to somebody else's
 * document. `shown` names the overlay. Rejects, in a sentence, what is no overlay.
 */
export async function overlaid(root: JsonObject, overlay: unknown, shown: string): Promise<Overlaid> {
  const version = memberOf(overlay, 'overlay')
  const actions = memberOf(overlay, 'actions')
  if (typeof version !== 'string' || !/^1\.[01]\b/.test(version) || !Array.isArray(actions))
    throw new Error(`Its overlay ${shown} is no OpenAPI Overlay 1.0 or 1.1 with a list of actions.`)
  const { query } = await import('json-p3')
  const whole = { root: structuredClone(root) as unknown }
  const missed: string[] = []
  for (const [index, action] of actions.entries()) {
    const [target, update, remove] = ['target', 'update', 'remove'].map(name => memberOf(action, name))
    const place = `Its overlay ${shown}, #/actions/${index}`
    if (typeof target !== 'string') throw new Error(`${place}, has no "target".`)
    if (update === undefined && remove !== true) throw new Error(`${place}, has neither "update" nor "remove".`)
    let nodes: readonly { readonly value: unknown; readonly location: readonly (string | number)[] }[]
    try {
      nodes = query(target, whole.root as Parameters<typeof query>[1]).nodes
    } catch (error) {
      throw new Error(`${place}, has a "target" that is no JSONPath: ${error instanceof Error ? error.message : error}`)
    }
    if (nodes.length === 0) missed.push(target)
    // The last of a list goes first, so that the others stay where they are.
    for (const { location } of nodes.toReversed()) {
      const path = ['root', ...location]
      const [parent, last] = [parentOf(whole, path), path.at(-1) ?? '']
      if (remove !== true) Reflect.set(parent, last, merged(Reflect.get(parent, last), update))
      else if (location.length > 0) withoutMember(parent, last)
      else throw new Error(`${place}, cannot remove the whole document.`)
    }
  }
  return { root: jsonObjectOf(whole.root), missed }
}

function parentOf(root: object, location: readonly (string | number)[]): Record<string, unknown> | unknown[] {
  return location.slice(0, -1).reduce((value: object, key) => Reflect.get(value, key), root) as Record<string, unknown>
}

function withoutMember(parent: Record<string, unknown> | unknown[], key: string | number): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete parent[key]
}

/** Objects are merged member by member; a list gets what the update has, one or several, at its end; anything else is replaced. */
function merged(value: unknown, update: unknown): unknown {
  if (Array.isArray(value)) return value.concat(update)
  if (!isJsonObject(value) || !isJsonObject(update)) return structuredClone(update)
  const both = Object.keys(update).map(name => [
    name,
    Object.hasOwn(value, name) ? merged(value[name], update[name]) : structuredClone(update[name])
  ])
  return { ...value, ...Object.fromEntries(both) }
}
