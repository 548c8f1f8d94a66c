import { Token } from '@product-host/sdk'
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { isInstalled } from './environment.js'

/** The logger of the host itself; a product gets `LOGGER` of the sdk. */
export const HOST_LOGGER = new Token<Logger>('HOST_LOGGER')

/** Members whose values are never logged, at any depth up to three. */
const secrets = ['authorization', 'cookie', 'password', 'secret', 'token', 'key']
const redact = { paths: secrets.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' }

/** How long a line may wait for others, in milliseconds, and at what length in characters they are written together. */
const longestWaitMs = 250
const batchLength = 32_768
/** Most bytes that wait while nobody reads the log; lines beyond them are dropped. */
const mostWaiting = 4 * 1024 * 1024
/** How long the last lines may take to be written, in milliseconds. */
const longestFlushMs = 1_000
/** Errors of a log whose reader is gone for good: a closed pipe, and a socket that was closed before it was read empty. */
const readerGone = ['EPIPE', 'ECONNRESET']

/** The host's log: JSON lines that leave in batches, or lines for a person on a terminal. */
export interface Log {
  readonly logger: Logger
  /**
   * Writes out what waits, for a second at most. False when a write is still blocked then, since nobody reads the log: a process
   * with a blocked write can be ended by a signal alone.
   */
  flush(): Promise<boolean>
}

/** Opens the log on standard output. On a terminal, lines for a person need `pino-pretty`, an optional peer of the host's package. */
export async function openLog(level: string, isTerminal = process.stdout.isTTY === true): Promise<Log> {
  if (isTerminal && isInstalled('pino-pretty')) {
    const { PinoPretty } = await import('pino-pretty')
    const pretty = PinoPretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
    return { logger: makeLogger(level, pretty), flush: async () => true }
  }
  const destination = openDestination()
  const batch = new LineBatch(destination)
  setInterval(() => batch.pass(), longestWaitMs).unref()
  const flush = async () => {
    batch.pass()
    // The buffer may be filled again by the first write, of what waits behind it.
    return (await flushed(destination)) && flushed(destination)
  }
  return { logger: makeLogger(level, batch), flush }
}

/** Lines that wait for each other: pino's destination measures all that it holds at every write, and each write costs a system call. */
export class LineBatch implements DestinationStream {
  #lines = ''

  constructor(private readonly destination: DestinationStream) {}

  write(line: string): void {
    this.#lines += line
    if (this.#lines.length >= batchLength) this.pass()
  }

  /** Passes on what waits. */
  pass(): void {
    if (this.#lines === '') return
    const lines = this.#lines
    this.#lines = ''
    this.destination.write(lines)
  }
}

/**
 * Standard output, whose errors end nobody: the host serves on when its log cannot be written. What pino does when the process
 * exits is left out: it tries the same write for ever when the reader is gone.
 */
function openDestination() {
  // With a minimum of 0, `flush` would not wait for what is being written.
  const destination = pino.destination({ fd: 1, sync: false, minLength: 1, maxLength: mostWaiting })
  destination.flushSync = () => undefined
  destination.on('error', (error: NodeJS.ErrnoException) => {
    if (readerGone.includes(error.code ?? '')) destination.write = () => true
  })
  return destination
}

/** Writes what waits; false when that takes too long. */
function flushed(destination: ReturnType<typeof openDestination>): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), longestFlushMs)
    destination.flush(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

function makeLogger(level: string, destination: DestinationStream): Logger {
  return pino({ level, redact, base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }, destination)
}
