/** What references may lead to: the answers of earlier steps by their ids, memories by their keys, the goal and the time. */
export interface Roots {
  readonly steps: ReadonlyMap<string, unknown>
  readonly memories: ReadonlyMap<string, string>
  readonly goal: string | undefined
  /** ISO 8601. */
  readonly now: string
}

/** A reference that leads to nothing. */
export class UnresolvedReference extends Error {
  override readonly name = 'UnresolvedReference'

  constructor(path: string) {
    super(`{{${path}}} leads to nothing.`)
  }
}

const reference = /\{\{\s*([^{}]+?)\s*\}\}/g
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** The paths of all references in a value, such as `s1.detail.score`. */
export function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return Array.from(value.matchAll(reference), ([, path = '']) => path)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(pathsIn)
}

/** The first part of a path: a step's id, `memory`, `goal` or `now`. */
export function rootOf(path: string): string {
  return partsOf(path)[0] ?? ''
}

/** The key of the memory that a path names. */
export function memoryKeyOf(path: string): string | undefined {
  return path.startsWith('memory.') ? path.slice('memory.'.length) : undefined
}

/** Whether a path, or a member of an input, has a name by which JavaScript reaches beyond the data. */
export function isForbidden(path: string): boolean {
  return partsOf(path).some(part => forbidden.has(part))
}

/** The names of all members in a value, at any depth. */
export function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const names = Array.isArray(value) ? [] : Object.keys(value)
  return [...names, ...Object.values(value).flatMap(namesIn)]
}

/** A value with its references resolved: one that is the whole text keeps its type. Throws `UnresolvedReference`. */
export function resolved(value: unknown, roots: Roots): unknown {
  if (typeof value === 'string') return resolvedText(value, roots)
  if (Array.isArray(value)) return value.map(item => resolved(item, roots))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member, roots)]))
}

function resolvedText(text: string, roots: Roots): unknown {
  const [whole] = text.matchAll(reference)
  if (whole && whole[0] === text) return found(whole[1] ?? '', roots)
  return text.replaceAll(reference, (_, path: string) => asText(found(path, roots)))
}

function found(path: string, roots: Roots): unknown {
  const value = valueAt(path, roots)
  if (value === undefined) throw new UnresolvedReference(path)
  return value
}

/** What a path leads to, over own members alone; undefined when it leads to nothing. */
export function valueAt(path: string, { steps, memories, goal, now }: Roots): unknown {
  const [root = '', ...rest] = partsOf(path)
  const key = memoryKeyOf(path)
  if (key !== undefined) return memories.get(key)
  if (root === 'goal') return rest.length === 0 ? goal : undefined
  if (root === 'now') return rest.length === 0 ? now : undefined
  return rest.reduce<unknown>(member, steps.get(root))
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || forbidden.has(name)) return undefined
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

function partsOf(path: string): readonly string[] {
  return path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
