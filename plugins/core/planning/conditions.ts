import { defaultMethods, LogicEngine } from 'json-logic-engine'
import { deepestLogic, longestLogic } from './limits.js'
import { operators } from './operators.js'
import { type Roots, valueAt } from './references.js'

type Logic = Readonly<Record<string, unknown>>

/** What is wrong with a condition, a sentence's end each. */
export function conditionFaults(logic: Logic): readonly string[] {
  if (Buffer.byteLength(JSON.stringify(logic)) > longestLogic) return [`is over ${longestLogic} bytes`]
  return [...new Set(faultsOf(logic, 1))]
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

/** Whether a condition holds. Throws what the engine throws when it cannot tell, as for adding a name and a number. */
export function holds(logic: Logic, roots: Roots): boolean {
  return Boolean(engine.truthy(engine.run(logic, roots)))
}

const engine = new LogicEngine(
  Object.fromEntries(Object.entries(defaultMethods).filter(([name]) => operators.includes(name))),
  { disableInline: true, disableInterpretedOptimization: true }
)
engine.addMethod('var', ([path, otherwise = null]: readonly unknown[], roots: Roots) => {
  return valueAt(String(path), roots) ?? otherwise
})
engine.addMethod('missing', (paths: readonly unknown[], roots: Roots) =>
  paths.flat().filter(path => (valueAt(String(path), roots) ?? '') === '')
)

function faultsOf(logic: unknown, depth: number): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap(part => faultsOf(part, depth))
  if (typeof logic !== 'object' || logic === null) return []
  if (depth > deepestLogic) return [`nests operators deeper than ${deepestLogic}`]
  const [entry, ...others] = Object.entries(logic)
  if (!entry || others.length > 0) return ['holds an object that is not one operator with its arguments']
  const [operator, part] = entry
  if (!operators.includes(operator)) return [`uses an operator that is not among ${operators.join(' ')}`]
  if (operator === 'var' || operator === 'missing')
    return isPlain(part) ? [] : ['reads a path that is not a plain text']
  return faultsOf(part, depth + 1)
}

function isPlain(part: unknown): boolean {
  return [part].flat().every(each => typeof each !== 'object' || each === null)
}
