import type { LogLine } from './messages.js'

/** What a plugin in a thread or a process may print and log in a second. */
const most = { lines: 200, bytes: 256 * 1024 }

const windowMs = 1_000

/** What was left out of a plugin's output. */
export interface DroppedOutput {
  readonly lines: number
  readonly bytes: number
}

/** Bounds the output of a plugin by lines and bytes a second; what is more is counted, and told once the second is over. */
export class OutputLimit {
  #since = performance.now()
  #lines = 0
  #bytes = 0
  #dropped = { lines: 0, bytes: 0 }
  #telling: NodeJS.Timeout | undefined

  /** `factor` is how many times as much is allowed: of two limits one behind the other, the second counts other seconds. */
  constructor(
    private readonly tell: (dropped: DroppedOutput) => void,
    private readonly factor = 1
  ) {}

  /** Whether these lines and bytes may still be written. */
  take(bytes: number, lines = 1): boolean {
    const now = performance.now()
    if (now - this.#since >= windowMs) {
      this.#since = now
      this.#lines = 0
      this.#bytes = 0
      this.flush()
    }
    const { factor } = this
    const fits = this.#lines + lines <= most.lines * factor && this.#bytes + bytes <= most.bytes * factor
    if (fits) {
      this.#lines += lines
      this.#bytes += bytes
      return true
    }
    this.#dropped.lines += lines
    this.#dropped.bytes += bytes
    this.#telling ??= setTimeout(() => this.flush(), windowMs).unref()
    return false
  }

  /** Tells what was dropped and not told yet. */
  flush(): void {
    clearTimeout(this.#telling)
    this.#telling = undefined
    if (this.#dropped.lines === 0) return
    const dropped = this.#dropped
    this.#dropped = { lines: 0, bytes: 0 }
    this.tell(dropped)
  }
}

/** The line of the log that tells what was dropped. */
export function droppedLine(dropped: DroppedOutput): LogLine {
  return { level: 'warn', message: 'output of the plugin beyond the limit was dropped', fields: { ...dropped } }
}

/** Longest text that is logged of what a plugin prints at once, in characters. */
const longestPrinted = 1_000

/** The line of the log for what a plugin prints. */
export function printedLine(text: string): LogLine {
  return { level: 'info', message: 'printed', fields: { text: text.slice(0, longestPrinted) } }
}

/** Bounds what is written to a stream from now on; writes beyond the limit count as done. */
export function limitStream(stream: NodeJS.WritableStream, limit: OutputLimit): void {
  const { write } = stream
  const value = (...parameters: readonly unknown[]): unknown => {
    const [chunk] = parameters
    const text = typeof chunk === 'string' ? chunk : ''
    const bytes = ArrayBuffer.isView(chunk) ? chunk.byteLength : Buffer.byteLength(text)
    if (limit.take(bytes, linesIn(text))) return Reflect.apply(write, stream, parameters)
    const done = parameters.find(each => typeof each === 'function')
    if (done) process.nextTick(done)
    return true
  }
  Object.defineProperty(stream, 'write', { value })
}

function linesIn(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return Math.max(1, lines)
}
