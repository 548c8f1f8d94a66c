import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Logger } from 'pino'
import { HOST_LOGGER } from '../../base/log.js'
import { hostJobs, type SystemJob, systemJobChange } from '../../jobs/system-jobs.js'
import type { Mounted } from '../../products/registry.js'
import { STORE, type Store } from '../../storage/store.js'
import { AccountEvents } from '../../webhooks/account-events.js'
import { endpointSubject, type StoredEndpoint } from '../../webhooks/endpoint-store.js'
import { wants } from '../../webhooks/event-types.js'

/** The contract that a product was served with last. */
interface StoredContract {
  readonly digest: string
}

/** The subject of these records: one for each product. */
const contractSubject = 'contracts'
/** Accounts that are told at the same time. */
const toldAtOnce = 16

/** Tells accounts that the contract of a product has changed: once for a change, however many hosts serve the product. */
@injectable()
export class ChangedContracts {
  constructor(
    private readonly events: AccountEvents,
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {}

  /**
   * Notes the contracts of products that this host serves from now on. The first host that serves another contract than before has the
   * accounts told, by a job. Never rejects: what cannot be noted is noted at the next start.
   */
  async note(products: readonly Pick<Mounted, 'slug' | 'digest'>[]): Promise<void> {
    const at = this.clock.now()
    const call = { begunAt: at, now: () => this.clock.now() }
    const records = this.store.own(contractSubject, 'all', { owner: hostJobs, call })
    try {
      await records.update(
        products.map(({ slug }) => slug),
        read => {
          const others = products.filter(({ slug, digest }) => read<StoredContract>(slug)?.digest !== digest)
          const changed = others.filter(({ slug }) => read(slug) !== undefined)
          return {
            writes: others.map(({ slug, digest }) => ({ key: slug, value: { digest } satisfies StoredContract })),
            jobs: changed.map(({ slug: product, digest }) =>
              systemJobChange({ kind: 'contract_changed', product, digest, changedAt: at }, `${product}.${at}`, at)
            ),
            result: undefined
          }
        }
      )
    } catch (error) {
      this.logger.warn({ err: error }, 'the contracts of the products could not be noted')
    }
  }

  /** Tells every account with an endpoint that wants to know it. Done a second time, it tells nobody twice. */
  async announce({ product, digest, changedAt }: ContractChange): Promise<void> {
    const accounts = new Set<string>()
    for await (const { below: account, value } of this.store.ownBelow(endpointSubject))
      if (wants((value as StoredEndpoint).events, 'contract.changed')) accounts.add(account)
    const told = [...accounts]
    const data = { productId: product, digest }
    const id = `${product} ${changedAt}`
    for (let start = 0; start < told.length; start += toldAtOnce)
      await Promise.all(
        told
          .slice(start, start + toldAtOnce)
          .map(account => this.events.announce(account, { type: 'contract.changed', id, data }))
      )
  }
}

type ContractChange = Extract<SystemJob, { kind: 'contract_changed' }>
