import { type Fault, InvalidInput } from '@product-host/sdk'

/** The members of a routing call that say what it is about. */
export interface RoutingWishes {
  readonly leadId?: string
  readonly email?: string
  readonly payload?: string
  readonly replay?: string
  readonly retry: boolean
  readonly dryRun: boolean
}

/** Throws `InvalidInput` when a call is about two things at once. */
export function refuseContradictions({ leadId, email, payload, replay, retry, dryRun }: RoutingWishes): void {
  const [kept, ...others] = Object.entries({ leadId, email, replay, retry: retry || undefined })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  const faults: Fault[] = others.map(name => contradiction(name, `stands beside ${kept}`, `Send ${kept} or ${name}.`))
  if (payload !== undefined && email === undefined)
    faults.push(contradiction('payload', 'is of no e-mail address', 'Send email as well, or leave payload out.'))
  if (dryRun && (retry || replay !== undefined))
    faults.push(contradiction('dryRun', 'stands beside a delivery', 'Leave dryRun out, or retry and replay.'))
  const [first, ...rest] = faults
  if (first) throw new InvalidInput([first, ...rest])
}

function contradiction(name: string, detail: string, fix: string): Fault {
  return { pointer: `#/${name}`, code: 'contradiction', detail, fix }
}
