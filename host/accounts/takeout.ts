import { inject, injectable } from '@product-host/sdk'
import { Configs } from '../config/configs.js'
import type { DeadLetter } from '../jobs/job-book.js'
import { entries } from '../storage/entries.js'
import { jobPrefix, jobSubject, type KeptJob } from '../storage/job-records.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import { reportOf } from '../usage/report.js'
import { Usage } from '../usage/usage.js'
import { UsageBook } from '../usage/usage-book.js'
import type { Account } from './accounts.js'
import { Entitlements } from './billing/entitlements.js'
import { Keys } from './keys.js'
import { KnownDevices } from './known-devices.js'
import { SecondFactor } from './second-factor.js'
import { SecurityEvents } from './security-events.js'
import { Sessions } from './sessions.js'

/** One line of what is taken out; its kind says which members it has. */
export interface TakenLine {
  readonly kind:
    | 'account'
    | 'session'
    | 'known_device'
    | 'second_factor'
    | 'security_event'
    | 'key'
    | 'plan'
    | 'plan_event'
    | 'config'
    | 'usage'
    | 'job'
    | 'dead_job'
    | 'record'
    | 'end'
  readonly [member: string]: unknown
}

/** All that is kept for an account, for its owner to take away: no token, no hash, no secret. */
@injectable()
export class Takeout {
  constructor(
    @inject(STORE) private readonly store: Store,
    private readonly sessions: Sessions,
    private readonly devices: KnownDevices,
    private readonly secondFactor: SecondFactor,
    private readonly events: SecurityEvents,
    private readonly keys: Keys,
    private readonly entitlements: Entitlements,
    private readonly configs: Configs,
    private readonly usage: Usage,
    private readonly book: UsageBook
  ) {}

  /** Line by line, as it is read; the last one, `end`, counts those before it. */
  async *lines(owner: Account): AsyncGenerator<TakenLine, void> {
    let lines = 0
    for await (const line of this.#parts(owner)) {
      lines++
      yield line
    }
    yield { kind: 'end', lines }
  }

  async *#parts({ id, email, verifiedAt, passwordChangedAt, createdAt }: Account): AsyncGenerator<TakenLine, void> {
    yield { kind: 'account', id, email, verifiedAt, passwordChangedAt, createdAt }
    for (const { account: _owner, ...session } of await this.sessions.list(id)) yield { kind: 'session', ...session }
    for (const { account: _owner, ...device } of await this.devices.list(id)) yield { kind: 'known_device', ...device }
    yield { kind: 'second_factor', ...(await this.secondFactor.status(id)) }
    for (const { kind: event, ...rest } of await this.events.all(id)) yield { kind: 'security_event', event, ...rest }
    for (const { account: _owner, keyId, ...key } of await this.keys.list(id)) yield { kind: 'key', id: keyId, ...key }
    yield { kind: 'plan', ...(await this.entitlements.freshStanding(id)) }
    for (const event of await this.entitlements.history(id)) yield { kind: 'plan_event', ...event }
    const clean = await this.configs.redactor(id)
    for await (const config of this.configs.saved(id))
      yield { kind: 'config', ...config, settings: clean(config.settings) }
    await this.usage.write(id)
    for await (const record of this.book.records(id))
      for (const row of reportOf([record], { from: record.day, to: record.day }).usage) yield { kind: 'usage', ...row }
    yield* this.#jobs(id, clean)
    for await (const { slug, key, value } of this.store.kept(id))
      yield { kind: 'record', productId: slug, key: clean(key), value: clean(value) }
  }

  async *#jobs(account: string, clean: (value: unknown) => unknown): AsyncGenerator<TakenLine, void> {
    const records = this.store.own(jobSubject)
    for await (const { value } of entries<KeptJob>(records, jobPrefix(account)))
      yield { kind: 'job', ...jobOf(value, clean) }
    for await (const { value } of entries<DeadLetter>(records, 'dead:'))
      if (value.kept.account === account)
        yield { kind: 'dead_job', ...jobOf(value.kept, clean), endedAt: value.at, error: clean(value.error) }
  }
}

function jobOf({ slug, job, scheduledBy, dueAt, attempts }: KeptJob, clean: (value: unknown) => unknown) {
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
