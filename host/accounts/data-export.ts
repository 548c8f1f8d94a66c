import { inject, injectable } from '@product-host/sdk'
import { UnreadableRecord } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import { SecurityEvents } from '../audit/security-events.js'
import type { Account } from '../base/account.js'
import { HOST_LOGGER } from '../base/log.js'
import { Entitlements } from '../billing/entitlements.js'
import { Configs } from '../config/configs.js'
import { HookStore } from '../hooks/hook-store.js'
import { deadLetters } from '../jobs/job-store.js'
import { Budgets } from '../limits/budgets.js'
import { RunStore } from '../runs/run-store.js'
import { ScheduleStore } from '../runs/schedule-store.js'
import { entries } from '../storage/entries.js'
import { jobPrefix, jobSubject, type StoredJob } from '../storage/job-records.js'
import { STORE, type Store } from '../storage/store.js'
import { CallLog } from '../usage/call-log.js'
import { rowsOf } from '../usage/report.js'
import { Usage } from '../usage/usage.js'
import { UsageStore } from '../usage/usage-store.js'
import { AccountWebhooks } from '../webhooks/account-webhooks.js'
import { EndpointStore } from '../webhooks/endpoint-store.js'
import { ConnectedApps } from './keys/connected-apps.js'
import { Keys } from './keys/keys.js'
import { KnownDevices } from './known-devices.js'
import { SecondFactor } from './second-factor.js'
import { Sessions } from './sessions.js'

/** One line of a data export; `kind` determines its members. */
interface ExportLine {
  readonly kind:
    | 'account'
    | 'session'
    | 'known_device'
    | 'second_factor'
    | 'security_event'
    | 'key'
    | 'budget'
    | 'connected_app'
    | 'plan'
    | 'plan_event'
    | 'config'
    | 'usage'
    | 'usage_hour'
    | 'usage_minute'
    | 'call'
    | 'run'
    | 'schedule'
    | 'hook'
    | 'job'
    | 'dead_job'
    | 'webhook_endpoint'
    | 'webhook_attempt'
    | 'webhook_event'
    | 'record'
    | 'unreadable'
    | 'end'
  readonly [member: string]: unknown
}

