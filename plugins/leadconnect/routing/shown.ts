import { type Static, Type } from '@product-host/sdk'
import { ShownProgress } from '../delivery/shown.js'
import { maskedEmail } from '../leads/email.js'
import type { Decision } from './decide.js'

/** A lead with what was decided for it, as an answer shows it. */
export const ShownLead = Type.Object({
  leadId: Type.Optional(Type.String({ description: 'None for a lead that is not kept (dryRun).' })),
  email: Type.String({ description: 'Masked where the call is about several leads.' }),
  owner: Type.Optional(Type.String()),
  destination: Type.String(),
  rule: Type.String({ description: 'What decided: sticky, rule.1 …, or fallback.' }),
  reason: Type.String(),
  trace: Type.Array(
    Type.Object({ rule: Type.Integer(), matched: Type.Boolean(), error: Type.Optional(Type.String()) }),
    { description: 'The rules that were asked, up to the first that matched.' }
  ),
  delivery: Type.Optional(Type.Object({ eventId: Type.String(), ...ShownProgress.properties }))
})
/** A lead with what was decided for it, as an answer shows it. */
export type ShownLead = Static<typeof ShownLead>

/** What is shown of a lead and its decision. */
export function shownLead(
  { leadId, address }: { readonly leadId: string | undefined; readonly address: string },
  { owner, destination, by, reason, trace }: Decision,
  isOneOfMany: boolean
): ShownLead {
  return {
    ...(leadId !== undefined && { leadId }),
    email: isOneOfMany ? maskedEmail(address) : address,
    ...(owner !== undefined && { owner }),
    destination,
    rule: by,
    reason,
    trace: [...trace]
  }
}
