import { defaultMethods, LogicEngine } from 'json-logic-engine'

/** How deep and how long a condition may be: levels of operators, bytes of JSON. */
const deepestLogic = 12

const longestLogic = 2048

/** The operators of JSON Logic (jsonlogic.com/operations.html) that conditions may use: those that neither loop nor log. */
const logicOperators: readonly string[] =
  'var missing if ! !! and or == === != !== > >= < <= max min + - * / % in cat substr'.split(' ')

type Logic = Readonly<Record<string, unknown>>

/** What is wrong with a condition, a sentence's end each. */
export function conditionIssues(logic: Logic): readonly string[] {
  if (Buffer.byteLength(JSON.stringify(logic)) > longestLogic) return [`is over ${longestLogic} bytes`]
  return [...new Set(issuesOf(logic, 1))]
}

/** The paths that a condition reads. */
export function pathsOfCondition(logic: unknown): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap(pathsOfCondition)
  if (typeof logic !== 'object' || logic === null) return []
  return Object.entries(logic).flatMap(([operator, part]) => {
    if (operator === 'var') return [String(Array.isArray(part) ? part[0] : part)]
    return operator === 'missing' ? [part].flat().map(String) : pathsOfCondition(part)
  })
}

/** Whether a condition holds. Throws what the engine throws when it cannot evaluate it, as for adding a name and a number. */
export function holds(logic: Logic, roots: Roots): boolean {
  return Boolean(engine.truthy(engine.run(logic, roots)))
}

const engine = new LogicEngine(
  Object.fromEntries(Object.entries(defaultMethods).filter(([name]) => logicOperators.includes(name))),
  { disableInline: true, disableInterpretedOptimization: true }
)

engine.addMethod('var', ([path, otherwise = null]: readonly unknown[], roots: Roots) => {
  return valueAt(String(path), roots) ?? otherwise
})

engine.addMethod('missing', (paths: readonly unknown[], roots: Roots) =>
  paths.flat().filter(path => (valueAt(String(path), roots) ?? '') === '')
)

function issuesOf(logic: unknown, depth: number): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap(part => issuesOf(part, depth))
  if (typeof logic !== 'object' || logic === null) return []
  if (depth > deepestLogic) return [`nests operators deeper than ${deepestLogic}`]
  const [entry, ...others] = Object.entries(logic)
  if (!entry || others.length > 0) return ['holds an object that is not one operator with its arguments']
  const [operator, part] = entry
  if (!logicOperators.includes(operator)) return [`uses an operator that is not among ${logicOperators.join(' ')}`]
  if (operator === 'var' || operator === 'missing')
    return isPlain(part) ? [] : ['reads a path that is not a plain text']
  return issuesOf(part, depth + 1)
}

function isPlain(part: unknown): boolean {
  return [part].flat().every(each => typeof each !== 'object' || each === null)
}

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

/** Whether a path, or a member of an input, has a name by which JavaScript reaches more than the data. */
export function isForbidden(path: string): boolean {
  return partsOf(path).some(part => forbidden.has(part))
}

/** The names of all members in a value, at any depth. */
export function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const names = Array.isArray(value) ? [] : Object.keys(value)
  return [...names, ...Object.values(value).flatMap(namesIn)]
}

/** A value with its references resolved: a reference that is the entire text keeps its type. Throws `UnresolvedReference`. */
export function resolved(value: unknown, roots: Roots): unknown {
  if (typeof value === 'string') return resolvedText(value, roots)
  if (Array.isArray(value)) return value.map(item => resolved(item, roots))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member, roots)]))
}

function resolvedText(text: string, roots: Roots): unknown {
  const [match] = text.matchAll(reference)
  if (match && match[0] === text) return found(match[1] ?? '', roots)
  return text.replaceAll(reference, (_, path: string) => asText(found(path, roots)))
}

function found(path: string, roots: Roots): unknown {
  const value = valueAt(path, roots)
  if (value === undefined) throw new UnresolvedReference(path)
  return value
}

/** The value at a path; undefined where nothing is. */
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
