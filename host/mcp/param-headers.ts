import { memberOf } from '../base/json.js'
/** An argument that clients repeat in the header `Mcp-Param-{name}`, so that a proxy can route by it without reading the body. */
export interface ParamHeader {
  /** The header's name in lower case. */
  readonly header: string
  /** The members that lead to the argument. */
  readonly path: readonly string[]
}

/** The form of a value that is no plain ASCII text. */
const encoded = /^=\?base64\?(.*)\?=$/

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const decimal = /^-?\d+(?:\.\d+)?$/

/** The arguments that an input schema marks with `x-mcp-header` (revision 2026-07-28, Streamable HTTP, custom headers). */
export function paramHeaders(schema: unknown, path: readonly string[] = []): readonly ParamHeader[] {
  const properties = memberOf(schema, 'properties')
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    const mark = memberOf(property, 'x-mcp-header')
    const own = [...path, name]
    const found = typeof mark === 'string' ? [{ header: `mcp-param-${mark.toLowerCase()}`, path: own }] : []
    return [...found, ...paramHeaders(property, own)]
  })
}

/** How the headers contradict the arguments, in a sentence; undefined when they agree. */
export function paramHeaderConflict(
  declared: readonly ParamHeader[],
  sent: unknown,
  headers: Headers
): string | undefined {
  for (const { header, path } of declared) {
    const text = textOf(path.reduce(memberOf, sent))
    if (text === undefined) continue
    const value = headers.get(header)
    if (value === null) return `The argument ${path.join('.')} is not repeated in the header ${header}.`
    const decoded = decode(value)
    if (decoded === undefined) return `The header ${header} is not well-formed Base64.`
    const isEqual =
      decoded === text || (decimal.test(decoded) && decimal.test(text) && Number(decoded) === Number(text))
    if (!isEqual) return `The header ${header} is not the argument ${path.join('.')}.`
  }
  return undefined
}

/** The headers that repeat arguments, by name, as a client sends them. */
export function writtenParamHeaders(declared: readonly ParamHeader[], sent: unknown): Readonly<Record<string, string>> {
  const fields = declared.flatMap(({ header, path }) => {
    const text = textOf(path.reduce(memberOf, sent))
    return text === undefined ? [] : [[header, headerValue(text)]]
  })
  return Object.fromEntries(fields)
}

/** A text as the value of a header: as it is, or in Base64 when a header cannot hold it. */
export function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !encoded.test(text)
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

function decode(value: string): string | undefined {
  const payload = encoded.exec(value)?.[1]
  if (payload === undefined) return value
  return base64.test(payload) ? Buffer.from(payload, 'base64').toString() : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
    ? String(value)
    : undefined
}
