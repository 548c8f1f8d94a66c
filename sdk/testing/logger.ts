import type { Logger } from '../logger.js'

/** One line that a product logged. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A logger that writes into an array. */
export function testLogger(log: LogLine[]): Logger {
  const at =
    (level: LogLine['level']): Logger['info'] =>
    (message, fields) =>
      void log.push({ level, message, ...(fields && { fields }) })
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
