import { hookBodies, hookSignatures } from '../hook.js'
import type { Product } from '../product.js'
import { type Check, cleanInput } from './compile-schema.js'
import { isRecord } from './wire-schema.js'

const nameForm = /^[a-z][a-z0-9_]{0,63}$/

/** Most characters of the title and the description of a hook. */
const longestText = 300

/** What is wrong with the hooks of a product, apart from what the schemas of its actions refuse; a sentence each. */
export function* hookErrors({ actions, hooks = {} }: Pick<Product, 'actions' | 'hooks'>): Generator<string> {
  const declared: unknown = hooks
  if (!isRecord(declared)) return yield 'Its hooks are not an object with an action and an input for each hook.'
  for (const [name, hook] of Object.entries(declared)) {
    if (!nameForm.test(name))
      yield `The hook "${name}" is not of the form lower-case words joined by underscores, at most 64 characters.`
    if (!isRecord(hook)) {
      yield `The hook "${name}" is not an object.`
      continue
    }
    for (const member of ['title', 'description'])
      if (!isText(hook[member])) yield `The hook "${name}" lacks a ${member} of at most ${longestText} characters.`
    yield* listErrors(`bodies of the hook "${name}"`, hook.bodies, hookBodies)
    if (hook.signatures !== undefined)
      yield* listErrors(`signatures of the hook "${name}"`, hook.signatures, hookSignatures)
    const action =
      typeof hook.action === 'string' && Object.hasOwn(actions, hook.action) ? actions[hook.action] : undefined
    if (!action || action.internal)
      yield `The hook "${name}" calls "${String(hook.action)}", which is no action that people run.`
    else yield* inputErrors(name, hook.input, Object.keys(action.input?.properties ?? {}))
  }
}

function* inputErrors(name: string, input: unknown, fields: readonly string[]): Generator<string> {
  if (!isRecord(input)) return yield `The hook "${name}" lacks an input.`
  const { spread, fields: pointers = {}, text, chosen = [], fixed = {}, ...others } = input
  for (const member of Object.keys(others)) yield `The input of the hook "${name}" has the unknown member "${member}".`
  if (spread !== undefined && spread !== true) yield `The spread of the hook "${name}" is not true.`
  if (text !== undefined && typeof text !== 'string') yield `The text of the hook "${name}" is no name of a field.`
  if (!isRecord(pointers) || !isRecord(fixed) || !Array.isArray(chosen))
    return yield `The fields and the fixed fields of the hook "${name}" are not objects, or the chosen ones no list.`
  for (const pointer of Object.values(pointers))
    if (typeof pointer !== 'string' || !/^(?:\/(?:[^~]|~[01])*)?$/.test(pointer))
      yield `A field of the hook "${name}" comes from "${String(pointer)}", which is no JSON Pointer.`
  const named: readonly unknown[] = [...Object.keys(pointers), ...Object.keys(fixed), ...chosen]
  for (const field of typeof text === 'string' ? [...named, text] : named)
    if (typeof field !== 'string' || !fields.includes(field))
      yield `The hook "${name}" fills in "${String(field)}", which is no field of its action.`
  for (const field of chosen)
    if (typeof field === 'string' && Object.hasOwn(fixed, field))
      yield `The hook "${name}" has "${field}" among the chosen fields, and fixed.`
}

function* listErrors(what: string, list: unknown, known: readonly string[]): Generator<string> {
  if (!Array.isArray(list) || list.length === 0 || list.some(each => !known.includes(each)))
    yield `The ${what} are not a list of ${known.join(', ')}.`
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longestText
}

/** The fixed fields of hooks that the schema of their action refuses; a sentence each. */
export function* fixedFieldErrors(
  { hooks = {} }: Pick<Product, 'hooks'>,
  checkOf: (action: string) => Check | undefined
): Generator<string> {
  for (const [name, { action, input }] of Object.entries(hooks))
    for (const [field, value] of Object.entries(input.fixed ?? {})) {
      const filled: Record<string, unknown> = { [field]: structuredClone(value) }
      const issues = [...cleanInput(filled).issues, ...(checkOf(action)?.(filled) ?? [])]
      const found = issues.find(({ pointer }) => `${pointer}/`.startsWith(`#/${field}/`))
      if (found) yield `The hook "${name}" fixes a field that "${action}" refuses: ${found.pointer} ${found.detail}.`
    }
}
