import { setImmediate as turn } from 'node:timers/promises'
import { type Action, type Context, defineProduct, SETTINGS, type Settings, Type } from '@product-host/sdk'
import { type JsonObject, jsonObjectOf } from '../../base/json.js'
import type { OpenapiSource } from '../../deployment.js'
import { type OpenapiMember, settingsOfInterface } from '../../entries/openapi.js'
import { named, titleOfName } from '../action-names.js'
import { type AdaptedObject, adaptedPart, adaptedSchema } from '../adapted-schema.js'
import type { OfferedAction } from '../approvals.js'
import { withExample } from '../example-of.js'
import type { OpenedSource } from '../opened-source.js'
import { requireSettings, settingErrors, settingsSchema } from '../source-settings.js'
import { type InterfaceDocument, resolved } from './interface-document.js'
import { isJsonType } from './media-types.js'
import { type OperationInput, operationInput } from './operation-input.js'
import { type Operation, operationsOf } from './operations.js'
import { type InterfaceAnswer, type InterfaceClient, refusals } from './send-request.js'

/** Milliseconds until the caller is freed; the deployment may allow less. */
const timeoutMs = 30_000

/** Most characters of a title, and of a description. */
const [longestTitle, longestDescription] = [100, 2_000]

/** Members of `detail` that the host writes itself. */
const takenInDetail = ['error', 'ignoredFields', 'misspeltFields']

/**
 * The product whose actions are the operations of an interface, and the operations whose bodies this host cannot write. A document of a
 * thousand operations takes seconds: the host answers calls between any two of them.
 */
export async function openapiProduct(
  source: OpenapiSource,
  document: InterfaceDocument,
  client: InterfaceClient
): Promise<Pick<OpenedSource, 'product' | 'offered'> & { readonly leftOut: readonly string[] }> {
  const member = source.openapi
  const operations = operationsOf(document, member)
  const leftOut: string[] = []
  const given = givenBy(member)
  const actions: [string, Action][] = []
  const offered = new Map<string, OfferedAction>()
  for (const [name, operation] of named(operations, ({ id }) => id)) {
    await turn()
    offered.set(name, offeredOf(operation, document.root))
    const taken = operationInput(document.root, operation, given)
    if (taken) actions.push([name, actionOf(operation, taken, document.root, member, client)])
    else leftOut.push(operation.id)
  }
  if (actions.length === 0)
    throw new Error('Its operations have methods, or bodies of media types, that this host does not send.')
  const settings = settingsOfInterface(member)
  const product = defineProduct({
    slug: source.slug,
    title: (source.title ?? document.title).slice(0, longestTitle),
    description: source.description ?? `The HTTP interface ${document.title}.`.slice(0, longestDescription),
    version: /^\d+\.\d+\.\d+$/.test(document.version) ? document.version : '0.0.0',
    actions: Object.fromEntries(actions),
    ...(settings.length > 0 && { settings: settingsSchema(settings) })
  })
  return { product, offered, leftOut }
}

/** An operation with all that it refers to. */
function offeredOf(operation: Operation, root: JsonObject): OfferedAction {
  const references: Record<string, unknown> = {}
  const waiting: unknown[] = [operation]
  for (const value of waiting)
    if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) {
        if (name !== '$ref' || typeof part !== 'string') waiting.push(part)
        else if (!(part in references)) {
          references[part] = resolved(root, { $ref: part })
          waiting.push(references[part])
        }
      }
  return {
    name: operation.id,
    sent: { operation, references },
    description: operation.description ?? operation.summary ?? ''
  }
}

/** What the entry itself sends with every request; headers in small letters. */
function givenBy({ headers, auth }: OpenapiMember): readonly string[] {
  const names = [...Object.keys(headers), ...(auth?.header === undefined ? [] : [auth.header])]
  return [
    ...names.map(name => `header ${name.toLowerCase()}`),
    ...(auth?.query === undefined ? [] : [`query ${auth.query}`])
  ]
}

function actionOf(
  operation: Operation,
  taken: OperationInput,
  root: JsonObject,
  member: OpenapiMember,
  client: InterfaceClient
): Action {
  const { id, method, path, summary, description, isDeprecated } = operation
  const { input, example } = withExample(taken.schema)
  const { detail, detailOf } = answerForm(root, operation)
  const settings = settingsOfInterface(member)
  const run = async (
    sent: JsonObject,
    { signal, settings: entered = {} }: Context & { readonly settings?: Settings }
  ) => {
    requireSettings(settings, entered)
    const answer = await client.send(method, taken.build(sent), entered, signal)
    return { summary: `${method} ${path} answered ${answer.status}.`, detail: detailOf(answer) }
  }
  const about = description ?? summary ?? `${method} ${path} of the interface.`
  return Object.freeze({
    title: (summary ?? (id.includes('/') ? `${method} ${path}` : titleOfName(id))).slice(0, longestTitle),
    description: `${isDeprecated ? 'Deprecated. ' : ''}${about}`.slice(0, longestDescription),
    ...effectsOf(method),
    input,
    detail,
    examples: [{ title: `Calling ${id}`.slice(0, longestTitle), input: example }],
    errors: { ...refusals, ...(settings.length > 0 && settingErrors) },
    ...(settings.length > 0 && { needs: { settings: SETTINGS } }),
    timeoutMs,
    run
  }) as Action
}

/** By the meaning of the method (RFC 9110, section 9.2): only what reads is safe to send again without the word of somebody who knows. */
function effectsOf(method: string): Pick<Action, 'effect' | 'destructive' | 'idempotent'> {
  if (['GET', 'HEAD', 'OPTIONS', 'QUERY'].includes(method)) return { effect: 'read', idempotent: true }
  return { effect: 'external', destructive: method !== 'POST', idempotent: false }
}

interface AnswerForm {
  readonly detail: AdaptedObject
  readonly detailOf: (answer: InterfaceAnswer) => unknown
}

/** What is not an object of the document's own is within `result`, beside the status. */
function answerForm(root: JsonObject, { responses }: Operation): AnswerForm {
  const successes = Object.keys(responses).filter(status => /^2(?:\d\d|XX)$/i.test(status))
  const [only] = successes
  const schema = only !== undefined && successes.length === 1 ? jsonSchemaOf(root, responses[only]) : undefined
  if (schema !== undefined) {
    const part = adaptedPart(schema, root)
    const names = Object.keys(jsonObjectOf(part.properties))
    if (part.type === 'object' && !names.some(name => takenInDetail.includes(name)))
      return { detail: adaptedSchema(schema, root), detailOf: ({ body }) => body }
  }
  const result = schema === undefined ? {} : adaptedPart(schema, root)
  const detail = Type.Object({
    status: Type.Integer({ description: 'The status of the answer.' }),
    result: Type.Optional(Type.Unsafe({ description: 'The body of the answer; left out if there is none.', ...result }))
  })
  return { detail, detailOf: ({ status, body }) => ({ status, ...(body !== undefined && { result: body }) }) }
}

function jsonSchemaOf(root: JsonObject, response: unknown): unknown {
  const content = jsonObjectOf(resolved(root, response).content)
  const type = Object.keys(content).find(isJsonType)
  return type === undefined ? undefined : jsonObjectOf(content[type]).schema
}