/** Exports all data that the host stores for an account: no token, no hash, no secret. */
@injectable()
export class DataExport {
  constructor(
    @inject(STORE) private readonly store: Store,
    private readonly sessions: Sessions,
    private readonly devices: KnownDevices,
    private readonly secondFactor: SecondFactor,
    private readonly events: SecurityEvents,
    private readonly keys: Keys,
    private readonly budgets: Budgets,
    private readonly apps: ConnectedApps,
    private readonly entitlements: Entitlements,
    private readonly configs: Configs,
    private readonly usage: Usage,
    private readonly usageStore: UsageStore,
    private readonly calls: CallLog,
    private readonly webhooks: AccountWebhooks,
    private readonly runs: RunStore,
    private readonly schedules: ScheduleStore,
    private readonly endpoints: EndpointStore,
    private readonly hooks: HookStore,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {}

  /** The lines as they are read; the last one, `end`, counts those before it. */
  async *lines(owner: Account): AsyncGenerator<ExportLine, void> {
    let lines = 0
    for await (const line of this.#parts(owner)) {
      lines++
      yield line
    }
    yield { kind: 'end', lines }
  }

  async *#parts({ id, email, verifiedAt, passwordChangedAt, createdAt }: Account): AsyncGenerator<ExportLine, void> {
    yield { kind: 'account', id, email, verifiedAt, passwordChangedAt, createdAt }
    for (const { account: _owner, ...session } of await this.sessions.list(id)) yield { kind: 'session', ...session }
    for (const { account: _owner, ...device } of await this.devices.list(id)) yield { kind: 'known_device', ...device }
    yield { kind: 'second_factor', ...(await this.secondFactor.status(id)) }
    for (const { kind: event, ...rest } of await this.events.all(id)) yield { kind: 'security_event', event, ...rest }
    const keys = await this.keys.list(id)
    for (const { account: _owner, keyId, ...key } of keys) yield { kind: 'key', id: keyId, ...key }
    for (const budget of await this.budgets.shownOfAccount(id)) yield { kind: 'budget', ...budget }
    for (const key of keys) for (const budget of await this.budgets.shownOfKey(key)) yield { kind: 'budget', ...budget }
    for (const { keyId, name, clientId, scopes, resource, createdAt, expiresAt, lastUsedAt } of await this.apps.list(
      id
    ))
      yield { kind: 'connected_app', id: keyId, name, clientId, scopes, resource, createdAt, expiresAt, lastUsedAt }
    yield { kind: 'plan', ...(await this.entitlements.freshPlanState(id)) }
    for (const event of await this.entitlements.history(id)) yield { kind: 'plan_event', ...event }
    const clean = await this.configs.ownRedactor(id)
    for await (const { settings, revisions, ...config } of this.configs.saved(id))
      yield { kind: 'config', ...config, settings: clean(settings), revisions: clean(revisions) }
    await this.usage.write(id)
    for await (const record of this.usageStore.records(id))
      for (const row of rowsOf([record])) yield { kind: 'usage', ...row }
    for (const span of ['hour', 'minute'] as const)
      for await (const { at, records } of this.usageStore.steps(id, span))
        for (const { day: _, ...row } of rowsOf(records))
          yield { kind: `usage_${span}`, from: new Date(at).toISOString(), ...row }
    for await (const { call, bodies } of this.calls.all(id)) yield { kind: 'call', ...call, ...bodies }
    for await (const run of this.runs.all(id)) yield { kind: 'run', run: clean(run) }
    for await (const schedule of this.schedules.all(id)) yield { kind: 'schedule', schedule: clean(schedule) }
    for await (const hook of this.hooks.all(id)) yield { kind: 'hook', hook: clean(hook) }
    yield* this.#jobs(id, clean)
    yield* this.#webhooks(id, clean)
    for await (const { slug, key, value } of this.store.accountRecords(id))
      if (value instanceof UnreadableRecord) yield { kind: 'unreadable', productId: slug, key: clean(key) }
      else yield { kind: 'record', productId: slug, key: clean(key), value: clean(value) }
  }

  async *#jobs(account: string, clean: (value: unknown) => unknown): AsyncGenerator<ExportLine, void> {
    const records = this.store.own(jobSubject)
    const keys: string[] = []
    const unreadable = ({ key }: UnreadableRecord) => void keys.push(key)
    for await (const { value } of entries<StoredJob>(records, jobPrefix(account), { unreadable }))
      yield { kind: 'job', ...jobOf(value, clean) }
    for (const key of keys) yield { kind: 'unreadable', key: clean(key) }
    for await (const { value } of deadLetters(records, this.logger))
      if (value.kept.account === account)
        yield { kind: 'dead_job', ...jobOf(value.kept, clean), endedAt: value.at, error: clean(value.error) }
  }

  async *#webhooks(account: string, clean: (value: unknown) => unknown): AsyncGenerator<ExportLine, void> {
    for await (const record of this.webhooks.records(account)) {
      const { slug: productId } = record
      if (record.kind === 'attempt') yield { kind: 'webhook_attempt', productId, attempt: clean(record.attempt) }
      else yield { kind: 'webhook_endpoint', productId, endpoint: clean(record.endpoint), state: record.state }
    }
    for await (const { kind, ...record } of this.endpoints.all(account)) yield { kind: `webhook_${kind}`, ...record }
  }
}

function jobOf({ slug, job, scheduledBy, dueAt, attempts }: StoredJob, clean: (value: unknown) => unknown) {
  const { id, action, input } = job
  return {
    productId: slug,
    id: clean(id),
    action,
    ...(scheduledBy && { keyId: scheduledBy.keyId }),
    dueAt: new Date(dueAt).toISOString(),
    attempts,
    input: clean(input)
  }
}
