import { randomUUID } from 'node:crypto'
import { InvalidInput } from '@product-host/sdk'
import { isJsonObject, type JsonObject, jsonObjectOf } from '../../base/json.js'
import { resolved } from './interface-document.js'
import { isJsonType, isOfBytes, mediaType } from './media-types.js'

/** What a document says of one part of a form, or of a body that is one file. */
export interface PartForm {
  /** Whether it is a file, or a list of files: given as an object with its bytes in base64. */
  readonly isFile: boolean
  /** Whether the document leaves open what it is, so that a file may be given for it. */
  readonly isOpen: boolean
  /** The media types that the document names, such as `image/*`; for a list, those of its items. */
  readonly types: readonly string[]
}

/** One part of a form, or several of one name where the value is a list. */
export interface Part {
  readonly name: string
  /** Where the value is in the input. */
  readonly pointer: string
  readonly value: unknown
  readonly form?: PartForm | undefined
}

/** Whether a part holds a file, and of which media types, by its schema and its Encoding Object. */
export function partForm(root: JsonObject, schema: unknown, encoding: JsonObject): PartForm {
  const own = withoutNull(root, schema)
  const item = own.type === 'array' ? withoutNull(root, own.items) : own
  const named = [encoding.contentType, item.contentMediaType].find(each => typeof each === 'string') ?? ''
  const types = String(named)
    .split(',')
    .map(type => type.trim().toLowerCase())
    .filter(type => mediaType.test(type))
  return { isFile: isBinary(item, types), isOpen: types.length === 0 && saysNothing(item), types }
}

/** The only choice that is not null, of a schema that allows null. */
function withoutNull(root: JsonObject, schema: unknown): JsonObject {
  const own = resolved(root, schema)
  const choices = [own.anyOf, own.oneOf].find(Array.isArray)?.map((each: unknown) => resolved(root, each))
  const [only, ...others] = choices?.filter(({ type }: JsonObject) => type !== 'null') ?? []
  if (only && others.length === 0) return only
  const types = Array.isArray(own.type) ? own.type.filter(type => type !== 'null') : [own.type]
  return types.length === 1 ? { ...own, type: types[0] } : own
}

/** Bytes that are sent as they are; with a `contentEncoding`, the interface takes a text, which the caller encodes. */
function isBinary(schema: JsonObject, types: readonly string[]): boolean {
  const { type, format, contentEncoding } = schema
  if (type !== undefined && type !== 'string') return false
  if (contentEncoding !== undefined || 'enum' in schema || 'const' in schema || 'properties' in schema) return false
  return format === 'binary' || (format === undefined && types.length > 0 && types.every(isOfBytes))
}

const annotations = ['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly']

/** A part of no type is bytes by OpenAPI ("Encoding Object"), and a text where types were left out. */
function saysNothing(schema: JsonObject): boolean {
  return Object.keys(schema).every(name => schema[name] === undefined || annotations.includes(name))
}

/** What a caller gives for a file, or for a list of files. */
export function fileSchema(schema: JsonObject, { types }: PartForm, hasName: boolean): JsonObject {
  const { title, description, items, minItems, maxItems } = schema
  if (schema.type === 'array')
    return {
      title,
      description,
      type: 'array',
      minItems,
      maxItems,
      items: fileSchema(jsonObjectOf(items), { isFile: true, isOpen: false, types }, hasName)
    }
  const isOneType = types.length === 0 || types.includes('*/*') || (types.length === 1 && !types[0]?.includes('*'))
  const usual = isOneType ? ` By default ${usualType(types)}.` : ''
  return {
    title,
    description,
    type: 'object',
    properties: {
      base64: { type: 'string', description: 'The bytes of the file, in base64.' },
      ...(hasName && {
        name: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description: 'The name of the file. By default that of the field.'
        }
      }),
      type: {
        ...(types.length > 1 && !types.some(type => type.includes('*'))
          ? { enum: types }
          : { type: 'string', maxLength: 255 }),
        description: `The media type of the file${types.length > 0 ? `: ${types.join(', ')}` : ''}.${usual}`
      }
    },
    required: ['base64', ...(isOneType ? [] : ['type'])],
    additionalProperties: false
  }
}

