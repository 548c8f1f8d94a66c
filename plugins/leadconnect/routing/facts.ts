import { DateTime } from 'luxon'
import type { Lead } from '../leads/lead.js'

/** What rules may ask about. */
export type Facts = Readonly<Record<string, unknown>>

/** What a caller adds to the facts. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** What is routed: a lead, or what would be one. */
export type Subject = Pick<Lead, 'email' | 'source' | 'fields' | 'text' | 'assignment'>

/**
 * The facts of a lead. The lead's fields and the caller's attributes stand beside the facts proper, so that a rule can
 * say `score` for what an attribute or a field calls so; the facts proper win, and attributes win over fields.
 */
export function factsOf(
  { email, source, fields, text }: Subject,
  attributes: Attributes,
  { now, timezone }: { readonly now: number; readonly timezone: string }
): Facts {
  const { hour, weekday } = DateTime.fromMillis(now, { zone: timezone })
  const { address, domain, country, class: kind, quality } = email
  return {
    ...(country !== undefined && { country }),
    ...fields,
    ...attributes,
    email: address,
    domain: {
      name: domain,
      tld: domain.slice(domain.lastIndexOf('.') + 1),
      type: kind ?? null,
      country: country ?? null
    },
    fields,
    hour,
    weekday,
    ...(source !== undefined && { source }),
    ...(text !== undefined && { text }),
    ...(quality !== undefined && { quality })
  }
}
