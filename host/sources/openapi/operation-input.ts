import { InvalidInput } from '@product-host/sdk'
import { memberPointer } from '@product-host/sdk/runtime'
import { isJsonObject, type JsonObject, jsonObjectOf } from '../../base/json.js'
import { type AdaptedObject, adaptedPart, adaptedSchema } from '../adapted-schema.js'
import { fileOf, fileSchema, formBody, openSchema, type PartForm, partForm } from './form-parts.js'
import { resolved } from './interface-document.js'
import { isJsonType, isMultipart, isOfBytes, isText, isUrlEncoded } from './media-types.js'
import type { Operation } from './operations.js'

/** A request as it is sent, without what says who sends it. */
export interface BuiltRequest {
  /** From the address of the interface, with a slash in front. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams | Buffer<ArrayBuffer>
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
  /** Whether the document says the style of a member of a form. */
  readonly isStyled?: boolean
  /** How it is a part of a form, or whether it is a file; only of a body. */
  readonly form?: PartForm
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
  const content = hasContent ? bodyContent(root, jsonObjectOf(body.content)) : undefined
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
  return { schema, build: input => built(path, fields, content, input) }
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
  /** The media type as it is sent, unless a file has its own. */
  readonly type: string
  readonly schema: unknown
  /** The Encoding Objects of a form, by the names of its parts. */
  readonly encoding: JsonObject
  /** Of a body that is one file. */
  readonly file?: PartForm
}

/** The form in which a body is sent: JSON where the document allows it, then a form, then text, then a file. */
function bodyContent(root: JsonObject, content: JsonObject): Content | undefined {
  const all = Object.entries(content).map(([type, media]) => {
    const { schema, encoding } = resolved(root, media)
    return {
      type: type.includes('*') ? 'application/json' : type,
      named: type,
      schema,
      encoding: jsonObjectOf(encoding)
    }
  })
  const hasFiles = (each: Content) =>
    isMultipart(each.type) &&
    Object.entries(membersOf(root, each.schema)).some(([name, part]) => formOf(root, name, part, each).isFile)
  const withFiles = all.find(hasFiles)
  for (const form of [isJsonType, isUrlEncoded, isMultipart, isText]) {
    const found = all.find(({ named }) => form(named))
    if (found) return withFiles && form === isUrlEncoded ? withFiles : found
  }
  const ofBytes = all.filter(({ named }) => isOfBytes(named))
  const [first] = ofBytes
  if (!first) return undefined
  const file = partForm(root, first.schema ?? {}, { contentType: ofBytes.map(({ named }) => named).join(',') })
  return file.isFile ? { ...first, file } : undefined
}

function formOf(root: JsonObject, name: string, part: unknown, { encoding }: Pick<Content, 'encoding'>): PartForm {
  return partForm(root, part, jsonObjectOf(encoding[name]))
}

/** The members that an object schema declares itself or in `allOf`. */
function membersOf(root: JsonObject, schema: unknown, depth = 0): JsonObject {
  const { allOf, properties } = resolved(root, schema)
  const parts = Array.isArray(allOf) && depth < 5 ? allOf.map(each => membersOf(root, each, depth + 1)) : []
  return Object.assign({}, ...parts, jsonObjectOf(properties))
}

function bodyFields(root: JsonObject, content: Content, isRequired: boolean): readonly Omit<Field, 'name'>[] {
  const { type, schema, encoding, file } = content
  const usual = { style: 'form', isExploded: true, isJson: false }
  const whole = { ...usual, place: 'whole' as const, sentName: 'body', isRequired }
  if (file) return [{ ...whole, schema: fileSchema(jsonObjectOf(schema), file, false), form: file }]
  const part = adaptedPart(schema, root)
  const properties = Object.entries(jsonObjectOf(part.properties))
  if (isText(type)) return [{ ...whole, schema: { type: 'string' } }]
  if (part.type !== 'object' || properties.length === 0) return [{ ...whole, schema: jsonObjectOf(schema) }]
  const required = Array.isArray(part.required) ? part.required : []
  const declared = membersOf(root, schema)
  return properties
    .filter(([name]) => resolved(root, declared[name]).readOnly !== true)
    .map(([sentName, each]) => {
      const form = isMultipart(type) ? formOf(root, sentName, declared[sentName], content) : undefined
      return {
        ...usual,
        ...(isUrlEncoded(type) && styleOf(jsonObjectOf(encoding[sentName]))),
        place: 'body' as const,
        sentName,
        schema: partSchema(jsonObjectOf(each), form),
        isRequired: isRequired && required.includes(sentName),
        ...(form && { form })
      }
    })
}

