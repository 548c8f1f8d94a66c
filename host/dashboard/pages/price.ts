import type { PlanPrice } from '../api/billing.js'

/** The amount of a price with the sign of its currency: `£29.00`. */
export function amountOf({ amount, currency }: PlanPrice): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** How often a price is paid: `a month`. */
export function intervalOf({ interval, intervals }: PlanPrice): string {
  return intervals === 1 ? `a ${interval}` : `every ${intervals} ${interval}s`
}
