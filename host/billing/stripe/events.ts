import { type Issue, type Static, Type } from '@product-host/sdk'
import { compileInput } from '@product-host/sdk/runtime'

/** An id that Stripe has made. */
const StripeId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,255}$' })

/** The members of an event that the host reads. Every version of Stripe's API writes them in this form. */
const StripeEvent = Type.Object({
  id: StripeId,
  type: Type.String(),
  data: Type.Object({
    object: Type.Object({
      object: Type.Optional(Type.String()),
      id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      customer: Type.Optional(Type.Union([StripeId, Type.Object({ id: StripeId }), Type.Null()])),
      metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]))
    }),
    previous_attributes: Type.Optional(
      Type.Union([Type.Object({ customer: Type.Optional(Type.Unknown()) }), Type.Null()])
    )
  })
})

type StripeEvent = Static<typeof StripeEvent>

/** What an event tells the host: only that something about a customer changed, or about a checkout. */
export interface StripeNotice {
  readonly id: string
  readonly type: string
  /** Left out if the event is of no customer. */
  readonly customer?: string
  /** The account that the object of the event names. */
  readonly account?: string
  /** The checkout that the event is about. */
  readonly checkout?: string
}

const check = compileInput(StripeEvent)

/** Reads an event of any version of Stripe's API, or says what it lacks to be one. */
export function readEvent(event: unknown): { readonly notice?: StripeNotice; readonly issues: readonly Issue[] } {
  const issues = check(event)
  return issues.length > 0 ? { issues } : { issues, notice: noticeOf(event as StripeEvent) }
}

function noticeOf({ id, type, data }: StripeEvent): StripeNotice {
  const { object, previous_attributes: previous } = data
  const given = object.object === 'customer' ? object.id : (object.customer ?? previous?.customer)
  const customer = idOf(given)
  const account = idOf(object.metadata?.account)
  const checkout = object.object === 'checkout.session' ? idOf(object.id) : undefined
  return {
    id,
    type,
    ...(customer !== undefined && { customer }),
    ...(account !== undefined && { account }),
    ...(checkout !== undefined && { checkout })
  }
}

/** The id of an object that Stripe writes as its id, or completely where it was expanded. */
export function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,255}$/.test(id) ? id : undefined
}
