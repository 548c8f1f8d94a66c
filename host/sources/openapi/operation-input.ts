import { InvalidInput } from '@product-host/sdk'
import { isJsonObject, type JsonObject, jsonObjectOf } from '../../base/json.js'
import { type AdaptedObject, adaptedPart, adaptedSchema } from '../adapted-schema.js'
import { resolved } from './interface-document.js'
import type { Operation } from './operations.js'

/** A request as it is sent, without what says who sends it. */
export interface BuiltRequest {
  /** From the address of the interface, with a slash in front. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams | FormData
}

/** The input of an action, and how a request is made of it. */
export interface OperationInput {
  readonly schema: AdaptedObject
  build(input: JsonObject): BuiltRequest
}

/** One member of the input: a parameter, a member of the body, or the whole body. */
interface Field {
  /** Its name in the input. */
  readonly name: string
  readonly place: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'whole'
  /** Its name in the request. */
  readonly sentName: string
  readonly schema: JsonObject
  readonly isRequired: boolean
  readonly style: string
  readonly isExploded: boolean
  /** Whether it is sent as JSON within its place. */
  readonly isJson: boolean
}

/** Headers that a parameter cannot set: by OpenAPI ("Parameter Object"), and since they say where and how a request is sent. */
const ownHeaders = [
  ...['accept', 'content-type', 'authorization', 'cookie', 'host', 'content-length', 'transfer-encoding'],
  ...['connection', 'keep-alive', 'te', 'trailer', 'upgrade', 'expect', 'proxy-authorization', 'proxy-connection']
]

/** Methods that `fetch` does not send. */
const unsentMethods = ['TRACE', 'TRACK', 'CONNECT']

const usualStyles: Readonly<Record<string, string>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form'
}

/**
 * The input of an operation: its parameters and the members of its body side by side, under their own names. Of two with one name, the
 * later has its place in front: `body_id`. A body that is no object with members is the member `body`. What the entry sends in a header or
 * a parameter of the query, given as `header name` or `query name`, is no member. Undefined for a method or a body that this host does not send.
 */
export function operationInput(
  root: JsonObject,
  { parameters, body, path, method }: Operation,
  given: readonly string[]
): OperationInput | undefined {
  const hasContent = body && !['GET', 'HEAD'].includes(method)
  const content = hasContent ? bodyContent(jsonObjectOf(body.content)) : undefined
  if (unsentMethods.includes(method) || !isToken(method)) return undefined
  if (body && !content && body.required === true) return undefined
  const isGiven = ({ in: place, name }: JsonObject) =>
    given.includes(`${place} ${place === 'header' ? String(name).toLowerCase() : name}`)
  const names = new Set(['action', '__proto__', 'constructor', 'prototype'])
  const fields = [
    ...parameters.filter(each => !isGiven(each)).flatMap(parameter => parameterField(root, parameter)),
    ...(content && body ? bodyFields(root, content, body.required === true) : [])
  ].map(field => {
    let name = field.sentName
    if (names.has(name)) name = `${field.place}_${name}`
    while (names.has(name)) name += '_'
    names.add(name)
    return { ...field, name }
  })
  const schema = adaptedSchema(
    {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
    },
    root
  )
  return { schema, build: input => built(path, fields, content?.type, input) }
}

function parameterField(root: JsonObject, parameter: JsonObject): readonly Omit<Field, 'name'>[] {
  const { name, in: place, required, description, content, style, explode } = parameter
  if (typeof name !== 'string' || !isPlace(place)) return []
  if (place === 'header' && (ownHeaders.includes(name.toLowerCase()) || !isToken(name))) return []
  const [media] = Object.values(jsonObjectOf(content))
  const own = jsonObjectOf(parameter.schema ?? jsonObjectOf(resolved(root, media)).schema)
  const usual = usualStyles[place] ?? 'form'
  return [
    {
      place,
      sentName: name,
      schema: typeof description === 'string' ? { ...own, description } : own,
      isRequired: place === 'path' || required === true,
      style: typeof style === 'string' ? style : usual,
      isExploded: typeof explode === 'boolean' ? explode : (style ?? usual) === 'form',
      isJson: media !== undefined
    }
  ]
}

/** Whether a text may be a method or the name of a header (RFC 9110, section 5.6.2). */
function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)
}

function isPlace(place: unknown): place is 'path' | 'query' | 'header' | 'cookie' {
  return typeof place === 'string' && Object.hasOwn(usualStyles, place)
}

interface Content {
  /** The media type as it is sent. */
  readonly type: string
  readonly schema: unknown
}

/** The form in which a body is sent: JSON where the document allows it, then a form, then text. */
function bodyContent(content: JsonObject): Content | undefined {
  const types = Object.keys(content)
  for (const form of [isJsonType, isUrlEncoded, isMultipart, isText]) {
    const type = types.find(each => form(each))
    if (type !== undefined)
      return { type: type.includes('*') ? 'application/json' : type, schema: jsonObjectOf(content[type]).schema }
  }
  return undefined
}

/** Whether a media type is JSON. */
export function isJsonType(type: string): boolean {
  return /^application\/(?:json|[^;]+\+json)(?:;|$)/i.test(type.trim()) || type === '*/*' || type === 'application/*'
}

const isUrlEncoded = (type: string) => /^application\/x-www-form-urlencoded/i.test(type)

const isMultipart = (type: string) => /^multipart\/form-data/i.test(type)

const isText = (type: string) => /^text\//i.test(type)

