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

/** Whether the account had a plan and has none now. */
export function hasEnded({ status }: Pick<BillingStatus, 'status'>): boolean {
  return status === 'expired' || status === 'canceled'
}

/** Whether the account has a plan now. */
function isRunning({ status }: Pick<BillingStatus, 'status'>): boolean {
  return status === 'trialing' || status === 'active'
}

function isWithoutPlan(billing: BillingStatus | null | undefined): boolean {
  return Boolean(billing && !isRunning(billing))
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
      polls && isWithoutPlan(state.data) && state.dataUpdateCount <= maxPolls && pollEveryMs
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

/** What a person who comes back from a checkout has done there. */
export type CheckoutOutcome =
  | 'trial_started'
  | 'plan_renewed'
  | 'plan_cancelled'
  | 'plan_kept'
  | 'card_added'
  | 'card_changed'
  | 'card_removed'

/** A checkout that this tab has opened, and the plan and the card that the account had then. */
interface OpenCheckout {
  readonly purpose: CheckoutPurpose | 'cancel'
  readonly status: BillingStatus['status']
  readonly last4: string | null
}

const openCheckout = 'checkout'

/** Opens the checkout, which starts a trial or stores a card. */
export function useCheckout(purpose: CheckoutPurpose) {
  return useMutation({
    mutationFn: async () => {
      storeOpen(purpose, await read<BillingStatus>(path))
      await open(`${path}/checkout`, { purpose })
    }
  })
}

function storeOpen(purpose: OpenCheckout['purpose'], { status, card }: BillingStatus): void {
  const opened: OpenCheckout = { purpose, status, last4: card.last4 ?? null }
  sessionStorage.setItem(openCheckout, JSON.stringify(opened))
}

/** What was done at the checkout that the person comes back from; once, and undefined if nothing was. */
export function takeFinishedCheckout(billing: BillingStatus): CheckoutOutcome | undefined {
  const stored = sessionStorage.getItem(openCheckout)
  const outcome = stored === null ? undefined : outcomeOf(JSON.parse(stored), billing)
  if (outcome) sessionStorage.removeItem(openCheckout)
  return outcome
}

function outcomeOf(before: OpenCheckout, billing: BillingStatus): CheckoutOutcome | undefined {
  const { held, last4 = null } = billing.card
  if (before.purpose === 'trial') {
    if (!isRunning(billing)) return undefined
    return before.status === 'none' ? 'trial_started' : 'plan_renewed'
  }
  if (before.purpose === 'cancel' && !held) return 'plan_cancelled'
  if (last4 === before.last4) return before.purpose === 'cancel' ? 'plan_kept' : undefined
  if (!held) return 'card_removed'
  return before.last4 === null ? 'card_added' : 'card_changed'
}

/** Opens the billing portal; in the demo, the page that cancels the plan. */
export function useBillingPortal() {
  return useMutation({
    mutationFn: async () => {
      const billing = await read<BillingStatus>(path)
      if (billing.billing === 'local') storeOpen('cancel', billing)
      await open(`${path}/portal`, {})
    }
  })
}

async function open(address: string, body: object): Promise<void> {
  location.assign((await request<{ readonly url: string }>('POST', address, { body })).body.url)
}
