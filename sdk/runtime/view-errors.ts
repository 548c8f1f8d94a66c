import type { Product } from '../product.js'
import { type View, type ViewKind, viewSchemas } from '../view.js'
import { compileOutput } from './compile-schema.js'
import { isRecord } from './wire-schema.js'

const keyword = 'x-view'

/** Most views of one answer. */
const mostViews = 8

/** Where a schema names one of its members. */
const named = ['properties', 'patternProperties', '$defs', 'definitions']

/** Keywords whose operands are lists of schemas. */
const choices = ['anyOf', 'oneOf', 'allOf']

/** Members of a view that point into the whole detail; other pointers of a view with `items` point into one item. */
const ofDetail = ['items', 'value', 'label', 'file', 'meters', 'strip']

/** What is wrong with the views of a product, a sentence each: where they stand, their form, and what they point to. */
export function* viewErrors(product: Product): Generator<string> {
  const { actions, settings, home = [] } = product
  for (const [name, { input, detail, metrics }] of Object.entries(actions)) {
    const views = isRecord(detail) ? detail[keyword] : undefined
    if ([input, metrics].some(has) || partsOf(detail).some(has))
      yield `A schema of "${name}" has "${keyword}" in a place other than the detail schema itself.`
    if (views !== undefined) yield* listErrors(views, `"${keyword}" of "${name}"`, name, product)
  }
  for (const { action, views } of home)
    if (views !== undefined && Object.hasOwn(actions, action))
      yield* listErrors(views, `"views" of "${action}" in the home`, action, product)
  if (has(settings)) yield `The settings schema has "${keyword}", which belongs to the detail schema of an action.`
}

function* listErrors(views: unknown, where: string, action: string, { actions }: Product): Generator<string> {
  if (!Array.isArray(views) || views.length === 0 || views.length > mostViews)
    yield `${where} is not a list of 1 to ${mostViews} views.`
  else for (const view of views) yield* errorsOf(view, action, actions)
}

function* errorsOf(view: unknown, action: string, actions: Product['actions']): Generator<string> {
  const kind = isRecord(view) ? view.view : undefined
  if (!isKind(kind)) {
    yield `A view of "${action}" is ${JSON.stringify(kind)}; it is one of ${Object.keys(viewSchemas).join(', ')}.`
    return
  }
  const [issue] = compileOutput(viewSchemas[kind])(view)
  if (issue) yield `The view ${kind} of "${action}" is not well formed: ${issue.pointer} ${issue.detail}.`
  else {
    yield* pointerErrors(view as View, `The view ${kind} of "${action}"`, actions[action]?.detail)
    yield* openedErrors(view as View, `The view ${kind} of "${action}"`, actions)
  }
}

/** What a row opens is an action that people run, and what it fills in are fields of it. */
function* openedErrors(view: View, where: string, actions: Product['actions']): Generator<string> {
  const opens = 'opens' in view ? view.opens : undefined
  if (!opens) return
  const action = Object.hasOwn(actions, opens.action) ? actions[opens.action] : undefined
  if (!action || action.internal) return yield `${where} opens "${opens.action}", which is no action that people run.`
  for (const name of Object.keys(opens.input))
    if (!Object.hasOwn(action.input.properties, name))
      yield `${where} fills in "${name}" of "${opens.action}", which its input lacks.`
}

function* pointerErrors(view: View, where: string, detail: unknown): Generator<string> {
  const items = 'items' in view ? listAt(view.items, detail) : undefined
  if ('items' in view && items === undefined)
    yield `${where} shows ${view.items}, which is no list of its detail schema.`
  for (const [member, operand] of Object.entries(view)) {
    const schema = ofDetail.includes(member) || !('items' in view) ? detail : items
    if (member === 'strip') yield* stripErrors(operand, where, detail)
    else if (schema !== undefined)
      for (const pointer of pointersIn(operand))
        if (schemaAt(pointer, schema) === undefined)
          yield `${where} points to ${pointer} by "${member}", which its detail schema does not declare.`
  }
}

function* stripErrors(strip: unknown, where: string, detail: unknown): Generator<string> {
  const { items, ...members } = isRecord(strip) ? strip : {}
  const item = listAt(String(items), detail)
  if (item === undefined) yield `${where} shows ${items} as a strip, which is no list of its detail schema.`
  for (const pointer of pointersIn(Object.values(members)))
    if (item !== undefined && schemaAt(pointer, item) === undefined)
      yield `${where} points to ${pointer} in its strip, which its detail schema does not declare.`
}

/** The pointers among the members of a view, which nothing else in it begins like. */
function pointersIn(operand: unknown): readonly string[] {
  if (typeof operand === 'string') return operand.startsWith('/') ? [operand] : []
  return typeof operand === 'object' && operand !== null ? Object.values(operand).flatMap(pointersIn) : []
}

/** The schema of the items of a list; undefined if the schema certainly has no list there. */
function listAt(pointer: string, schema: unknown): unknown {
  const list = schemaAt(pointer, schema)
  if (list === undefined) return undefined
  if (list === anything) return anything
  return isRecord(list) && list.type === 'array' ? (list.items ?? anything) : undefined
}

/** Stands for a schema that may declare any member: a union, a reference, or an object with further members. */
const anything = Object.freeze({})

const open = ['anyOf', 'oneOf', 'allOf', '$ref', 'additionalProperties', 'patternProperties']

function schemaAt(pointer: string, schema: unknown): unknown {
  const names = pointer.slice(1).split('/')
  return names.reduce<unknown>((at, name) => memberOf(name.replaceAll('~1', '/').replaceAll('~0', '~'), at), schema)
}

function memberOf(name: string, schema: unknown): unknown {
  if (!isRecord(schema) || schema === anything) return schema
  const { properties } = schema
  if (isRecord(properties) && Object.hasOwn(properties, name)) return properties[name]
  return schema.type === undefined || open.some(each => each in schema) ? anything : undefined
}

function has(schema: unknown): boolean {
  return isRecord(schema) && (keyword in schema || partsOf(schema).some(has))
}

/** The schemas in a schema. */
export function partsOf(schema: unknown): readonly unknown[] {
  if (!isRecord(schema)) return []
  return Object.entries(schema).flatMap(([key, operand]) => {
    if (named.includes(key)) return isRecord(operand) ? Object.values(operand) : []
    if (Array.isArray(operand)) return choices.includes(key) ? operand : []
    return key === 'items' || key === 'additionalProperties' ? [operand] : []
  })
}

function isKind(kind: unknown): kind is ViewKind {
  return typeof kind === 'string' && Object.hasOwn(viewSchemas, kind)
}
