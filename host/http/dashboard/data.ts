import { inject, injectable, Type } from '@product-host/sdk'
import { UnreadableRecord } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import { DataExport } from '../../accounts/data-export.js'
import { kindOf, ProductData, type RecordKinds } from '../../accounts/product-data.js'
import { Throttle } from '../../accounts/throttle.js'
import { SecurityEvents } from '../../audit/security-events.js'
import { HOST_LOGGER } from '../../base/log.js'
import { Problem } from '../../base/problems.js'
import { CIPHER, type Cipher } from '../../config/cipher.js'
import { Configs } from '../../config/configs.js'
import { Registry } from '../../products/registry.js'
import { readableValue } from '../../storage/product-records.js'
import { STORE, type Store } from '../../storage/store.js'
import { clientOf } from '../client-address.js'
import type { HostRequest } from '../message.js'
import { readFlag, readLimit, readQuery } from '../query.js'
import { sendEmpty, sendJson, sendJsonl } from '../reply.js'
import { bodyReader, noStore, requireNoBody } from '../request-body.js'
import { requireOwnPage } from './csrf.js'
import { SessionAuth } from './session-auth.js'

/** The maximum and default number of records of a page. */
const mostRecords = 100
/** A page ends once its records have this many characters. */
const fullPage = 512 * 1024
/** Records that are read at once: each has 1 MiB at most. */
const readAtOnce = 10
/** Most records that a search reads for one answer; the next page goes on behind them. */
const mostSearched = 2_000
/** Most keys of unreadable records that one line of the log names. */
const mostLogged = 20
const slugForm = /^[a-z][a-z0-9-]{0,31}$/

const readKey = bodyReader(Type.Object({ key: Type.String({ minLength: 1, maxLength: 1_200 }) }))

/** A record as its owner sees it. */
interface ShownRecord {
  readonly key: string
  /** Null for a record that cannot be read. */
  readonly value: unknown
  readonly isUnreadable?: true
}

/** Which records of a product a page has. */
interface RecordFilter {
  readonly prefix: string
  /** Text that the key or the value contains, in lower case, as JSON has it between its quotes. */
  readonly search: string
  /** Whether records of no kind are left out. */
  readonly hidesInternal: boolean
  /** Whether the records come from the last key to the first. */
  readonly reverse: boolean
}

