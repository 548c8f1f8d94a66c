import { createReadStream } from 'node:fs'
import type { ListedRecord } from '@product-host/sdk/runtime'
import { withoutMark } from '../base/files.js'
import type { Backend } from './backend.js'
import { requireFinished, schemaKey, unfinishedSchema } from './schema.js'

/** All records of a store, while they are copied from one place to another. */
export interface Dump {
  /** The schema version of the records. */
  readonly schema: number
  /** The number of records; undefined when it is not known beforehand. */
  readonly count: number | undefined
  /** Of a back-up: the moment that it shows, in milliseconds since 1970. */
  readonly madeAt?: number
  readonly records: AsyncIterable<ListedRecord>
}

/** Receives the number of records copied so far. */
export type OnProgress = (records: number) => void

/** The number of records in one write. */
const batchSize = 500

/** All records of a backend. It is a snapshot only where the scan is one. */
export async function dumpBackend(backend: Pick<Backend, 'get' | 'scan'>): Promise<Dump> {
  const schema = await backend.get(schemaKey)
  if (schema === undefined) throw new Error('There is no store: no schema version is recorded.')
  requireFinished(Number(schema))
  async function* records(): AsyncGenerator<ListedRecord, void> {
    for await (const page of backend.scan('')) yield* page
  }
  return { schema: Number(schema), count: undefined, records: records() }
}

/**
 * Writes the records of a dump into a backend and returns their number; records that have expired meanwhile are left out. The
 * schema version is written last: until then, no host serves from the backend.
 */
export async function loadRecords(
  backend: Backend,
  { schema, records }: Pick<Dump, 'schema' | 'records'>,
  onProgress: OnProgress
): Promise<number> {
  await backend.set(schemaKey, String(unfinishedSchema))
  let written = 0
  let batch: ListedRecord[] = []
  const write = async () => {
    await backend.put(batch)
    written += batch.length
    batch = []
    onProgress(written)
  }
  for await (const record of records) {
    if (record.key === schemaKey || (record.expiresAt !== undefined && record.expiresAt <= Date.now())) continue
    batch.push(record)
    if (batch.length === batchSize) await write()
  }
  await write()
  await backend.set(schemaKey, String(schema))
  onProgress(++written)
  return written
}

const format = 'product-host-store'
const version = 1

/** The lines of an export in JSON Lines: a header, one line for each record, and a last line with their number. */
export async function* toJsonl({ schema, records }: Dump, exportedAt: string): AsyncGenerator<string, void> {
  yield JSON.stringify({ format, version, schema, exportedAt })
  let count = 0
  for await (const { key, text, expiresAt } of records) {
    const expiry = expiresAt === undefined ? '' : `,"expiresAt":${expiresAt}`
    yield `{"key":${JSON.stringify(key)},"value":${text}${expiry}}`
    count++
  }
  yield JSON.stringify({ end: true, records: count })
}

/** Reads an export, after checking all of it. Throws, with the line, when it is not an export, incomplete or damaged. */
export async function readJsonl(file: string): Promise<Dump> {
  const { schema, count } = await check(file)
  async function* records(): AsyncGenerator<ListedRecord, void> {
    for await (const { line, number } of numberedLines(file)) {
      const record = number === 1 ? undefined : recordOf(parseLine(line))
      if (record) yield record
    }
  }
  return { schema, count, records: records() }
}

async function check(file: string): Promise<{ schema: number; count: number }> {
  let schema: number | undefined
  let count = 0
  let end: number | undefined
  for await (const { line, number } of numberedLines(file)) {
    const content = parseLine(line)
    if (number === 1) schema = schemaIn(content, file)
    else if (end !== undefined) throw lineError(file, number, 'follows the last line of an export')
    else if (recordOf(content)) count++
    else if (content?.end === true) end = Number(content.records)
    else throw lineError(file, number, 'is not a record of an export')
  }
  if (schema === undefined) throw new Error(`The file ${file} is empty.`)
  if (end !== count)
    throw new Error(
      `The export ${file} is incomplete: it ends after ${count} ` +
        `records${end === undefined ? ', without its last line' : `, and its last line says ${end}`}. Export ` +
        'again.'
    )
  return { schema, count }
}

function schemaIn(content: Content | undefined, file: string): number {
  if (content?.format !== format)
    throw new Error(`The file ${file} is not an export of a store: its first line is not the header of one.`)
  if (content.version !== version)
    throw new Error(`The export ${file} has format version ${content.version}; this host reads version ${version}.`)
  if (!Number.isSafeInteger(content.schema) || Number(content.schema) < 1)
    throw new Error(`The export ${file} has no schema version in its first line.`)
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

function parseLine(line: string): Content | undefined {
  try {
    const content: unknown = JSON.parse(line)
    return typeof content === 'object' && content !== null ? { ...content } : undefined
  } catch {
    return undefined
  }
}

/** Only a line feed ends a line: texts may contain other characters that some readers take for the end of a line. */
async function* numberedLines(file: string): AsyncGenerator<{ line: string; number: number }, void> {
  let number = 0
  let rest = ''
  for await (const part of readParts(file)) {
    if (number === 0 && rest === '') rest = withoutMark(part)
    else rest += part
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield { line, number: ++number }
  }
  if (rest !== '') yield { line: rest, number: ++number }
}

async function* readParts(file: string): AsyncGenerator<string, void> {
  try {
    for await (const part of createReadStream(file, 'utf8')) yield String(part)
  } catch (error) {
    throw new Error(`The file ${file} cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
}

function lineError(file: string, number: number, message: string): Error {
  return new Error(`Line ${number} of ${file} ${message}; nothing was imported.`)
}
