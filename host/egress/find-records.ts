import { type Egress, EgressError, type EgressRecords } from '@product-host/sdk'
import { Deadline } from './deadline.js'
import { toEgressError } from './failures.js'
import { toHostName } from './host-name.js'
import { isLocalName } from './local-names.js'
import { Progress } from './progress.js'
import type { Resolver } from './resolver.js'

/** The records of a public name. Rejects with `EgressError`. */
export async function findRecords<Kind extends keyof EgressRecords>(
  resolver: Resolver,
  text: string,
  kind: Kind,
  { timeoutMs = 5_000, signal }: Parameters<Egress['resolve']>[2] = {}
): Promise<EgressRecords[Kind]> {
  const name = toHostName(text)
  if (!name) throw new EgressError('invalid_request', 'This is not a name of the internet.')
  if (isLocalName(name)) throw new EgressError('blocked_address', `"${name}" is a name of a local network.`)
  const deadline = new Deadline(timeoutMs, signal)
  const progress = new Progress()
  progress.enter('dns')
  try {
    return await deadline.within(signal => resolver.records(name, kind, signal))
  } catch (error) {
    throw toEgressError(error, progress, deadline)
  } finally {
    deadline.stop()
  }
}
