import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Asked, Said, Tried } from './messages.js'

/** How much longer than its grace a process is given to end, in milliseconds. */
const patienceMs = 3_000

/** A host's process under `dev`: ready before it is needed, asked to load the plugins and then to serve them. */
export class HostProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  readonly #ready: Promise<Said>
  #isStopping = false

  constructor(environment: NodeJS.ProcessEnv) {
    this.#child = fork(fileURLToPath(new URL('../cli.js', import.meta.url)), ['dev-host'], {
      env: environment,
      // A process group of its own, so that an interrupt on the terminal reaches the parent alone.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc']
    })
    this.#ended = once(this.#child, 'exit')
    this.#ready = this.#next()
  }

  /** Calls back when the process ends by itself. */
  onEnd(callBack: (code: number | null) => void): void {
    this.#child.once('exit', code => {
      if (!this.#isStopping) callBack(code)
    })
  }

  /** Loads the plugins. Throws, in a sentence, when the deployment itself cannot be read. */
  async try(): Promise<Tried> {
    const said = await this.#ask({ ask: 'try' })
    if (said.say !== 'tried') throw new Error(reasonOf(said))
    return said
  }

  /** Serves, and says on which port. Throws, in a sentence, when that does not come about. */
  async serve(greets: boolean): Promise<number> {
    const said = await this.#ask({ ask: 'serve', greets })
    if (said.say !== 'serving') throw new Error(reasonOf(said))
    return said.port
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#child.kill('SIGTERM')
    const isOver = await Promise.race([this.#ended.then(() => true), delay(patienceMs, false, { ref: false })])
    if (!isOver) this.#child.kill('SIGKILL')
    await this.#ended
  }

  async #ask(asked: Asked): Promise<Said> {
    const ready = await this.#ready
    if (ready.say !== 'ready') return ready
    const next = this.#next()
    this.#child.send(asked)
    return next
  }

  #next(): Promise<Said> {
    return Promise.race([
      once(this.#child, 'message').then(([said]) => said as Said),
      this.#ended.then((): Said => ({ say: 'failed', reason: 'The process ended while it loaded the plugins.' }))
    ])
  }
}

function reasonOf(said: Said): string {
  return said.say === 'failed' ? said.reason : `The process said "${said.say}" out of its turn.`
}