/** `/dashboard/api/data/{slug}` and `/dashboard/api/export`: the stored data of the signed-in account. */
@injectable()
export class DataRoutes {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CIPHER) private readonly cipher: Cipher,
    private readonly auth: SessionAuth,
    private readonly registry: Registry,
    private readonly configs: Configs,
    private readonly throttle: Throttle,
    private readonly dataExport: DataExport,
    private readonly productData: ProductData,
    private readonly events: SecurityEvents,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {}

  /**
   * A page of a product's records, even if the product is no longer mounted; `next` is the cursor of the next page. A page of a
   * search may be empty and have a next one. A record that cannot be read is marked, and the log names it.
   */
  async page(request: HostRequest, slug: string): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    const { after, limit, ...filter } = questionOf(request)
    const kinds = this.#kindsOf(slug)
    const { records, next } = slugForm.test(slug)
      ? await this.#read({ account, slug, kinds }, filter, after, limit)
      : { records: [], next: null }
    if (records.length === 0 && after === undefined && !(await this.#isKnown(account, slug))) throw unknownProduct()
    this.#logUnreadable(records, { account, product: slug, requestId: request.context.requestId })
    sendJson(request.context, 200, { productId: slug, kinds, records, next }, noStore)
  }

  /** `DELETE /data/{slug}`: everything that a product stores for the account, and its jobs. */
  async eraseAll(request: HostRequest, slug: string): Promise<void> {
    const { account, session } = await this.auth.requireRecentSignIn(request)
    await requireNoBody(request)
    if (!(await this.#isKnown(account, slug))) throw unknownProduct()
    await this.throttle.take([['erasure_by_account', account]])
    await this.productData.erase({ account, slug })
    const kind = 'product_data_erased'
    await this.events.record(account, { kind, product: slug, sessionId: session.id, ...clientOf(request) })
    sendEmpty(request.context, 204, noStore)
  }

  /** `DELETE /data/{slug}/records`: the record with the key, if nothing else of its product depends on it. */
  async deleteRecord(request: HostRequest, slug: string): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    const { key } = await readKey(request)
    if (!this.registry.bySlug.get(slug)) throw unknownProduct()
    if (!(await this.productData.deleteRecord({ account, slug }, key, this.#kindsOf(slug))))
      throw new Problem('not_found', 'The product stores no record with this key. It may have been deleted already.')
    sendEmpty(request.context, 204, noStore)
  }

  /** Everything, as JSON Lines. */
  async export(request: HostRequest): Promise<void> {
    requireOwnPage(request)
    const { owner, session } = await this.auth.requireRecentSignIn(request)
    await this.throttle.take([['export_by_account', owner.id]])
    if (request.method === 'GET')
      await this.events.record(owner.id, { kind: 'data_exported', sessionId: session.id, ...clientOf(request) })
    const disposition = { 'Content-Disposition': 'attachment; filename="product-host-export.jsonl"' }
    await sendJsonl(request, this.dataExport.lines(owner), { ...noStore, ...disposition })
  }

  #kindsOf(slug: string): RecordKinds {
    return this.registry.bySlug.get(slug)?.mounted.product.recordKinds ?? {}
  }

  /** Whether the product is served here, or has stored records for the account. */
  async #isKnown(account: string, slug: string): Promise<boolean> {
    if (this.registry.bySlug.get(slug)) return true
    if (!slugForm.test(slug)) return false
    return (await this.store.namespaceRecords(account, slug).list('', { limit: 1, reverse: false })).length > 0
  }

  #logUnreadable(records: readonly ShownRecord[], about: object): void {
    const keys = records.filter(({ isUnreadable }) => isUnreadable).map(({ key }) => key)
    if (keys.length === 0) return
    const line = { ...about, records: keys.slice(0, mostLogged), unreadable: keys.length }
    this.logger.error(line, 'stored records cannot be read')
  }

  /** A cursor that contains a secret is sent encrypted. */
  async #read(of: Owned, filter: RecordFilter, start: string | undefined, limit: number) {
    const { prefix, search, hidesInternal, reverse } = filter
    const { account, slug, kinds } = of
    const namespace = this.store.namespaceRecords(account, slug)
    const clean = await this.configs.ownRedactor(account)
    const records: ShownRecord[] = []
    let [length, searched] = [0, 0]
    const purpose = `cursor/${account}/${slug}`
    let after = start !== undefined && this.cipher.opens(start, purpose) ? this.cipher.decrypt(start, purpose) : start
    while (records.length < limit && length < fullPage && searched < mostSearched) {
      const wanted = Math.min(readAtOnce, limit - records.length)
      const found = await namespace.list(prefix, {
        limit: wanted,
        reverse,
        ...(after !== undefined && { after })
      })
      for (const { key, text } of found) {
        searched++
        length += text.length
        if (hidesInternal && !kindOf(key, kinds)) continue
        const record = shownRecord(key, readableValue(key, text), clean)
        if (search === '' || searchedText(record).includes(search)) records.push(record)
      }
      after = found.at(-1)?.key ?? after
      if (found.length < wanted) return { records, next: null }
    }
    if (after === undefined) return { records, next: null }
    return { records, next: clean(after) === after ? after : this.cipher.encrypt(after, purpose) }
  }
}

function shownRecord(key: string, value: unknown, clean: (value: unknown) => unknown): ShownRecord {
  return value instanceof UnreadableRecord
    ? { key: String(clean(key)), value: null, isUnreadable: true }
    : { key: String(clean(key)), value: clean(value) }
}

/** What a search looks through; of a record that cannot be read, its key. */
function searchedText({ key, value, isUnreadable }: ShownRecord): string {
  return JSON.stringify(isUnreadable ? [key] : [key, value]).toLowerCase()
}

interface Owned {
  readonly account: string
  readonly slug: string
  readonly kinds: RecordKinds
}

function unknownProduct(): Problem {
  return new Problem('unknown_product', 'No product with this slug is served here, and none has stored records.')
}

function questionOf(request: HostRequest) {
  const query = readQuery(request, ['prefix', 'search', 'hidesInternal', 'reverse', 'after', 'limit'])
  return {
    prefix: query('prefix') ?? '',
    search: JSON.stringify((query('search') ?? '').toLowerCase()).slice(1, -1),
    hidesInternal: readFlag('hidesInternal', query('hidesInternal')),
    reverse: readFlag('reverse', query('reverse')),
    after: query('after'),
    limit: readLimit('limit', query('limit'), mostRecords, mostRecords)
  }
}
