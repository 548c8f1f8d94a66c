import type { Load, LoadQuestion, LoadRequest } from './load.js'
import { Program } from './program.js'
import type { BenchServer } from './servers.js'
import type { Call } from './subjects.js'

/** One measurement of one server. */
export interface Measured extends Load {
  readonly perSecond: number
  /** CPU time of the server's process for one request, all threads, in microseconds. */
  readonly cpuMicroseconds: number
}

/** How long to load a server, and with what. */
export interface Loading {
  readonly call: Call
  readonly connections: number
  readonly seconds: number
  readonly most?: number
  readonly etag?: string
  /** The keys that call in turn; the server's first where none is named. */
  readonly keys?: readonly string[]
}

/** The load generator in its own process. */
export class Generator {
  readonly #program: Program<object>

  private constructor(program: Program<object>) {
    this.#program = program
  }

  static async start(): Promise<Generator> {
    return new Generator(await Program.start('load', {}))
  }

  /** Loads a server, and measures. Rejects when an answer is wrong. */
  async measure(
    server: Pick<BenchServer, 'port' | 'keys' | 'cpu'>,
    { call, keys = server.keys.slice(0, 1), etag = '', ...size }: Loading
  ): Promise<Measured> {
    const { status, contains } = call
    const requests = keys.flatMap(key => call.requests(key, etag))
    const load: LoadRequest = { port: server.port, requests, status, contains, ...size }
    await this.#ask({ open: load })
    const before = await server.cpu()
    const seen = await this.#ask<Load>({ run: size })
    const used = (await server.cpu()) - before
    await this.#ask({ close: true })
    return { ...seen, perSecond: seen.requests / seen.seconds, cpuMicroseconds: used / seen.requests }
  }

  #ask<Answer>(question: LoadQuestion): Promise<Answer> {
    return this.#program.ask(question)
  }

  end(): Promise<void> {
    return this.#program.end()
  }
}
