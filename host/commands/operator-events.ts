import { pino } from 'pino'
import { Accounts } from '../accounts/accounts.js'
import { type NewSecurityEvent, SecurityEvents } from '../accounts/security-events.js'
import { Throttle } from '../accounts/throttle.js'
import { realClock } from '../clock.js'
import { Errands } from '../jobs/errands.js'
import { Mailer } from '../mail/mailer.js'
import { readSettings } from '../settings.js'
import type { Store } from '../storage/store.js'

/**
 * Records what an operator does to the account of a person, who sees it among the security events; a running host sends the
 * e-mail. Nothing is recorded of an account of keys alone, which nobody signs in to.
 */
export async function recordOperatorEvent(
  environment: NodeJS.ProcessEnv,
  store: Store,
  account: string,
  event: NewSecurityEvent
): Promise<void> {
  if (await new Accounts(store, realClock()).find(account)) await eventsOf(environment, store).record(account, event)
}

/** Schedules the e-mail to a person whose account an operator erases. */
export async function announceErasure(environment: NodeJS.ProcessEnv, store: Store, account: string): Promise<void> {
  const person = await new Accounts(store, realClock()).find(account)
  if (person) await eventsOf(environment, store).notify(account, person.email, { kind: 'account_erased' })
}

function eventsOf(environment: NodeJS.ProcessEnv, store: Store): SecurityEvents {
  const clock = realClock()
  const lines = pino({ level: 'warn' }, process.stderr)
  return new SecurityEvents(
    store,
    clock,
    new Errands(store, clock),
    new Mailer(readSettings(environment), lines, new Throttle(store, clock)),
    lines
  )
}
