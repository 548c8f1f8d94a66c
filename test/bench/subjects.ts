import { deepStrictEqual } from 'node:assert/strict'
import { executeRoute } from './peers.js'
import type { ServerChoice } from './servers.js'

/** What is measured: one kind of request to one server at so many connections. */
export interface Subject {
  readonly group: string
  readonly name: string
  readonly server: ServerChoice
  readonly connections: number
  readonly call: Call
  /** What is sent once, before the warm-up. */
  readonly first?: Call
  /** The subject of the group that the others are compared with, beside Fastify where the group has it. */
  readonly isBaseline: boolean
}

/** A kind of request: its text for a bearer key and an entity tag, and what its answer has to be. */
export interface Call {
  readonly requests: (key: string, etag: string) => readonly string[]
  readonly status: number
  readonly contains: string
}

const setBody = { action: 'set', key: 'shopping', text: 'milk and bread', priority: 3 } as const

/** One `Storage.set`: the execute call that all servers answer. */
export const setCall: Call = {
  requests: key => [post(executeRoute, key, setBody)],
  status: 200,
  contains: '"ok":true'
}

/** The same as a run that its caller waits for. */
const waitedCall: Call = {
  requests: key => [post(executeRoute, key, setBody, 'Prefer: respond-async, wait=10\r\n')],
  status: 200,
  contains: '"ok":true'
}
/** The same with an Idempotency-Key that was answered before. */
const answeredCall: Call = {
  requests: key => [post(executeRoute, key, setBody, 'Idempotency-Key: answered\r\n')],
  status: 200,
  contains: '"ok":true'
}

/** Throws unless a server answers `setCall` with the eight members, in full. */
export async function requireAnswer({ port, keys }: { readonly port: number; readonly keys: readonly string[] }) {
  const response = await fetch(`http://127.0.0.1:${port}${executeRoute}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys[0]}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(setBody)
  })
  const { latencyMs, requestId, ...answer } = (await response.json()) as Readonly<Record<string, unknown>>
  const { action, ...detail } = setBody
  deepStrictEqual(answer, {
    ok: true,
    productId: 'bench',
    action,
    summary: 'Stored "shopping".',
    metrics: { characters: detail.text.length },
    detail
  })
  if (
    typeof latencyMs !== 'number' ||
    typeof requestId !== 'string' ||
    requestId !== response.headers.get('x-request-id')
  )
    throw new Error('The answer lacks its latency or its request id.')
}

const coreRoute = '/api/v1/products/core/execute'
/** `GET /livez`. */
export const liveness: Call = { requests: () => [get('/livez')], status: 200, contains: 'alive' }
const unchanged: Call = {
  requests: (_key, etag) => [get(coreRoute, `If-None-Match: ${etag}\r\n`)],
  status: 304,
  contains: ''
}
const described: Call = { requests: () => [get(coreRoute)], status: 200, contains: '"actions":[' }
/** `core.remember` of a hundred memories in turn. */
export const remember: Call = {
  requests: key =>
    Array.from({ length: 100 }, (_, index) =>
      post(coreRoute, key, { action: 'remember', key: `colour ${index}`, value: 'a deep and quiet blue' })
    ),
  status: 200,
  contains: '"ok":true'
}
/** `core.recall` of one of the memories of `remember`. */
export const recall: Call = {
  requests: key => [post(coreRoute, key, { action: 'recall', key: 'colour 1' })],
  status: 200,
  contains: '"ok":true'
}

/** The servers that stores are measured on. */
type StoreServers = readonly ('redis' | 'postgres')[]

/** Some subjects for a rough picture: on other stores than memory only 64 connections. */
export function quickSubjects(servers: StoreServers): readonly Subject[] {
  return allSubjects(servers).filter(({ server, connections }) => server.store === 'memory' || connections === 64)
}

/** All subjects, in the order of the report. */
export function allSubjects(servers: StoreServers): readonly Subject[] {
  const stores = ['sqlite', ...servers] as const
  return [
    ...executions('memory', 64, true),
    ...executions('memory', 1),
    ...stores.flatMap(store => [...executions(store, 64), ...executions(store, 1)]),
    ...route('GET /livez', liveness),
    ...route('GET describe, 304', unchanged),
    ...route('GET describe', described),
    ...route('core.remember', remember, setCall),
    ...route('core.recall', recall, setCall, remember),
    ...route('Execute as a run that is waited for', waitedCall, setCall),
    ...route('Execute with an answered Idempotency-Key', answeredCall, setCall, answeredCall)
  ]
}

function executions(store: ServerChoice['store'], connections: number, isWhole = false): readonly Subject[] {
  const group = `Execute, ${storeNames[store]}, ${connections === 1 ? '1 connection' : `${connections} connections`}`
  const subject = (name: string, server: Omit<ServerChoice, 'store'>): Subject => ({
    group,
    name,
    server: { store, ...server },
    connections,
    call: setCall,
    isBaseline: name === 'node:http'
  })
  return [
    subject('node:http', { kind: 'bare' }),
    ...(isWhole ? [subject('node:http, batched', { kind: 'bare', isBatched: true })] : []),
    subject('Fastify 5', { kind: 'fastify' }),
    ...(isWhole ? [subject('Fastify 5, batched', { kind: 'fastify', isBatched: true })] : []),
    ...(store === 'memory' ? [subject('Express 5', { kind: 'express' })] : []),
    ...(isWhole
      ? [
          subject('Express 5, batched', { kind: 'express', isBatched: true }),
          subject('Express 5, own prototypes', { kind: 'express-prototypes' }),
          subject('Express 5, own prototypes, batched', { kind: 'express-prototypes', isBatched: true })
        ]
      : []),
    subject('Product Host, inline', { kind: 'host', isolation: 'inline' }),
    subject('Product Host, thread', { kind: 'host', isolation: 'thread' })
  ]
}

/** A route of the host beside a bare server that does the same, or a job that is called bare. */
function route(group: string, call: Call, bareCall = call, first?: Call): readonly Subject[] {
  const common = { group: `${group}, 64 connections`, connections: 64 }
  const [bare, host] = (['bare', 'host'] as const).map(kind => ({ kind, store: 'memory' as const, purpose: group }))
  if (!bare || !host) return []
  return [
    { ...common, name: 'node:http', server: bare, call: bareCall, isBaseline: true },
    { ...common, name: 'Product Host', server: host, call, isBaseline: false, ...(first && { first }) }
  ]
}

const storeNames = { memory: 'memory', sqlite: 'SQLite', redis: 'Redis', postgres: 'PostgreSQL' } as const

/** A POST of a JSON body, as text; further headers are lines. */
export function post(path: string, key: string, body: object, headers = ''): string {
  const text = JSON.stringify(body)
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`
  return `${head}${headers}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`
}
