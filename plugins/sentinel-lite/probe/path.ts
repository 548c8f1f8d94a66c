import type { Fault } from '@product-host/sdk'

const dottedSteps = /^([^.[\]]+|\[\d{1,6}\])(\.[^.[\]]+|\[\d{1,6}\])*$/

/**
 * The steps of a path into a JSON document: a JSON Pointer (RFC 6901) when it starts with `/`, otherwise names with dots
 * between them and indexes in brackets, after an optional `$`, which alone is the whole.
 */
export function readPath(path: string): readonly string[] | Fault {
  if (path === '$') return []
  if (path.startsWith('/')) return pointerSteps(path)
  const dotted = path.replace(/^\$\.|^\$(?=\[)/, '')
  if (dottedSteps.test(dotted)) return dotted.match(/[^.[\]]+/g) ?? []
  return { pointer: '#/expectJson/path', detail: 'is not a path', fix: 'Send data.items[0].id or /data/items/0/id.' }
}

/** The value at the end of a path, through own members alone; undefined when the path leads nowhere. */
export function valueAt(document: unknown, steps: readonly string[]): unknown {
  let value = document
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

function pointerSteps(pointer: string): readonly string[] {
  const steps = pointer.slice(1).split('/')
  return steps.map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
