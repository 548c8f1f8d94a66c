import { AsyncLocalStorage } from 'node:async_hooks'
import { Token } from '@product-host/sdk'
import type { NamespaceRecords } from '@product-host/sdk/runtime'

/** Where spans go; to nowhere, unless the settings name a collector. */
export const TRACING = new Token<Tracing>('TRACING')

/** What part a span has in a call, as OpenTelemetry names it. */
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

/** What is said of a span: names and values by the conventions of OpenTelemetry, or of `product_host`. No bodies, no secrets. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A piece of work that is measured, of a trace that is recorded. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** Names it to others (W3C Trace Context). */
  readonly traceparent: string
  /** Begins a part of it. */
  child(name: string, kind: SpanKind, attributes?: SpanAttributes): Span
  /** Says what was not known when it began. */
  describe(name: string, attributes: SpanAttributes): void
  set(attributes: SpanAttributes): void
  /** Says that it has to do with the span of a `traceparent`. */
  link(traceparent: string): void
  /** Ends it, in success or with the type of an error. */
  end(errorType?: string): void
}

/** What a trace comes from. */
export interface TraceOrigin {
  readonly traceparent: string
  /**
   * `caller`: the new trace is linked to it, and whether it is recorded is decided here · `proxy`: it goes on, and decides whether it is
   * recorded · `cause`: a call of this host, which is recorded; what it has caused is linked to it, and recorded as well.
   */
  readonly of: 'caller' | 'proxy' | 'cause'
}

/** Begins traces. */
export interface Tracing {
  /** The first span of a trace in this host; undefined for a trace that is not recorded, of which nothing else is then done. */
  begin(name: string, kind: SpanKind, from?: TraceOrigin): Span | undefined
  /** Sends what has not been sent. */
  end(): Promise<void>
}

/** Records nothing. */
export const noTracing: Tracing = { begin: () => undefined, end: async () => undefined }

/** W3C Trace Context, version 00. */
const traceparentForm = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** What a `traceparent` names; undefined for a text that names nothing. */
export function readTraceparent(
  text: string
): { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean } | undefined {
  const [, traceId, spanId, flags = '0'] = traceparentForm.exec(text) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** What an error says of its type, such as a code; an error of the program has its name. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** What the work results in; the span ends with it. */
export async function within<Result>(
  span: Span,
  work: () => Promise<Result>,
  failureOf: (result: Result) => string | undefined = () => undefined
): Promise<Result> {
  try {
    const result = await work()
    span.end(failureOf(result))
    return result
  } catch (error) {
    span.end(typeOf(error))
    throw error
  }
}

const running = new AsyncLocalStorage<Span>()

/** Runs the work of an action: what it asks of servers that the operator has named is a part of the span, see `asked`. */
export function inAction<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  return running.run(span, work)
}

/** Asks a server that the operator has named: a part of the span of the action that runs, which the server may be told of. */
export async function asked<Result>(
  name: string,
  attributes: SpanAttributes,
  work: (span: Span | undefined) => Promise<Result>,
  failureOf?: (result: Result) => string | undefined
): Promise<Result> {
  const span = running.getStore()?.child(name, 'client', attributes)
  return span ? within(span, () => work(span), failureOf) : work(undefined)
}

/** Records whose every operation is a part of a span. Keys are not said: they can be of a person. */
export function tracedRecords(records: NamespaceRecords, span: Span, system: string): NamespaceRecords {
  const traced = <Result>(operation: string, work: () => Promise<Result>): Promise<Result> => {
    const about = { 'db.system.name': system, 'db.operation.name': operation }
    return within(span.child(`${operation} ${system}`, 'client', about), work)
  }
  return {
    get: key => traced('get', () => records.get(key)),
    set: (key, text, ttlMs) => traced('set', () => records.set(key, text, ttlMs)),
    delete: key => traced('delete', () => records.delete(key)),
    read: keys => traced('read', () => records.read(keys)),
    commit: (expected, writes, jobs) => traced('commit', () => records.commit(expected, writes, jobs)),
    list: (prefix, page) => traced('list', () => records.list(prefix, page))
  }
}
