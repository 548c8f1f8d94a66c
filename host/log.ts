import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'

/** Names whose values never belong into a line, wherever they stand. */
const secrets = ['authorization', 'cookie', 'password', 'secret', 'token', 'key']
const redact = { paths: secrets.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' }

/** How long a line may wait in the buffer, in milliseconds. */
const longestWaitMs = 250

/** The host's log: JSON lines that leave in batches, or lines for a person on a terminal. */
export interface Log {
  readonly lines: Logger
  /** Writes out what waits. */
  flush(): void
}

/** Opens the log on standard output. */
export async function openLog(level: string, isTerminal = process.stdout.isTTY === true): Promise<Log> {
  if (isTerminal) {
    const { PinoPretty } = await import('pino-pretty')
    const pretty = PinoPretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
    return { lines: makeLines(level, pretty), flush: () => undefined }
  }
  const destination = pino.destination({ fd: 1, sync: false, minLength: 8_192 })
  setInterval(() => destination.flush(), longestWaitMs).unref()
  return { lines: makeLines(level, destination), flush: () => destination.flushSync() }
}

function makeLines(level: string, destination: DestinationStream): Logger {
  return pino({ level, redact, base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }, destination)
}