function partSchema(schema: JsonObject, form: PartForm | undefined): JsonObject {
  if (form?.isFile) return fileSchema(schema, form, true)
  return form?.isOpen ? openSchema(schema) : schema
}

/** How an Encoding Object has a member of a form sent (OpenAPI, "Encoding Object"): by its style, or as JSON. */
function styleOf({ style, explode, contentType }: JsonObject): Partial<Field> {
  if (style === undefined && explode === undefined)
    return typeof contentType === 'string' && isJsonType(contentType) ? { isJson: true } : {}
  const named = typeof style === 'string' ? style : 'form'
  return { style: named, isExploded: typeof explode === 'boolean' ? explode : named === 'form', isStyled: true }
}

function built(
  template: string,
  fields: readonly Field[],
  content: Content | undefined,
  input: JsonObject
): BuiltRequest {
  const type = content?.type
  const sent = fields.filter(({ name, place }) => isSent(input, name, isMember(place) && isJsonType(type ?? '')))
  const of = (place: Field['place']) =>
    sent.filter(field => field.place === place).map(field => ({ ...field, value: input[field.name] }))
  let path = template
  for (const field of of('path')) path = path.replaceAll(`{${field.sentName}}`, () => pathText(field, field.value))
  const cookies = of('cookie')
    .flatMap(field => pairs(field, field.value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const headers = of('header').map(field => [field.sentName, headerText(field)] as const)
  const members = [...of('body'), ...of('whole')]
  const hasBody = members.length > 0 || fields.some(({ place, isRequired }) => isMember(place) && isRequired)
  const body = type !== undefined && hasBody ? bodyOf(type, members) : undefined
  return {
    path,
    query: of('query').flatMap(field => pairs(field, field.value)),
    headers: {
      ...Object.fromEntries(headers),
      ...(cookies.length > 0 && { Cookie: cookies.join('; ') }),
      ...(body && { 'Content-Type': body.type })
    },
    ...(body && { body: body.content })
  }
}

/** Only JSON says null; elsewhere it is as if left out. */
function isSent(input: JsonObject, name: string, hasNull: boolean): boolean {
  return Object.hasOwn(input, name) && input[name] !== undefined && (hasNull || input[name] !== null)
}

function isMember(place: Field['place']): boolean {
  return place === 'body' || place === 'whole'
}

type Given = Field & { readonly value: unknown }

/** A body, with its media type. */
function bodyOf(type: string, given: readonly Given[]) {
  const whole = given.find(({ place }) => place === 'whole')
  if (whole?.form?.isFile) {
    const { bytes, type } = fileOf(whole.value, `#/${whole.name}`, whole.form.types)
    return { type, content: bytes }
  }
  if (isText(type)) return { type, content: String(whole?.value) }
  if (isJsonType(type)) return { type, content: JSON.stringify(whole ? whole.value : memberValues(given)) }
  const parts = whole ? partsOf(whole) : given
  if (isMultipart(type)) {
    const form = formBody(parts.map(part => ({ ...part, name: part.sentName, pointer: memberPointer('#', part.name) })))
    return { type: form.type, content: form.bytes }
  }
  return { type, content: new URLSearchParams(parts.flatMap(formPairs)) }
}

function memberValues(given: readonly Given[]): JsonObject {
  return Object.fromEntries(given.map(({ sentName, value }) => [sentName, value]))
}

/** The members of an object that is the whole body. */
function partsOf({ value, form: _, ...whole }: Given): readonly Given[] {
  return Object.entries(jsonObjectOf(value)).map(([sentName, value]) => ({ ...whole, sentName, value }))
}

function formPairs(field: Given): [string, string][] {
  const { sentName, value, isStyled, isJson } = field
  if (isStyled || isJson) return pairs(field, value).map(([name, text]) => [name, text])
  return (Array.isArray(value) ? value : [value]).map(each => [sentName, textOf(each)])
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

function headerText({ name, isExploded, isJson, value }: Given): string {
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
  if (style === 'deepObject') return deepPairs(sentName, value)
  if (Array.isArray(value) && isExploded) return value.map(each => [sentName, textOf(each)])
  if (isJsonObject(value) && isExploded) return Object.entries(value).map(([name, member]) => [name, textOf(member)])
  return [[sentName, listed(value, false, textOf).join(separators[style] ?? ',')]]
}

/** OpenAPI leaves open what is within an object; the items of a list are sent with their index, as most receivers read them. */
function deepPairs(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[name, textOf(value)]]
  return Object.entries(value).flatMap(([member, each]) => deepPairs(`${name}[${member}]`, each))
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
