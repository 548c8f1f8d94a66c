import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { Server } from 'node:net'
import type { Readable } from 'node:stream'
import { deserializeMessage, type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import type { ForwardProxy } from '../../egress/forward-proxy.js'
import { descendants, endingWithHost, guardTreeMemory, killTree } from '../../isolation/process/process-tree.js'

/** What is started. */
export interface ChildCommand {
  readonly command: readonly string[]
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  /** Resident memory of the process and of all that it has started, in MiB, beyond which it is ended. */
  readonly memoryMb: number
  /** Takes the connections of the listener that the command sends before its program begins; ends with the process. */
  readonly proxy?: ForwardProxy | undefined
  /** Takes a line that the process writes to standard error. */
  readonly stderr: (line: string) => void
}

/** Most bytes of one message of a server: its answers may be as large as those of a product. */
const largestMessage = 12 * 1024 * 1024

/** Most bytes that wait for a process to read them. */
const mostUnread = 2 * largestMessage

/** Most characters of a line of standard error. */
const longestLine = 16_384

/** How long a process may take to end after its input has ended, and after it was asked to, in milliseconds. */
const graceMs = [300, 1_000] as const

/**
 * Messages over the standard input and output of a process in a process group of its own. `close` ends it with every process that it has
 * started, and resolves when it has ended.
 */
export class ChildTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Why it was ended, if it used more than it may. */
  exceeded: string | undefined
  /** What has come of a line that has no end yet. */
  #unread: Buffer[] = []
  #unreadBytes = 0
  #child: ChildProcess | undefined
  #ended: Promise<void> | undefined
  #closing: Promise<void> | undefined

  constructor(private readonly started: ChildCommand) {}

  start(): Promise<void> {
    const { command, env, folder, memoryMb, proxy, stderr } = this.started
    const [file = '', ...rest] = endingWithHost(command)
    const stdio = ['pipe', 'pipe', 'pipe', ...(proxy ? (['ipc'] as const) : [])] as const
    const options = { env, cwd: folder, detached: true, stdio: [...stdio] }
    const child = spawn(file, rest, options) as ChildProcessWithoutNullStreams
    this.#child = child
    readLines(child.stderr, stderr)
    const end = (reason: string) => {
      this.exceeded ??= reason
      killTree(child.pid, 'SIGKILL')
    }
    let unguard: (() => void) | undefined
    // What comes before the program may have more memory than it.
    const guard = () => {
      unguard = guardTreeMemory(child.pid, memoryMb, () => end(`it took more than ${memoryMb} MiB of memory`))
    }
    if (!proxy) guard()
    child.once('message', (_message, listener) => {
      if (listener instanceof Server) proxy?.serve(listener, end)
      if (child.connected) child.disconnect()
      if (child.exitCode === null && child.signalCode === null) guard()
    })
    // A process that takes or sends nothing any more is of no use, also where it goes on.
    child.stdin.on('error', error => this.#fail(error))
    child.stdout.on('end', () => void this.close())
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#ended = new Promise(resolve => {
      child.once('exit', () => {
        resolve()
        unguard?.()
        proxy?.close()
        killTree(child.pid, 'SIGKILL')
        this.onclose?.()
      })
      child.once('error', () => resolve())
    })
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin
    if (!stdin?.writable) throw new Error('The process has ended.')
    if (stdin.writableLength > mostUnread) this.#fail(new Error('The process does not read its input.'))
    if (stdin.write(serializeMessage(message))) return
    await new Promise<void>(resolve => {
      const go = () => {
        stdin.off('drain', go)
        stdin.off('close', go)
        resolve()
      }
      stdin.on('drain', go)
      stdin.on('close', go)
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const child = this.#child
    if (child?.pid === undefined) return
    const tree = descendants(child.pid)
    child.stdin?.end()
    const timers = [
      setTimeout(() => killTree(child.pid, 'SIGTERM', tree), graceMs[0]),
      setTimeout(() => killTree(child.pid, 'SIGKILL', tree), graceMs[0] + graceMs[1])
    ]
    await this.#ended
    for (const timer of timers) clearTimeout(timer)
    killTree(child.pid, 'SIGKILL', tree)
  }

  #fail(error: Error): void {
    this.onerror?.(error)
    void this.close()
  }

  /** A process that sends more than a message may have is ended: nothing of what follows could be told apart. */
  #read(chunk: Buffer): void {
    const end = chunk.lastIndexOf('\n')
    this.#unread.push(end === -1 ? chunk : chunk.subarray(0, end))
    this.#unreadBytes += chunk.length
    if (this.#unreadBytes > largestMessage) {
      this.#child?.stdout?.destroy()
      this.#fail(new Error(`The process sends a message of more than ${largestMessage} bytes.`))
      return
    }
    if (end === -1) return
    const lines = Buffer.concat(this.#unread).toString('utf8').split(/\r?\n/)
    this.#unread = [chunk.subarray(end + 1)]
    this.#unreadBytes = chunk.length - end - 1
    for (const line of lines) this.#take(line)
  }

  #take(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(line))
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/** Takes the lines of a stream; of one that has no end, the beginning. */
function readLines(stream: Readable, take: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split(/\r?\n/)
    rest = (lines.pop() ?? '').slice(0, longestLine)
    for (const line of lines) take(line)
  })
  stream.on('end', () => rest !== '' && take(rest))
}
