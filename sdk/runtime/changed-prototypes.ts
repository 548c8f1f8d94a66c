import { createContext, runInContext } from 'node:vm'

/** Those that tests do not replace, as they do the clock. */
const shared =
  'Object Array String Number Boolean BigInt Symbol Function Promise Map Set RegExp Error JSON Reflect'.split(' ')

/** Those of which tests replace more than the prototype. */
const prototypesAlone = ['Date']

/**
 * The global objects that some code changed so that others may break, a sentence each: members that every loop finds, and built-in
 * functions that were replaced. It compares with a fresh realm, so it does not matter what was loaded first.
 */
export function changedPrototypes(): readonly string[] {
  const fresh = createContext()
  return [...shared, ...prototypesAlone].flatMap(name => {
    const [own, original]: readonly unknown[] = [Reflect.get(globalThis, name), runInContext(name, fresh)]
    return [
      ...(shared.includes(name) ? changes(name, own, original) : []),
      ...changes(`${name}.prototype`, prototypeOf(own), prototypeOf(original))
    ]
  })
}

function prototypeOf(value: unknown): unknown {
  return typeof value === 'function' ? value.prototype : undefined
}

function changes(name: string, own: unknown, original: unknown): readonly string[] {
  if (!isObject(own) || !isObject(original)) return []
  const added = Object.keys(own).filter(member => !Object.hasOwn(original, member))
  const replaced = Object.getOwnPropertyNames(original).filter(
    member => isFunction(memberOf(original, member)) && !isBuiltIn(memberOf(own, member))
  )
  return [
    ...added.map(
      member => `${name} has the added member "${member}"; define it where no loop finds it, or write a function.`
    ),
    ...replaced.map(member => `${name}.${member} is no longer the function of JavaScript; leave it as it is.`)
  ]
}

function memberOf(object: object, member: string): unknown {
  return Object.getOwnPropertyDescriptor(object, member)?.value
}

function isBuiltIn(value: unknown): boolean {
  return isFunction(value) && /\{\s*\[native code\]\s*\}$/.test(toSource(value))
}

const { toString: sourceOf } = Function.prototype

function toSource(value: (...parameters: never) => unknown): string {
  return Reflect.apply(sourceOf, value, [])
}

function isFunction(value: unknown): value is (...parameters: never) => unknown {
  return typeof value === 'function'
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
