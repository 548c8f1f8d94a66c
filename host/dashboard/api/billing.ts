import { call } from './call.js'
import { paths } from './paths.js'
import { type Resource, useResource } from './resource.js'
import type { Billing } from './shapes.js'

/** How the account stands with its plan; null where this deployment asks for no payment. */
export function useBilling(): Resource<Billing | null> {
  return useResource<Billing | null>(paths.billing, readBilling)
}

/** Goes on to the page where a trial is begun or a card is left. */
export async function goToCheckout(purpose: 'trial' | 'card'): Promise<void> {
  const { body } = await call<{ url: string }>('POST', paths.checkout, { body: { purpose } })
  location.assign(body.url)
}

async function readBilling(): Promise<Billing | null> {
  const { body } = await call<Billing>('GET', paths.billing)
  return body.billing === 'none' ? null : body
}
