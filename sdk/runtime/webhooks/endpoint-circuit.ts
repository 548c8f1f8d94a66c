import { createHash } from 'node:crypto'
import type { WebhookFailure } from '../../webhooks.js'
import { shareOf } from './retry-policy.js'

/** Consecutive failures after which the circuit of an endpoint opens. */
export const failuresToOpen = 5

/** How long an open circuit lets nothing through, in milliseconds. */
export const openMs = 5 * 60_000

/** Over how many milliseconds the messages that waited for an endpoint are spread. */
const spreadMs = 30_000

/** What is stored of an endpoint; times are in milliseconds since 1970-01-01T00:00:00Z. */
export interface EndpointState {
  /** Which address and secret this is about: another one begins without failures. */
  readonly address: string
  /** Consecutive failures that are retried. */
  readonly failures: number
  /** The circuit is open until then, or half-open: a probe is under way until then. */
  readonly openUntil?: number
  /** The receiver asked to wait until then. */
  readonly notBefore?: number
  /** The receiver answered 410, or a status by which the caller disables it, and no message was delivered since. */
  readonly isDisabled?: boolean
  /** Of which authorization this holds: the receiver refused it. Left out where the authorization does not matter. */
  readonly refused?: string
}

/** What a message is sent with. */
interface EndpointTarget {
  readonly url: string
  readonly secrets: readonly string[]
  readonly authorization?: string
}

/** The state that holds for an address, its secrets and its authorization; one that is about another does not. */
export function endpointState(target: EndpointTarget, stored: EndpointState | undefined): EndpointState {
  const address = digest([target.url, ...target.secrets.slice(0, 1)].join('\n'))
  const holds = stored?.address === address && (stored.refused === undefined || stored.refused === refusedBy(target))
  return holds ? stored : { address, failures: 0 }
}

function refusedBy({ authorization = '' }: Pick<EndpointTarget, 'authorization'>): string {
  return digest(authorization)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Whether an attempt may begin: at once, as the probe of a half-open circuit, later, or never. */
export function admission(
  { failures, openUntil = 0, notBefore = 0, isDisabled = false }: EndpointState,
  { id, now, isAsked }: { readonly id: string; readonly now: number; readonly isAsked: boolean }
): 'open' | 'probe' | 'disabled' | { readonly retryAt: number } {
  if (isDisabled && !isAsked) return 'disabled'
  const readyAt = Math.max(now, isAsked ? 0 : openUntil, notBefore)
  if (readyAt > now) return { retryAt: readyAt + Math.round(spreadMs * shareOf(id)) }
  return failures >= failuresToOpen ? 'probe' : 'open'
}

/** The state while a probe is under way, which must have ended by then. */
export function probing(state: EndpointState, until: number): EndpointState {
  return { ...state, openUntil: until }
}

/**
 * The state after an attempt; undefined when there is nothing to store. A receiver that answers with a final status responds, which
 * closes the circuit; an address that may not be requested says nothing of the receiver. An endpoint that is disabled stays so until a
 * message is delivered to it.
 */
export function stateAfter(
  state: EndpointState,
  failure: WebhookFailure | undefined,
  {
    now,
    target,
    disabledBy = []
  }: { readonly now: number; readonly target: EndpointTarget; readonly disabledBy?: readonly number[] }
): EndpointState | undefined {
  const { address, failures, isDisabled = false, refused } = state
  if (!failure) return undefined
  const { httpStatus, isFinal, retryAfterMs } = failure
  if (isFinal && httpStatus === undefined) return state
  const disabled = { address, failures: 0, isDisabled: true }
  if (isFinal && httpStatus === 410) return disabled
  if (isFinal && httpStatus !== undefined && disabledBy.includes(httpStatus))
    return isDisabled && refused === undefined ? disabled : { ...disabled, refused: refusedBy(target) }
  if (isFinal) return isDisabled ? { ...disabled, ...(refused !== undefined && { refused }) } : undefined
  return {
    address,
    failures: failures + 1,
    ...(failures + 1 >= failuresToOpen && { openUntil: now + openMs }),
    ...(retryAfterMs !== undefined && { notBefore: now + retryAfterMs }),
    ...(isDisabled && { isDisabled, ...(refused !== undefined && { refused }) })
  }
}
