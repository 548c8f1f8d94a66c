import type { Fault } from '@product-host/sdk'
import { readSlug } from '../slug.js'
import { cronFault, cronFix, isZone, zoneFix } from './cron.js'
import { type HeartbeatInput, scheduleNames } from './input.js'

/** What is wrong with a heartbeat that its schema cannot say. */
export function* heartbeatFaults(input: HeartbeatInput): Generator<Fault> {
  const { name, signal, exitCode, cron, timezone, periodSeconds, maxRunSeconds = Infinity, minRunSeconds = 0 } = input
  const slug = name === undefined ? name : readSlug(name)
  if (typeof slug === 'object') yield slug
  const patternFault = cron === undefined ? undefined : cronFault(cron)
  if (patternFault !== undefined) yield { pointer: '#/cron', detail: patternFault, fix: cronFix }
  if (timezone !== undefined && !isZone(timezone))
    yield { pointer: '#/timezone', detail: 'is not a zone of the IANA database', fix: zoneFix }
  if (cron !== undefined && periodSeconds !== undefined)
    yield { pointer: '#/periodSeconds', detail: 'stands beside cron', fix: 'Send periodSeconds or cron, not both.' }
  if (minRunSeconds > maxRunSeconds)
    yield { pointer: '#/minRunSeconds', detail: 'is over maxRunSeconds', fix: 'Send maxRunSeconds at most.' }
  if (exitCode !== undefined && !isEnd(signal))
    yield {
      pointer: '#/exitCode',
      detail: `stands beside the signal ${signal}`,
      fix: 'Send it when the run has ended.'
    }
  if (exitCode === 0 && signal === 'fail')
    yield { pointer: '#/exitCode', detail: 'says success beside the signal fail', fix: 'Send one of the two.' }
  if (signal === 'check')
    for (const field of scheduleNames)
      if (input[field] !== undefined)
        yield {
          pointer: `#/${field}`,
          detail: 'stands beside the signal check',
          fix: 'Leave it out: check saves nothing.'
        }
}

function isEnd(signal: HeartbeatInput['signal']): boolean {
  return signal === 'success' || signal === 'fail'
}
