import { setTimeout as delay } from 'node:timers/promises'
import { readSettings, type Settings } from '../settings.js'
import { type Snapshot, snapshot, stillChange } from './built-files.js'
import { HostProcess } from './host-process.js'
import type { Tried } from './messages.js'

/** How often files are looked at, in milliseconds. */
const lookMs = 100

/**
 * Serves a deployment while its plugins are written: at each change the plugins are loaded in a process that stands ready,
 * and take the place of those that are served when none of these is lost by it. What cannot be loaded is said in a sentence.
 */
export class Dev {
  readonly #settings: Settings
  #environment: NodeJS.ProcessEnv
  #spare: HostProcess
  #serving: HostProcess | undefined
  /** The plugins that are served, by their packages. */
  #served: readonly string[] = []
  #hasGreeted = false
  #isStopping = false

  /** Throws a `SettingsError` for an environment that cannot be used. */
  constructor(environment: NodeJS.ProcessEnv) {
    this.#settings = readSettings(environment)
    this.#environment = environment
    this.#spare = new HostProcess(environment)
  }

  /** Serves until the process is told to stop. */
  async run(): Promise<void> {
    process.once('SIGTERM', () => this.#stop())
    process.once('SIGINT', () => this.#stop())
    while (!this.#isStopping) {
      const seen = await snapshot(this.#settings)
      const startedAt = performance.now()
      try {
        await this.#renew(startedAt)
      } catch (error) {
        this.#tell([error instanceof Error ? error.message : String(error)])
      }
      await this.#change(seen)
    }
  }

  async #renew(startedAt: number): Promise<void> {
    const next = this.#spare
    try {
      const tried = await next.try()
      const lost = tried.unsound.filter(({ plugin }) => this.#served.includes(plugin))
      if (lost.length > 0 || tried.sound.length === 0) return this.#tell(tried.unsound.map(sentence))
      await this.#serving?.stop()
      this.#serving = undefined
      this.#served = []
      const port = await next.serve(!this.#hasGreeted)
      this.#serve(next, port, tried)
      if (this.#hasGreeted) print([renewed(tried, performance.now() - startedAt), ...tried.unsound.map(sentence)])
      this.#hasGreeted = true
    } finally {
      if (next !== this.#serving) void next.stop()
      if (!this.#isStopping) this.#spare = new HostProcess(this.#environment)
    }
  }

  /** From now on the process is the one that serves; the port that it found stays that of those after it. */
  #serve(next: HostProcess, port: number, { sound }: Tried): void {
    this.#serving = next
    this.#served = sound.map(({ plugin }) => plugin)
    this.#environment = { ...this.#environment, PORT: String(port) }
    next.onEnd(code => {
      if (this.#serving !== next) return
      this.#serving = undefined
      this.#served = []
      this.#tell([`The host ended by itself${code === null ? '' : `, with code ${code}`}.`])
    })
  }

  #tell(sentences: readonly string[]): void {
    if (this.#isStopping) return
    const state = this.#serving
      ? 'The last good state is still served; waiting for the next change.'
      : 'Nothing is served; waiting for the next change.'
    print([...sentences, state])
  }

  /** Resolves when files have changed since they were seen, and stand still again. */
  #change(seen: Snapshot): Promise<void> {
    return stillChange(seen, async () => {
      await delay(lookMs)
      return this.#isStopping ? undefined : snapshot(this.#settings)
    })
  }

  async #stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([this.#spare.stop(), this.#serving?.stop()])
    process.exit(0)
  }
}

function sentence({ plugin, reason }: Tried['unsound'][number]): string {
  return `${plugin} cannot be served: ${reason}`
}

function renewed({ sound }: Tried, ms: number): string {
  const names = sound.map(({ slug, version }) => `${slug} ${version}`).join(', ')
  return `Serving ${names}, after ${Math.round(ms)} ms.`
}

function print(lines: readonly string[]): void {
  process.stderr.write(`${lines.map(line => `  ${line}\n`).join('')}\n`)
}
