import { useMutation, useQuery } from '@tanstack/react-query'
import { read, request } from './request.js'

const path = '/dashboard/api/billing'

/** After a checkout, the plan is read again this often and this many times: its event may arrive after the user. */
const pollEveryMs = 5_000
const maxPolls = 12

/** `GET /dashboard/api/billing` */
export interface BillingStatus {
  /** Who charges: nobody, the local checkout of the demo, or Stripe. */
  readonly billing: 'none' | 'local' | 'stripe'
  readonly plan: string | null
  readonly status: 'none' | 'trialing' | 'active' | 'expired' | 'canceled'
  readonly trialEndsAt: string | null
  readonly card: { readonly held: boolean; readonly brand?: string | null; readonly last4?: string | null }
}

/** The plan of the account; null where this deployment does not charge. Polls, if asked to, until a plan has started. */
export function useBilling({ polls = false } = {}) {
  return useQuery({
    queryKey: ['billing'],
    queryFn: async () => {
      const body = await read<BillingStatus>(path)
      return body.billing === 'none' ? null : body
    },
    refetchInterval: ({ state }) =>
      polls && state.data?.status === 'none' && state.dataUpdateCount <= maxPolls && pollEveryMs
  })
}

/** What the plan costs, as the provider has it. */
export interface PlanPrice {
  /** In the smallest unit of the currency, such as pence. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  /** It is paid once in so many of these. */
  readonly interval: 'day' | 'week' | 'month' | 'year'
  readonly intervals: number
}

/** What the plan costs; null where nobody pays. Public. */
export function usePrice() {
  return useQuery({
    queryKey: ['billing', 'price'],
    queryFn: async () => (await read<{ readonly price: PlanPrice | null }>(`${path}/price`)).price
  })
}

/** What a checkout is for. */
export type CheckoutPurpose = 'trial' | 'card'

/** A checkout that this tab has opened, and the card that the account had then. */
interface OpenCheckout {
  readonly purpose: CheckoutPurpose
  readonly last4: string | null
}

const openCheckout = 'checkout'

/** Opens the checkout, which starts a trial or stores a card. */
export function useCheckout(purpose: CheckoutPurpose) {
  return useMutation({
    mutationFn: async () => {
      const { card } = await read<BillingStatus>(path)
      const opened: OpenCheckout = { purpose, last4: card.last4 ?? null }
      sessionStorage.setItem(openCheckout, JSON.stringify(opened))
      await open(`${path}/checkout`, { purpose })
    }
  })
}

/** The purpose of the checkout that the person comes back from, if it was achieved; once. */
export function takeFinishedCheckout({ status, card }: BillingStatus): CheckoutPurpose | undefined {
  const stored = sessionStorage.getItem(openCheckout)
  if (stored === null) return undefined
  const { purpose, last4 }: OpenCheckout = JSON.parse(stored)
  const isDone =
    purpose === 'trial' ? status === 'trialing' || status === 'active' : card.held && (card.last4 ?? null) !== last4
  if (!isDone) return undefined
  sessionStorage.removeItem(openCheckout)
  return purpose
}

/** Opens the billing portal. */
export function useBillingPortal() {
  return useMutation({ mutationFn: () => open(`${path}/portal`, {}) })
}

async function open(address: string, body: object): Promise<void> {
  location.assign((await request<{ readonly url: string }>('POST', address, { body })).body.url)
}
