import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver as Questions } from 'node:dns/promises'
import { EgressError, type EgressRecords } from '@product-host/sdk'
import type { Resolver } from './resolver.js'

type Ask = {
  readonly [Kind in keyof EgressRecords]: (questions: Questions, name: string) => Promise<EgressRecords[Kind]>
}

const ask: Ask = {
  MX: async (questions, name) =>
    (await orNone(questions.resolveMx(name))).map(({ priority, exchange }) => ({ priority, exchange })),
  TXT: async (questions, name) => (await orNone(questions.resolveTxt(name))).map(parts => parts.join(''))
}

/**
 * Asks the machine's name servers, and neither the hosts file nor search domains: those name the operator's own machines.
 * Unlike `dns.lookup` it holds no thread while a server is silent, so that no caller can use up the pool, and it can be called off.
 */
export class DnsResolver implements Resolver {
  readonly #servers: readonly string[] | undefined
  readonly #limitMs: number

  /** `servers` such as `127.0.0.1:5353` are asked instead of the machine's; `limitMs` is for one question with its repetitions. */
  constructor({ servers, limitMs = 5_000 }: { readonly servers?: readonly string[]; readonly limitMs?: number } = {}) {
    this.#servers = servers
    this.#limitMs = limitMs
  }

  async addresses(name: string, signal: AbortSignal): Promise<readonly string[]> {
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1'] // RFC 6761, section 6.3
    return this.#within(signal, async questions => {
      const answers = await Promise.allSettled([orNone(questions.resolve4(name)), orNone(questions.resolve6(name))])
      const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
      const failed = answers.find(answer => answer.status === 'rejected')
      if (found.length === 0 && failed) throw failed.reason
      return found
    })
  }

  async records<Kind extends keyof EgressRecords>(
    name: string,
    kind: Kind,
    signal: AbortSignal
  ): Promise<EgressRecords[Kind]> {
    return this.#within(signal, questions => ask[kind](questions, name))
  }

  async #within<Found>(signal: AbortSignal, work: (questions: Questions) => Promise<Found>): Promise<Found> {
    const questions = new Questions({ timeout: 1_500, tries: 2 })
    if (this.#servers) questions.setServers(this.#servers)
    const cancel = () => questions.cancel()
    const timer = setTimeout(cancel, this.#limitMs)
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await work(questions)
    } catch (error) {
      if (codeOf(error) === undefined) throw error
      throw new EgressError('dns_unavailable', 'The name servers gave no usable answer.')
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
  }
}

async function orNone<Answer>(question: Promise<Answer[]>): Promise<Answer[]> {
  try {
    return await question
  } catch (error) {
    const code = codeOf(error)
    if (code === NODATA || code === NOTFOUND) return []
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
