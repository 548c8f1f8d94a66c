import { hash, randomUUID } from 'node:crypto'
import { Ajv } from 'ajv'
import { pino } from 'pino'
import type { BenchStore } from './host.js'

/** What the execute call of the benchmark sends. */
export interface JobBody {
  readonly action: 'set'
  readonly key: string
  readonly text: string
  readonly priority: number
}

/** JSON Schema of `JobBody`. */
export const bodySchema = {
  type: 'object',
  required: ['action', 'key', 'text', 'priority'],
  additionalProperties: false,
  properties: {
    action: { const: 'set' },
    key: { type: 'string', minLength: 1, maxLength: 100 },
    text: { type: 'string', minLength: 1, maxLength: 200 },
    priority: { type: 'integer', minimum: 1, maximum: 5 }
  }
} as const

/** JSON Schema of an answer, for serialisers that write by one. */
export const answerSchema = {
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    productId: { type: 'string' },
    action: { type: 'string' },
    summary: { type: 'string' },
    latencyMs: { type: 'number' },
    metrics: { type: 'object', properties: { characters: { type: 'integer' } } },
    detail: {
      type: 'object',
      properties: { key: { type: 'string' }, text: { type: 'string' }, priority: { type: 'integer' } }
    },
    requestId: { type: 'string' }
  }
} as const

/** What the log line of a request says. */
export interface RequestLine {
  readonly requestId: string
  readonly method: string | undefined
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
}

/** The destination that the host's log has too: standard output in batches of 8 KiB. */
export function logDestination() {
  return pino.destination({ fd: 1, sync: false, minLength: 8_192 })
}

/** The bare job of every peer: what an execute call of this host has to do at the least. */
export class Job {
  readonly #accounts: ReadonlyMap<string, string>
  readonly #store: BenchStore
  readonly log = pino({ level: 'info' }, logDestination())
  readonly check = new Ajv().compile<JobBody>(bodySchema)
  readonly newRequestId = randomUUID

  constructor(store: BenchStore, keys: readonly string[]) {
    this.#store = store
    this.#accounts = new Map(keys.map((key, index) => [hash('sha256', key), `account-${index}`]))
  }

  /** The account of a bearer key. */
  authenticate(authorization: string | undefined): string | undefined {
    return authorization?.startsWith('Bearer ') ? this.#accounts.get(hash('sha256', authorization.slice(7))) : undefined
  }

  /** Writes one record, and answers with the eight members. `startedAt` is of `performance.now()`. */
  async run(account: string, { action, key, text, priority }: JobBody, requestId: string, startedAt: number) {
    await this.#store.namespace(account, 'bench').set(`task:${key}`, { text, priority })
    return {
      ok: true,
      productId: 'bench',
      action,
      summary: `Stored "${key}".`,
      latencyMs: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
      metrics: { characters: text.length },
      detail: { key, text, priority },
      requestId
    }
  }

  /** Logs one request that was answered. */
  note(line: RequestLine): void {
    this.log.info(line, 'request')
  }
}
