import type { Action } from '../action.js'
import type { Product } from '../product.js'
import { Type } from '../typebox.js'
import { changedPrototypes } from './changed-prototypes.js'
import { compileInput, compileOutput, keepDeclared } from './compile-schema.js'
import { InputFields } from './input-fields.js'
import type { MountedAction } from './mounted-product.js'
import { validateCalls, validateManifest } from './validate-product.js'

/** An action whose declaration and schemas are sound. */
export interface CheckedAction extends Pick<MountedAction, 'action' | 'checkInput' | 'fields' | 'checkOutcome'> {
  readonly name: string
}

/** The actions of a product, their schemas compiled. Throws, in sentences, when something in its declaration is not sound. */
export function checkedActions(product: Product): readonly CheckedAction[] {
  const issues = validateManifest(product)
  if (issues.length > 0) throw new Error(issues.join(' '))
  const checked = Object.entries(product.actions).map(([name, action]) => ({ name, action, ...compiled(name, action) }))
  validateCalls(product, name => checked.find(each => each.name === name)?.checkInput)
  return checked
}

/** Where a declaration is refused while a global prototype is changed, that is the likely reason, and is said first. */
export function explained<Result>(check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    const changed = changedPrototypes()
    if (changed.length === 0) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new Error([...changed, message].join(' '), { cause: error })
  }
}

function compiled(name: string, action: Action): Pick<MountedAction, 'checkInput' | 'fields' | 'checkOutcome'> {
  return {
    checkInput: named(`the input schema of "${name}"`, () => compileInput(action.input)),
    fields: new InputFields(action.input, action.decisiveFields),
    checkOutcome: {
      detail: named(`the detail schema of "${name}"`, () => compileOutput(action.detail)),
      metrics: named(`the metrics schema of "${name}"`, () => compileOutput(action.metrics ?? Type.Object({}))),
      keepDetail: keepDeclared(action.detail),
      keepMetrics: keepDeclared(action.metrics ?? Type.Object({}))
    }
  }
}

/** Compiles, and says in a sentence what does not. */
export function named<Compiled>(what: string, compile: () => Compiled): Compiled {
  try {
    return compile()
  } catch (error) {
    throw new Error(
      `${what[0]?.toUpperCase()}${what.slice(1)} does not compile: ${error instanceof Error ? error.message : String(error)}.`
    )
  }
}
