import { counted, grouped } from '../wording.js'
import { shownAddress } from './address.js'
import { attemptCount } from './examine.js'
import type { Observation } from './observation.js'

/** What a probe found, in one sentence. */
export function summaryOf({ plan, attempts, verdict }: Observation): string {
  const { response, failure } = attempts.last
  const found = `${shownAddress(plan.url)} is ${verdict.status}`
  if (failure || !response) {
    const tried = attempts.earlier.length > 0 ? ` (${counted(attemptCount(attempts), 'attempt')})` : ''
    return `${found}: ${failure?.reason ?? 'nothing came'}${tried}.`
  }
  const slow = verdict.isSlow ? ` (over ${grouped(plan.degradedMs)} ms)` : ''
  const answer = `${response.status} in ${grouped(response.totalMs)} ms${slow}`
  if (!verdict.certificate) return `${found}: ${answer}.`
  return `${found}: ${answer}, certificate valid ${counted(verdict.certificate.daysLeft, 'day')}.`
}
