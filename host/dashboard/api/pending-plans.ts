import type { ConfirmationDetails } from '@product-host/sdk/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { usageKey } from './calls.js'
import { recordsKey } from './data.js'
import type { ProblemBody } from './problem.js'
import { type ActionResult, homesKey } from './products.js'
import { refresh } from './query-client.js'
import { read, request } from './request.js'

const path = '/dashboard/api/confirmations'
const plansKey = ['pending-plans'] as const

/** How often a plan is read that runs elsewhere, in milliseconds. */
const followEveryMs = 2_000

/** One of `GET /dashboard/api/confirmations`: a plan that a client without a person has asked for. */
export interface PendingPlan extends Pick<ConfirmationDetails, 'steps' | 'notUnderstood' | 'expiresAt'> {
  readonly id: string
  readonly product: string
  readonly action: string
  readonly message: string
  readonly state: 'waiting' | 'changed' | 'dismissed' | 'running' | 'done' | 'outcome_unknown'
  /** The key or the app that asked. */
  readonly keyId: string
  /** ISO 8601. */
  readonly askedAt: string
  /** What its run has answered. */
  readonly answer: ActionResult | ProblemBody | null
}

/** The plans that wait for the account holder or run, the latest first. */
export function usePendingPlans() {
  return useQuery({
    queryKey: plansKey,
    queryFn: async () => (await read<{ readonly plans: readonly PendingPlan[] }>(path)).plans
  })
}

/** One plan; followed while it runs. */
export function usePendingPlan(id: string) {
  return useQuery({
    queryKey: [...plansKey, id],
    queryFn: () => read<PendingPlan>(`${path}/${encodeURIComponent(id)}`),
    refetchInterval: ({ state: { data } }) => data?.state === 'running' && followEveryMs
  })
}

/** Runs a plan. Sent again, the host answers as it did before and does nothing twice. */
export function useRunPlan(id: string) {
  return useMutation({
    mutationFn: () => request('POST', `${path}/${encodeURIComponent(id)}`),
    onSettled: () => refresh(plansKey, usageKey, recordsKey, homesKey)
  })
}

/** Ends a plan that was not run. */
export function useDismissPlan(id: string) {
  return useMutation({
    mutationFn: () => request('DELETE', `${path}/${encodeURIComponent(id)}`),
    onSettled: () => refresh(plansKey)
  })
}
