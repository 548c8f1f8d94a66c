import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { Accounts } from '../accounts/accounts.js'
import { DisabledAccounts } from '../accounts/keys/check-key.js'
import { Keys } from '../accounts/keys/keys.js'
import { Operators } from '../accounts/operators.js'
import { SecondFactorRecords } from '../accounts/second-factor-records.js'
import { Sessions } from '../accounts/sessions.js'
import { Throttle } from '../accounts/throttle.js'
import { type Actor, type OperatorAct, OperatorLog } from '../audit/operator-log.js'
import { SecurityEvents } from '../audit/security-events.js'
import { realClock } from '../base/clock.js'
import { exists } from '../base/files.js'
import { type Retention, usualRetention } from '../base/retention.js'
import type { NewSecurityEvent } from '../base/security-event.js'
import { Entitlements } from '../billing/entitlements.js'
import { readDeployment } from '../deployment.js'
import { JobStore } from '../jobs/job-store.js'
import { SystemJobs } from '../jobs/system-jobs.js'
import { Mailer } from '../mail/mailer.js'
import { AccountOperations } from '../operator/account-operations.js'
import { JobOperations } from '../operator/jobs.js'
import { OperatorOperations } from '../operator/operators.js'
import { readSettings, type Settings } from '../settings.js'
import { openSharedState } from '../start/shared-state.js'
import { OneTimeTokens } from '../storage/one-time-tokens.js'
import { inspectServer, type ServerStore, serverStore } from '../storage/server-stores.js'
import type { Store } from '../storage/store.js'
import { warn } from './output.js'

/** What an operator does, as the page for operators does it, with a store that is opened for one command. */
export interface Operations {
  readonly store: Store
  /** The user of this machine, as the audit log names it. */
  readonly actor: Actor
  readonly accounts: AccountOperations
  readonly jobs: JobOperations
  readonly operators: OperatorOperations
  readonly log: OperatorLog
  /** Writes an entry to the audit log, before the command does what it says. */
  record(what: OperatorAct, on: string): Promise<void>
}

/** Does something with the deployment's store, and closes it. Throws, in a sentence, where there is no store. */
export async function withStore<Result>(
  environment: NodeJS.ProcessEnv,
  work: (store: Store) => Promise<Result>
): Promise<Result> {
  const settings = readSettings(environment)
  const server = serverStore(settings)
  if (server) await requireServerStore(server)
  else requireStore(settings.dataFolder)
  const { store } = await openSharedState(settings, warn, {
    retention: await retentionOf(settings)
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Whether the deployment has a store. Throws where it cannot be asked. */
export async function hasStore(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const settings = readSettings(environment)
  const server = serverStore(settings)
  if (!server) return exists(join(settings.dataFolder, 'store.sqlite'))
  return (await inspectServer(server)).schema !== undefined
}

/** What the deployment file says; a command also works in a folder without one, and then stores records as long as usual. */
async function retentionOf({ deploymentFile }: Settings): Promise<Retention> {
  return exists(deploymentFile) ? (await readDeployment(deploymentFile)).retention : usualRetention
}

/** Throws where a folder holds no embedded store: what a command wrote to a new one, no host would read. */
function requireStore(dataFolder: string): void {
  if (exists(join(dataFolder, 'store.sqlite'))) return
  throw new Error(
    `There is no store in ${resolve(dataFolder)}; set DATA_DIR to the folder in which the host keeps it, or start the host once.`
  )
}

/** Throws where a server holds no store, for the same reason. */
async function requireServerStore(server: ServerStore): Promise<void> {
  const { name, schema } = await inspectServer(server)
  if (schema === undefined)
    throw new Error(`There is no store in ${name}; set ${server.setting} to that of the host, or start the host once.`)
}

/** Does something as an operator at the command line, and closes the store. Throws, in a sentence, where there is no store. */
export async function withOperations<Result>(
  environment: NodeJS.ProcessEnv,
  work: (operations: Operations) => Promise<Result>
): Promise<Result> {
  return withStore(environment, store => work(operationsOf(environment, store)))
}

function operationsOf(environment: NodeJS.ProcessEnv, store: Store): Operations {
  const clock = realClock()
  const accounts = new Accounts(store, clock)
  const events = securityEvents(environment, store)
  const log = new OperatorLog(store, clock)
  const actor = { user: userName() }
  // Records that cannot be read are named on standard error.
  const jobStore = new JobStore(store, clock, { error: ({ err }: { err: Error }) => warn(err) })
  return {
    store,
    actor,
    log,
    accounts: new AccountOperations(
      clock,
      accounts,
      new Keys(store, clock),
      new Sessions(store, clock),
      new DisabledAccounts(store, clock),
      new Entitlements(store, clock),
      new SecondFactorRecords(store),
      events,
      log
    ),
    jobs: new JobOperations(jobStore, log),
    operators: new OperatorOperations(
      accounts,
      new Operators(store, clock, new OneTimeTokens(store, clock)),
      events,
      log
    ),
    record: (what, on) => log.record(actor, what, on)
  }
}

/** In a container the user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

/**
 * Records what an operator does to the account of a person as a security event; a running host sends the email. Nothing
 * is recorded for an account of keys alone, which nobody signs in to.
 */
export async function recordOperatorEvent(
  environment: NodeJS.ProcessEnv,
  store: Store,
  account: string,
  event: NewSecurityEvent
): Promise<void> {
  if (await new Accounts(store, realClock()).find(account))
    await securityEvents(environment, store).record(account, event)
}

/** Schedules the email to a person whose account an operator erases. */
export async function announceErasure(environment: NodeJS.ProcessEnv, store: Store, account: string): Promise<void> {
  const person = await new Accounts(store, realClock()).find(account)
  if (person) await securityEvents(environment, store).notify(account, person.email, { kind: 'account_erased' })
}

/** The security events of accounts; a running host sends their e-mails. */
function securityEvents(environment: NodeJS.ProcessEnv, store: Store): SecurityEvents {
  const clock = realClock()
  const logger = pino({ level: 'warn' }, process.stderr)
  return new SecurityEvents(
    store,
    clock,
    new SystemJobs(store, clock),
    new Mailer(readSettings(environment), logger, new Throttle(store, clock)),
    logger
  )
}
