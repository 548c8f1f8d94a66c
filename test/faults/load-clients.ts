// Clients in a process of their own, each with one connection, which call core.remember without a pause. They speak HTTP over plain
// sockets, so that they cost less than what they measure. Started by load.ts.
import { connect, type Socket } from 'node:net'
import type { LoadOrder, LoadResult } from './load.js'

const order: LoadOrder = JSON.parse(process.argv[2] ?? '')
const { port, key, clients, ms, isPatient } = order
const served: number[] = []
const statuses = new Map<string, number>()
const startedAt = performance.now()
const endsAt = startedAt + ms
const timeline = Array.from({ length: Math.ceil(ms / 100) + 1 }, () => 0)
let resets = 0

async function client(number: number): Promise<void> {
  let connection = new Connection()
  for (let count = 0; performance.now() < endsAt; count++) {
    const begunAt = performance.now()
    const answer = await connection.call(requestText(number, count))
    if (!answer) {
      resets++
      connection = new Connection()
      await pause(100)
      continue
    }
    const now = performance.now()
    const name = `${answer.status}${answer.code}`
    statuses.set(name, (statuses.get(name) ?? 0) + 1)
    if (answer.status === 200) {
      served.push(now - begunAt)
      const slot = Math.floor((now - startedAt) / 100)
      timeline[slot] = (timeline[slot] ?? 0) + 1
    } else if (isPatient) await pause((answer.retryAfter || 1) * 1_000)
    if (answer.isClosing) connection = new Connection()
  }
}

function requestText(client: number, count: number): string {
  const body = JSON.stringify({ action: 'remember', key: `key-${client}-${count % 8}`, value: `value ${count}` })
  return (
    `POST /api/v1/products/core/execute HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.max(0, Math.min(ms, endsAt - performance.now()))))
}

interface Answer {
  readonly status: number
  /** A space and the code of a problem, or nothing. */
  readonly code: string
  readonly retryAfter: number
  readonly isClosing: boolean
}

/** One connection; a call resolves with undefined when it was lost. */
class Connection {
  readonly #socket: Socket
  #text = ''
  #done: ((answer: Answer | undefined) => void) | undefined

  constructor() {
    this.#socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay()
    this.#socket.on('data', (text: string) => this.#read(text))
    this.#socket.on('error', () => this.#settle(undefined))
    this.#socket.on('close', () => this.#settle(undefined))
  }

  call(text: string): Promise<Answer | undefined> {
    if (this.#socket.destroyed) return Promise.resolve(undefined)
    return new Promise(resolve => {
      this.#done = resolve
      this.#socket.write(text)
    })
  }

  #read(text: string): void {
    this.#text += text
    const end = this.#text.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#text.slice(0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#text.length < end + 4 + length) return
    const status = Number(head.slice(9, 12))
    const code = status === 200 ? '' : ` ${/"code":"(\w+)"/.exec(this.#text)?.[1] ?? ''}`
    const retryAfter = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0)
    this.#text = this.#text.slice(end + 4 + length)
    this.#settle({ status, code, retryAfter, isClosing: /\r\nconnection: close/i.test(head) })
  }

  #settle(answer: Answer | undefined): void {
    const done = this.#done
    this.#done = undefined
    done?.(answer)
  }
}

await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
served.sort((left, right) => left - right)
const at = (share: number) => served[Math.min(served.length - 1, Math.floor(served.length * share))] ?? Number.NaN
const result: LoadResult = {
  served: served.length,
  p50: at(0.5),
  p99: at(0.99),
  statuses: Object.fromEntries(statuses),
  resets,
  timeline
}
process.stdout.write(JSON.stringify(result))
process.exit()
