import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import type { Test } from 'tap'

type Body = Record<string, unknown>

interface Customer extends Body {
  readonly id: string
  readonly metadata: Record<string, string>
  readonly invoice_settings: { default_payment_method: string | null }
}

/** What a test may say of a subscription. */
export interface SubscriptionState {
  readonly status: string
  readonly created?: number
  readonly trial_end?: number | null
  readonly ended_at?: number | null
  readonly cancellation_details?: { readonly reason: string | null }
}

export const webhookSecret = 'whsec_of_the_tests'

/** A server that speaks those routes of Stripe's API that the host uses, and whose customers the test moves. */
export async function stripeServer(t: Test) {
  const customers = new Map<string, Customer>()
  const gone = new Set<string>()
  const subscriptions = new Map<string, Body[]>()
  const cards = new Map<string, Body[]>()
  /** By idempotency key, as Stripe keeps them: failures too. */
  const answered = new Map<string, { readonly status: number; readonly body: Body }>()
  const asked: { readonly route: string; readonly form: URLSearchParams }[] = []
  const state = { isAway: false }
  let number = 0
  const nextId = (prefix: string) => `${prefix}_${++number}`

  function answer(method: string, path: string, form: URLSearchParams, query: URLSearchParams): Body | undefined {
    const [, customer = ''] = /^\/v1\/customers\/([^/]+)/.exec(path) ?? []
    const list = (data: readonly Body[]) => ({ object: 'list', data, has_more: false, url: path })
    switch (`${method} ${path.replace(customer || '-', ':id')}`) {
      case 'POST /v1/customers': {
        const metadata = { account: form.get('metadata[account]') ?? '' }
        const made = {
          id: nextId('cus'),
          object: 'customer',
          email: form.get('email'),
          metadata,
          invoice_settings: { default_payment_method: null }
        }
        customers.set(made.id, made)
        return made
      }
      case 'GET /v1/customers/:id':
        return gone.has(customer) ? { id: customer, object: 'customer', deleted: true } : customers.get(customer)
      case 'POST /v1/customers/:id': {
        const known = customers.get(customer)
        if (known) known.invoice_settings.default_payment_method = form.get('invoice_settings[default_payment_method]')
        return known
      }
      case 'DELETE /v1/customers/:id':
        gone.add(customer)
        return { id: customer, object: 'customer', deleted: true }
      case 'GET /v1/customers/:id/payment_methods':
        return list(cards.get(customer) ?? [])
      case 'GET /v1/subscriptions':
        return list(subscriptions.get(query.get('customer') ?? '') ?? [])
      case 'POST /v1/checkout/sessions': {
        const id = nextId('cs')
        return { id, object: 'checkout.session', url: `https://checkout.stripe.test/${id}`, expires_at: 4_000_000_000 }
      }
      case 'POST /v1/billing_portal/sessions':
        return { id: nextId('bps'), object: 'billing_portal.session', url: 'https://portal.stripe.test/1' }
      default:
        return undefined
    }
  }

  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request))
    const url = new URL(request.url ?? '', 'http://stripe')
    const { method = '' } = request
    asked.push({ route: `${method} ${url.pathname}`, form })
    const key = `${request.headers['idempotency-key']}`
    const known = method === 'POST' ? answered.get(key) : undefined
    const found = known || state.isAway ? undefined : answer(method, url.pathname, form, url.searchParams)
    const failure = { error: { type: 'api_error', message: 'not here' } }
    const reply = known ?? { status: found ? 200 : state.isAway ? 500 : 404, body: found ?? failure }
    if (method === 'POST') answered.set(key, reply)
    response.writeHead(reply.status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(reply.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo

  return {
    asked,
    state,
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_ID: 'price_gateway',
      STRIPE_API_URL: `http://127.0.0.1:${port}`
    },
    /** The customer of an account. */
    customerOf(account: string): string {
      for (const { id, metadata } of customers.values()) if (metadata.account === account) return id
      throw new Error('There is no such customer.')
    },
    subscribe(customer: string, subscription: SubscriptionState): Body {
      const made = {
        id: nextId('sub'),
        object: 'subscription',
        customer,
        created: 0,
        trial_end: null,
        ended_at: null,
        cancellation_details: null,
        ...subscription
      }
      subscriptions.set(customer, [made])
      return made
    },
    /** Another subscription beside those that there are. */
    subscribeToo(customer: string, subscription: SubscriptionState): void {
      const before = subscriptions.get(customer) ?? []
      subscriptions.set(customer, [...before, this.subscribe(customer, subscription)])
    },
    /** A card comes first in the list, as the newest does. */
    addCard(customer: string, brand: string, last4: string, created: number): Body {
      const card = {
        id: nextId('pm'),
        object: 'payment_method',
        customer,
        type: 'card',
        created,
        card: { brand, last4 }
      }
      cards.set(customer, [card, ...(cards.get(customer) ?? [])])
      return card
    },
    removeCards(customer: string): void {
      cards.set(customer, [])
      const known = customers.get(customer)
      if (known) known.invoice_settings.default_payment_method = null
    },
    defaultCard: (customer: string) => customers.get(customer)?.invoice_settings.default_payment_method,
    isGone: (customer: string) => gone.has(customer),
    remove: (customer: string) => void gone.add(customer),
    event: (type: string, object: Body, previous?: Body): Body => ({
      id: nextId('evt'),
      object: 'event',
      api_version: '2020-01-01',
      type,
      data: { object, ...(previous && { previous_attributes: previous }) }
    })
  }
}

/** Sends an event to a host as Stripe does; the status of the answer. */
export async function deliver(url: string, event: Body, atMs: number, secret = webhookSecret): Promise<number> {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(atMs / 1000)
  })
  return post(url, payload, { 'Stripe-Signature': signature })
}

/** Sends bytes to the webhook as they are; the status of the answer. */
export async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const { status } = await fetch(`${url}/webhooks/stripe`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', Connection: 'close', ...headers }
  })
  return status
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