function usualType(types: readonly string[]): string {
  return types.find(type => !type.includes('*')) ?? 'application/octet-stream'
}

/** What a caller gives for a part of which the document says nothing. */
export function openSchema(schema: JsonObject): JsonObject {
  const given = 'A text, or a file as { "base64": …, "name": …, "type": … }, where only base64 is required.'
  return { ...schema, description: [schema.description, given].filter(Boolean).join(' ') }
}

/** Whether a value of any kind is meant as a file. */
function isGivenAsFile(value: unknown): boolean {
  const { base64, ...rest } = jsonObjectOf(value)
  return typeof base64 === 'string' && Object.keys(rest).every(name => name === 'name' || name === 'type')
}

/** The bytes and the media type of a file. Throws `InvalidInput` for what is not base64, or no media type that the document names. */
export function fileOf(value: unknown, pointer: string, types: readonly string[]) {
  const { base64, name, type = usualType(types) } = jsonObjectOf(value)
  const bytes = Buffer.from(String(base64), 'base64')
  if (bytes.toString('base64') !== base64)
    throw new InvalidInput([
      {
        pointer: `${pointer}/base64`,
        detail: 'is not base64',
        fix: 'Send the bytes in base64 (RFC 4648, section 4), padded with "=" and without line breaks.'
      }
    ])
  if (!mediaType.test(String(type)) || String(type).includes('*') || !isAllowed(String(type), types))
    throw new InvalidInput([
      {
        pointer: `${pointer}/type`,
        detail: 'is no media type that the interface takes',
        fix: types.length > 0 ? `Send one of ${types.join(', ')}.` : 'Send a media type, such as image/png.'
      }
    ])
  return { bytes, type: String(type), name: typeof name === 'string' ? name : undefined }
}

function isAllowed(type: string, types: readonly string[]): boolean {
  const [essence = ''] = type.toLowerCase().split(';')
  const [main] = essence.trim().split('/')
  const isWithin = (range: string) =>
    range === '*/*' || range === `${main}/*` || range.split(';')[0]?.trim() === essence.trim()
  return types.length === 0 || types.some(isWithin)
}

/** A form as it is sent (RFC 7578), with its media type. */
export function formBody(parts: readonly Part[]): { readonly type: string; readonly bytes: Buffer<ArrayBuffer> } {
  const boundary = `form-${randomUUID()}`
  const chunks = parts.flatMap(({ name, pointer, value, form }) =>
    Array.isArray(value)
      ? value.flatMap((each, index) => part(boundary, name, `${pointer}/${index}`, each, form))
      : part(boundary, name, pointer, value, form)
  )
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
  }
}

function part(
  boundary: string,
  name: string,
  pointer: string,
  value: unknown,
  { isFile, isOpen, types }: PartForm = { isFile: false, isOpen: false, types: [] }
): readonly Buffer[] {
  const file = isFile || (isOpen && isGivenAsFile(value)) ? fileOf(value, pointer, types) : undefined
  const { bytes, type } = file ?? textPart(value, types)
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${quoted(name)}"${file ? `; filename="${quoted(file.name ?? name)}"` : ''}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`])
  ]
  return [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes, Buffer.from('\r\n')]
}

/** Without a file name: receivers take a part that has one for a file. */
function textPart(value: unknown, types: readonly string[]) {
  const isJson = isJsonObject(value) || Array.isArray(value) || (types[0] !== undefined && isJsonType(types[0]))
  const ofJson = types.find(type => !type.includes('*') && isJsonType(type)) ?? 'application/json'
  const type = isJson ? ofJson : types.find(each => !each.includes('*'))
  return { bytes: Buffer.from(isJson ? JSON.stringify(value) : String(value)), type }
}

/** As browsers write names into the header of a part (HTML, "multipart form data"). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
