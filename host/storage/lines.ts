import { createReadStream } from 'node:fs'
import type { ListedRecord } from '@product-host/sdk/runtime'
import type { Whole } from './whole.js'

const format = 'product-host-store'
const version = 1

/** The lines of an export: what it is, a line a record, and last how many there were. */
export async function* linesOf({ schema, records }: Whole, exportedAt: string): AsyncGenerator<string, void> {
  yield JSON.stringify({ format, version, schema, exportedAt })
  let count = 0
  for await (const { key, text, expiresAt } of records) {
    const expiry = expiresAt === undefined ? '' : `,"expiresAt":${expiresAt}`
    yield `{"key":${JSON.stringify(key)},"value":${text}${expiry}}`
    count++
  }
  yield JSON.stringify({ end: true, records: count })
}

/** Reads an export, having gone through all of it once. Throws, with the line, where it is none, not whole, or damaged. */
export async function readExport(file: string): Promise<Whole> {
  const { schema, count } = await judged(file)
  async function* records(): AsyncGenerator<ListedRecord, void> {
    for await (const { line, number } of numbered(file)) {
      const record = number === 1 ? undefined : recordOf(parsed(line))
      if (record) yield record
    }
  }
  return { schema, count, records: records() }
}

async function judged(file: string): Promise<{ schema: number; count: number }> {
  let schema: number | undefined
  let count = 0
  let end: number | undefined
  for await (const { line, number } of numbered(file)) {
    const content = parsed(line)
    if (number === 1) schema = schemaIn(content, file)
    else if (end !== undefined) throw fault(file, number, 'comes behind the last line of an export')
    else if (recordOf(content)) count++
    else if (content?.end === true) end = Number(content.records)
    else throw fault(file, number, 'is no record of an export')
  }
  if (schema === undefined) throw new Error(`The file ${file} is empty.`)
  if (end !== count)
    throw new Error(
      `The export ${file} is not whole: it ends after ${count} records${end === undefined ? ', without its last line' : `, and its last line says ${end}`}. Make it again.`
    )
  return { schema, count }
}

function schemaIn(content: Content | undefined, file: string): number {
  if (content?.format !== format)
    throw new Error(`The file ${file} is no export of a store: its first line does not say so.`)
  if (content.version !== version)
    throw new Error(`The export ${file} has the form ${content.version}; this host reads the form ${version}.`)
  return Number(content.schema)
}

type Content = Readonly<Record<string, unknown>>

function recordOf(content: Content | undefined): ListedRecord | undefined {
  const { key, value, expiresAt } = content ?? {}
  if (typeof key !== 'string' || value === undefined) return undefined
  const record = { key, text: JSON.stringify(value) }
  if (expiresAt === undefined) return record
  return typeof expiresAt === 'number' ? { ...record, expiresAt } : undefined
}

function parsed(line: string): Content | undefined {
  try {
    const content: unknown = JSON.parse(line)
    return typeof content === 'object' && content !== null ? { ...content } : undefined
  } catch {
    return undefined
  }
}

/** Lines end with a line feed and nothing else: texts may hold what other readers take for the end of a line. */
async function* numbered(file: string): AsyncGenerator<{ line: string; number: number }, void> {
  let number = 0
  let rest = ''
  for await (const part of partsOf(file)) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield { line, number: ++number }
  }
  if (rest !== '') yield { line: rest, number: ++number }
}

async function* partsOf(file: string): AsyncGenerator<string, void> {
  try {
    for await (const part of createReadStream(file, 'utf8')) yield String(part)
  } catch (error) {
    throw new Error(`The file ${file} cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
}

function fault(file: string, number: number, what: string): Error {
  return new Error(`Line ${number} of ${file} ${what}; nothing was imported.`)
}
