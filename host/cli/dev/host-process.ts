import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** How long a process may take to end after SIGTERM before it is killed, in milliseconds. */
const killAfterMs = 3_000

/** A host's process under `dev`: started before it is needed, then asked to load the plugins and to serve them. */
export class HostProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  readonly #ready: Promise<DevMessage>
  #isStopping = false

  constructor(environment: NodeJS.ProcessEnv) {
    this.#child = fork(fileURLToPath(new URL('../../cli.js', import.meta.url)), ['dev-host'], {
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

  /** Loads the plugins. Throws, in a sentence, if the deployment itself cannot be read. */
  async check(): Promise<PluginCheck> {
    const message = await this.#request({ type: 'check' })
    if (message.type !== 'checked') throw new Error(reasonOf(message))
    return message
  }

  /** Serves the connections of a port that it is handed. Throws, in a sentence, if the host does not start. */
  async serve(port: number, greets: boolean): Promise<void> {
    const message = await this.#request({ type: 'serve', port, greets })
    if (message.type !== 'serving') throw new Error(reasonOf(message))
  }

  /** Hands a connection over; it is closed if the process has just ended. */
  take(socket: Socket): void {
    const handed = { type: 'connection' } satisfies DevRequest
    this.#child.send(handed, socket, error => {
      if (error) socket.destroy()
    })
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#child.kill('SIGTERM')
    const isOver = await Promise.race([this.#ended.then(() => true), delay(killAfterMs, false, { ref: false })])
    if (!isOver) this.#child.kill('SIGKILL')
    await this.#ended
  }

  async #request(request: DevRequest): Promise<DevMessage> {
    const ready = await this.#ready
    if (ready.type !== 'ready') return ready
    const next = this.#next()
    this.#child.send(request)
    return next
  }

  #next(): Promise<DevMessage> {
    return Promise.race([
      once(this.#child, 'message').then(([message]) => message as DevMessage),
      this.#ended.then((): DevMessage => ({ type: 'failed', reason: 'The process ended while it loaded the plugins.' }))
    ])
  }
}

function reasonOf(message: DevMessage): string {
  return message.type === 'failed' ? message.reason : `The process sent an unexpected message: "${message.type}".`
}

/** A request to a process: load the plugins and report, serve, or take a connection. */
export type DevRequest =
  | { readonly type: 'check' }
  | { readonly type: 'serve'; readonly port: number; readonly greets: boolean }
  /** Comes with a socket. */
  | { readonly type: 'connection' }

/** An answer of a spare process. */
export type DevMessage =
  | { readonly type: 'ready' }
  | ({ readonly type: 'checked' } & PluginCheck)
  | { readonly type: 'serving' }
  | { readonly type: 'failed'; readonly reason: string }

/** Which plugins of a deployment can be loaded, and why the others cannot, each by its package. */
export interface PluginCheck {
  readonly loaded: readonly { readonly plugin: string; readonly slug: string; readonly version: string }[]
  readonly failed: readonly { readonly plugin: string; readonly reason: string }[]
}