function bodyFields(root: JsonObject, { type, schema }: Content, isRequired: boolean): readonly Omit<Field, 'name'>[] {
  const usual = { style: 'form', isExploded: true, isJson: false }
  const part = adaptedPart(schema, root)
  const properties = Object.entries(jsonObjectOf(part.properties))
  if (isText(type)) return [{ ...usual, place: 'whole', sentName: 'body', schema: { type: 'string' }, isRequired }]
  if (part.type !== 'object' || properties.length === 0)
    return [{ ...usual, place: 'whole', sentName: 'body', schema: jsonObjectOf(schema), isRequired }]
  const required = Array.isArray(part.required) ? part.required : []
  const declared = jsonObjectOf(resolved(root, schema).properties)
  return properties
    .filter(([name]) => resolved(root, declared[name]).readOnly !== true)
    .map(([sentName, each]) => ({
      ...usual,
      place: 'body' as const,
      sentName,
      schema: jsonObjectOf(each),
      isRequired: isRequired && required.includes(sentName)
    }))
}

function built(template: string, fields: readonly Field[], type: string | undefined, input: JsonObject): BuiltRequest {
  const sent = fields.filter(({ name, place }) => isSent(input, name, isMember(place) && isJsonType(type ?? '')))
  const of = (place: Field['place']) =>
    sent.filter(field => field.place === place).map(field => ({ ...field, value: input[field.name] }))
  let path = template
  for (const field of of('path')) path = path.replaceAll(`{${field.sentName}}`, () => pathText(field, field.value))
  const cookies = of('cookie')
    .flatMap(field => pairs(field, field.value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const headers = of('header').map(field => [field.sentName, headerText(field)] as const)
  const members = Object.fromEntries(of('body').map(({ sentName, value }) => [sentName, value]))
  const whole = of('whole')[0]?.value
  const hasBody =
    type !== undefined &&
    (whole !== undefined ||
      Object.keys(members).length > 0 ||
      fields.some(({ place, isRequired }) => isMember(place) && isRequired))
  return {
    path,
    query: of('query').flatMap(field => pairs(field, field.value)),
    headers: {
      ...Object.fromEntries(headers),
      ...(cookies.length > 0 && { Cookie: cookies.join('; ') }),
      ...(hasBody && !isMultipart(type) && { 'Content-Type': type })
    },
    ...(hasBody && { body: bodyText(type, whole === undefined ? members : whole) })
  }
}

/** Only JSON says null; elsewhere it is as if left out. */
function isSent(input: JsonObject, name: string, hasNull: boolean): boolean {
  return Object.hasOwn(input, name) && input[name] !== undefined && (hasNull || input[name] !== null)
}

function isMember(place: Field['place']): boolean {
  return place === 'body' || place === 'whole'
}

function bodyText(type: string, value: unknown): string | URLSearchParams | FormData {
  if (isText(type)) return String(value)
  if (isJsonType(type)) return JSON.stringify(value)
  const form = isMultipart(type) ? new FormData() : new URLSearchParams()
  for (const [name, member] of Object.entries(jsonObjectOf(value)))
    for (const each of Array.isArray(member) ? member : [member]) form.append(name, textOf(each))
  return form
}

/** In a segment of a path, `.` and `..` would name another path. */
function pathText({ name, sentName, style, isExploded, isJson }: Field, value: unknown): string {
  const encode = (part: unknown) => {
    const text = textOf(part)
    if (text === '' || text === '.' || text === '..')
      throw new InvalidInput([
        {
          pointer: `#/${name}`,
          detail: 'cannot be a part of a path',
          fix: 'Send a text that is not empty, "." or "..".'
        }
      ])
    return encodeURIComponent(text)
  }
  if (isJson) return encodeURIComponent(JSON.stringify(value))
  const parts = listed(value, isExploded, encode)
  if (parts.length === 0) encode('')
  if (style === 'matrix') return `;${sentName}=${parts.join(isExploded ? `;${sentName}=` : ',')}`
  return style === 'label' ? `.${parts.join('.')}` : parts.join(',')
}

function headerText({ name, isExploded, isJson, value }: Field & { readonly value: unknown }): string {
  const text = isJson ? JSON.stringify(value) : listed(value, isExploded, textOf).join(',')
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text))
    throw new InvalidInput([
      { pointer: `#/${name}`, detail: 'cannot be sent as a header', fix: 'Send a text of one line in Latin letters.' }
    ])
  return text
}

/** The items of a list, or the members of an object as `name,value` or `name=value`. */
function listed(value: unknown, isExploded: boolean, encode: (part: unknown) => string): readonly string[] {
  if (Array.isArray(value)) return value.map(encode)
  if (!isJsonObject(value)) return [encode(value)]
  return Object.entries(value).flatMap(([name, member]) =>
    isExploded ? [`${encode(name)}=${encode(member)}`] : [encode(name), encode(member)]
  )
}

const separators: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' }

/** The names and values of a parameter in a query or among cookies. */
function pairs(field: Field, value: unknown): readonly (readonly [string, string])[] {
  const { sentName, style, isExploded, isJson } = field
  if (isJson) return [[sentName, JSON.stringify(value)]]
  if (style === 'deepObject' && isJsonObject(value)) return deepPairs(sentName, value)
  if (Array.isArray(value) && isExploded) return value.map(each => [sentName, textOf(each)])
  if (isJsonObject(value) && isExploded) return Object.entries(value).map(([name, member]) => [name, textOf(member)])
  return [[sentName, listed(value, false, textOf).join(separators[style] ?? ',')]]
}

function deepPairs(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (!isJsonObject(value)) return [[name, textOf(value)]]
  return Object.entries(value).flatMap(([member, each]) => deepPairs(`${name}[${member}]`, each))
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
