import { EgressError } from '@product-host/sdk'
import type { Deadline } from './deadline.js'
import type { Progress, Stage } from './progress.js'
import { errorFamilies, type Failure, socketErrors } from './socket-errors.js'
import { tlsErrors } from './tls-errors.js'

/** Any error of a request as what the caller is told; one that is no fault of the other machine stays as it is. */
export function toEgressError(error: unknown, progress: Progress, deadline: Deadline): unknown {
  if (error instanceof EgressError)
    return new EgressError(error.code, error.message, { ...progress.known, ...error.known })
  const failure = endOf(deadline, progress.stage) ?? failureOf(error, progress.stage)
  return failure ? new EgressError(...failure, progress.known) : error
}

function endOf({ ended, milliseconds }: Deadline, stage: Stage): Failure | undefined {
  if (ended === undefined) return undefined
  if (ended === 'aborted') return ['aborted', 'The request was called off.']
  if (stage === 'dns') return ['dns_unavailable', `The name servers did not answer within ${milliseconds} ms.`]
  if (stage === 'connect') return ['connect_timeout', `No connection came about within ${milliseconds} ms.`]
  return ['timeout', `The answer was not complete within ${milliseconds} ms.`]
}

function failureOf(error: unknown, stage: Stage): Failure | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ETIMEDOUT')
    return stage === 'connect' ? ['connect_timeout', 'The address did not answer in time.'] : socketErrors.ECONNRESET
  if (Object.hasOwn(tlsErrors, code)) return tlsErrors[code]
  if (Object.hasOwn(socketErrors, code)) return socketErrors[code]
  return errorFamilies.find(([pattern]) => pattern.test(code))?.[1]
}
