import { defaultMethods, LogicEngine } from 'json-logic-engine'
import { isRecord } from '../json.js'
import { deepestLogic, longestLogic, operators } from './operators.js'

/** What is wrong with a rule in JSON Logic, a sentence's end each; none when it may run. */
export function logicFaults(text: string): readonly string[] {
  if (Buffer.byteLength(text) > longestLogic) return [`is over ${longestLogic} bytes`]
  const logic = parsed(text)
  return isRecord(logic) ? [...new Set(faultsOf(logic, 1))] : ['is not a JSON object']
}

/**
 * Whether the rule holds for the facts. Throws what the engine throws when it cannot tell, as for adding a name and a
 * number.
 */
export function holds(text: string, facts: Readonly<Record<string, unknown>>): boolean {
  return Boolean(engine.truthy(engine.run(parsed(text), facts)))
}

const engine = new LogicEngine(
  Object.fromEntries(Object.entries(defaultMethods).filter(([name]) => operators.includes(name))),
  {
    disableInline: true,
    disableInterpretedOptimization: true
  }
)
engine.addMethod(
  'var',
  ([path, otherwise = null]: readonly unknown[], facts: unknown) => valueAt(facts, path) ?? otherwise
)
engine.addMethod('missing', (paths: readonly unknown[], facts: unknown) =>
  paths.flat().filter(path => (valueAt(facts, path) ?? '') === '')
)

/**
 * The value at a path such as `fields.country`; only what the facts themselves hold, nothing that JavaScript adds to
 * them.
 */
export function valueAt(facts: unknown, path: unknown): unknown {
  if (path === '' || path === null || path === undefined) return facts
  return String(path)
    .split('.')
    .reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? Reflect.get(value, step)
          : undefined,
      facts
    )
}

function faultsOf(logic: unknown, depth: number): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap(part => faultsOf(part, depth))
  if (!isRecord(logic)) return []
  if (depth > deepestLogic) return [`nests operators deeper than ${deepestLogic}`]
  const [operator, ...others] = Object.keys(logic)
  if (operator === undefined || others.length > 0)
    return ['holds an object that is not one operator with its arguments']
  if (!operators.includes(operator)) return [`uses an operator that is not among ${operators.join(' ')}`]
  return faultsOf(logic[operator], depth + 1)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
