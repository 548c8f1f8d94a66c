import type { EgressCertificate } from '@product-host/sdk'
import type { Attempts } from './examine.js'
import type { Plan } from './plan.js'

const dayMs = 86_400_000

/** How a target is found to be. */
export type Status = 'up' | 'degraded' | 'down' | 'blocked'

/** What the last attempt says of the target. */
export interface Verdict {
  readonly status: Status
  readonly isSlow: boolean
  readonly certificate?: { readonly daysLeft: number; readonly isEnding: boolean; readonly says: EgressCertificate }
}

/** Up, unless the last attempt failed; degraded when it is slow or its certificate is about to end. */
export function verdictOf(plan: Plan, { last }: Attempts, now: number): Verdict {
  const { response, failure } = last
  const certificate = response?.certificate && certificateState(response.certificate, plan, now)
  const isSlow = response !== undefined && response.totalMs > plan.degradedMs
  const status = failure?.status ?? (isSlow || certificate?.isEnding ? 'degraded' : 'up')
  return { status, isSlow, ...(certificate && { certificate }) }
}

function certificateState(says: EgressCertificate, { certWarnDays }: Plan, now: number) {
  const daysLeft = Math.floor((Date.parse(says.validTo) - now) / dayMs)
  return { daysLeft, isEnding: daysLeft <= certWarnDays, says }
}
