import { makeClock } from '@product-host/sdk/runtime'
import type { Test } from 'tap'
import { Entitlements } from '../../../../host/dist/billing/entitlements.js'
import { trialMs } from '../../../../host/dist/billing/plan.js'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { password, signedUp } from '../../../fixtures/dashboard-client.js'
import { start } from '../../../fixtures/start-host.js'
import { deliver, stripeServer } from '../../../fixtures/stripe-server.js'

/** When the tests begin. */
export const begin = Date.parse('2026-01-01T00:00:00Z')
/** When a trial ends that begins then, in seconds as Stripe counts. */
export const trial_end = (begin + trialMs) / 1000
/** A subscription on trial. */
export const trialing = { status: 'trialing', created: begin / 1000, trial_end }

/** A host that bills by Stripe, which a server of the test stands in for. */
export async function billed(t: Test, environment: Record<string, string> = {}) {
  const stripe = await stripeServer(t)
  const time = { now: begin }
  const clock = makeClock(() => time.now, Math.random)
  const store = await Store.open(memoryBackend(() => time.now))
  const deployment = { billing: 'stripe' }
  const options = { deployment, store, clock, environment: { ...stripe.environment, ...environment } }
  const host = await start(t, options)
  const another = () => start(t, options)
  /** Somebody who has signed up and begun a checkout, so that Stripe knows a customer. */
  async function customer(email = 'ada@example.org') {
    const one = await signedUp(host.call, email)
    const { body } = await one('POST', '/billing/checkout', { purpose: 'trial' })
    const id = stripe.customerOf(one.id)
    /** How the account stands; a session may have ended when the test has moved the clock by days. */
    const billing = async () => {
      const shown = await one('GET', '/billing')
      if (shown.status === 200) return shown.body
      await one('POST', '/sessions', { email, password })
      return (await one('GET', '/billing')).body
    }
    return { one, id, url: body.url, billing }
  }
  const send = (event: Record<string, unknown>) => deliver(host.url, event, time.now)
  return { ...host, stripe, time, another, customer, send, entitlements: new Entitlements(store, clock) }
}
