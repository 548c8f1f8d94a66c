import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'

/** Names whose values never belong into a line, wherever they stand. */
const secrets = ['authorization', 'cookie', 'password', 'secret', 'token', 'key']
const redact = { paths: secrets.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' }

/** How long a line may wait in the buffer, in milliseconds. */
const longestWaitMs = 250
/** Most bytes that wait while nobody reads the log; lines beyond them are dropped. */
const mostWaiting = 4 * 1024 * 1024
/** How long the last lines may take to be written, in milliseconds. */
const longestFlushMs = 1_000
/** Errors of a log whose reader is gone for good: a closed pipe, and a socket that was closed before it was read empty. */
const readerGone = ['EPIPE', 'ECONNRESET']

/** The host's log: JSON lines that leave in batches, or lines for a person on a terminal. */
export interface Log {
  readonly lines: Logger
  /**
   * Writes out what waits, for a second at most. False when a write is still blocked then, since nobody reads the log: a process
   * with a blocked write can be ended by a signal alone.
   */
  flush(): Promise<boolean>
}

/** Opens the log on standard output. */
export async function openLog(level: string, isTerminal = process.stdout.isTTY === true): Promise<Log> {
  if (isTerminal) {
    const { PinoPretty } = await import('pino-pretty')
    const pretty = PinoPretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
    return { lines: makeLines(level, pretty), flush: async () => true }
  }
  const destination = openDestination()
  setInterval(() => destination.flush(), longestWaitMs).unref()
  // The buffer may be filled again by the first write, of what waits behind it.
  const flush = async () => (await flushed(destination)) && flushed(destination)
  return { lines: makeLines(level, destination), flush }
}

/**
 * Standard output, whose errors end nobody: the host serves on when its log cannot be written. What pino does when the process
 * exits is left out: it tries the same write for ever when the reader is gone.
 */
function openDestination() {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 8_192, maxLength: mostWaiting })
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

function makeLines(level: string, destination: DestinationStream): Logger {
  return pino({ level, redact, base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }, destination)
}
