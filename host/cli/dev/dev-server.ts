import { readSettings, type Settings } from '../../settings.js'
import { DevListener } from './dev-listener.js'
import { HostProcess, type PluginCheck } from './host-process.js'
import { watchDeployment } from './watch.js'

/**
 * Serves a deployment while its plugins are written. At each change the plugins are loaded in a spare process, which replaces
 * the serving process unless a plugin that is served cannot be loaded any more. What cannot be loaded is printed with its reason.
 */
export class DevServer {
  readonly #settings: Settings
  readonly #environment: NodeJS.ProcessEnv
  readonly #listener = new DevListener()
  #port = 0
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

  /** Serves until the process is told to stop. Rejects if the port cannot be opened, or the files cannot be watched. */
  async run(): Promise<void> {
    process.once('SIGTERM', () => this.#exit())
    process.once('SIGINT', () => this.#exit())
    try {
      this.#port = await this.#listener.listen(this.#settings.port, this.#settings.host)
      while (!this.#isStopping) await this.#serveUntilChange()
    } catch (error) {
      await this.#stop()
      throw error
    }
  }

  async #serveUntilChange(): Promise<void> {
    // Watched first, so that a change while the plugins are loaded is noticed.
    const watch = await watchDeployment(this.#settings.deploymentFile)
    try {
      await this.#load(performance.now())
    } catch (error) {
      this.#print([error instanceof Error ? error.message : String(error)])
    }
    await watch.changed
    await watch.close()
  }

  async #load(startedAt: number): Promise<void> {
    const next = this.#spare
    try {
      const check = await next.check()
      const lost = check.failed.filter(({ plugin }) => this.#served.includes(plugin))
      if (lost.length > 0 || check.loaded.length === 0) return this.#print(check.failed.map(sentence))
      this.#listener.handTo('next')
      await this.#serving?.stop()
      this.#serving = undefined
      this.#served = []
      await next.serve(this.#port, !this.#hasGreeted)
      this.#replace(next, check)
      if (this.#hasGreeted) print([serving(check, performance.now() - startedAt), ...check.failed.map(sentence)])
      this.#hasGreeted = true
    } finally {
      this.#listener.handTo(this.#serving ?? 'nobody')
      if (next !== this.#serving) void next.stop()
      if (!this.#isStopping) this.#spare = new HostProcess(this.#environment)
    }
  }

  /** Makes a process the serving one. */
  #replace(next: HostProcess, { loaded }: PluginCheck): void {
    this.#serving = next
    this.#served = loaded.map(({ plugin }) => plugin)
    next.onEnd(code => {
      if (this.#serving !== next) return
      this.#serving = undefined
      this.#served = []
      this.#listener.handTo('nobody')
      this.#print([`The host ended by itself${code === null ? '' : `, with code ${code}`}.`])
    })
  }

  /** Prints sentences, and what is served after them. */
  #print(sentences: readonly string[]): void {
    if (this.#isStopping) return
    const state = this.#serving
      ? 'The last good state is still served; waiting for the next change.'
      : 'Nothing is served; waiting for the next change.'
    print([...sentences, state])
  }

  async #exit(): Promise<void> {
    await this.#stop()
    process.exit(0)
  }

  async #stop(): Promise<void> {
    this.#isStopping = true
    this.#listener.close()
    await Promise.all([this.#spare.stop(), this.#serving?.stop()])
  }
}

function sentence({ plugin, reason }: PluginCheck['failed'][number]): string {
  return `${plugin} cannot be served: ${reason}`
}

function serving({ loaded }: PluginCheck, ms: number): string {
  const names = loaded.map(({ slug, version }) => `${slug} ${version}`).join(', ')
  return `Serving ${names}, after ${Math.round(ms)} ms.`
}

function print(lines: readonly string[]): void {
  process.stderr.write(`${lines.map(line => `  ${line}\n`).join('')}\n`)
}
