import { isRecord } from './wire-schema.js'

/**
 * In what a declaration is not of the form that the types of the sdk describe, a sentence each: what a plugin without types, or one whose
 * modules import each other in a circle, gets wrong. The other checks rely on this form.
 */
export function* shapeErrors(product: unknown): Generator<string> {
  if (!isRecord(product)) return yield 'It is not what defineProduct returns.'
  for (const name of ['slug', 'title', 'description', 'version'])
    if (typeof product[name] !== 'string') yield `Its ${name} is ${shown(product[name])}, which is no text.`
  const { slug, actions, settings, options, recordKinds = {}, services = [], home = [], neededProducts = {} } = product
  if (!isRecord(actions)) yield `Its actions are ${shown(actions)}; they are an object of what defineAction returns.`
  else for (const [name, action] of Object.entries(actions)) yield* actionErrors(name, action)
  if (settings !== undefined) yield* schemaErrors(settings, 'settings')
  if (options !== undefined) yield* schemaErrors(options, 'options')
  for (const [start, kind] of Object.entries(isRecord(recordKinds) ? recordKinds : { '': recordKinds }))
    if (!isRecord(kind)) yield `The record kind "${start}" is ${shown(kind)}; it is an object with a title.`
  if (!Array.isArray(home)) yield `Its home is ${shown(home)}; it is a list of parts with an action and an input each.`
  else
    for (const part of home)
      if (!isRecord(part) || typeof part.action !== 'string' || !isRecord(part.input))
        yield `A part of its home is ${shown(part)}; it is an object with an action and an input.`
  yield* neededErrors(slug, neededProducts)
  for (const service of Array.isArray(services) ? services : [services])
    if (typeof service !== 'function') yield `One of its services is ${shown(service)}, which is no class.${circle}`
}

const circle = ' Is it exported, and do its modules import each other in a circle?'

function* actionErrors(name: string, action: unknown): Generator<string> {
  if (!isRecord(action)) return yield `The action "${name}" is ${shown(action)}.${circle}`
  const { needs = {}, errors = {}, intents = {}, examples = [] } = action
  for (const [need, service] of Object.entries(isRecord(needs) ? needs : { '': needs }))
    if (!['object', 'function'].includes(typeof service) || service === null)
      yield `The need "${need}" of "${name}" is ${shown(service)}, which is neither a token nor a class.${circle}`
  for (const [code, meaning] of Object.entries(isRecord(errors) ? errors : { '': errors }))
    if (typeof meaning !== 'string') yield `The error code "${code}" of "${name}" has no text that says what it means.`
  for (const [list, texts] of Object.entries(isRecord(intents) ? intents : { intents }))
    if (!Array.isArray(texts) || texts.some(text => typeof text !== 'string'))
      yield `The ${list} of the intents of "${name}" are not a list of texts.`
  for (const example of Array.isArray(examples) ? examples : [examples])
    if (!isRecord(example) || typeof example.title !== 'string' || !isRecord(example.input))
      yield `An example of "${name}" is ${shown(example)}; it is an object with a title and an input.`
}

function* neededErrors(own: unknown, products: unknown): Generator<string> {
  if (!isRecord(products)) return yield `Its neededProducts are ${shown(products)}; they are an object by slugs.`
  for (const [slug, need] of Object.entries(products)) {
    if (slug === own) yield `It names itself, "${slug}", in its neededProducts.`
    const { actions = [], isOptional = false, ...others }: Record<string, unknown> = isRecord(need) ? need : { need }
    if (!Array.isArray(actions) || actions.some(name => typeof name !== 'string') || typeof isOptional !== 'boolean')
      yield `What it needs of the product "${slug}" is not a list of actions and isOptional.`
    for (const member of Object.keys(others))
      yield `What it needs of the product "${slug}" has the unknown member "${member}".`
  }
}

function* schemaErrors(schema: unknown, what: string): Generator<string> {
  const { type, properties }: Record<string, unknown> = isRecord(schema) ? schema : {}
  if (type !== 'object' || !isRecord(properties)) return yield `The ${what} schema is not an object schema.`
  for (const [name, property] of Object.entries(properties))
    if (!isRecord(property))
      yield `The property "${name}" of the ${what} schema is ${shown(property)}, which is no schema.`
}

function shown(value: unknown): string {
  return typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? 'undefined').slice(0, 100)
}
