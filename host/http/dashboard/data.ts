import { inject, injectable } from '@product-host/sdk'
import { recordValue } from '@product-host/sdk/runtime'
import { SecurityEvents } from '../../accounts/security-events.js'
import { Takeout } from '../../accounts/takeout.js'
import { Throttle } from '../../accounts/throttle.js'
import type { Cipher } from '../../config/cipher.js'
import { Configs } from '../../config/configs.js'
import { Problem } from '../../problems.js'
import { Registry } from '../../products/registry.js'
import type { Store } from '../../storage/store.js'
import { CIPHER, STORE } from '../../tokens.js'
import { clientOf } from '../client.js'
import type { HostRequest } from '../message.js'
import { readLimit, readQuery } from '../query.js'
import { sendJson } from '../reply.js'
import { sendLines } from '../stream.js'
import { noStore } from './fields.js'
import { requireOwnPage } from './same-site.js'
import { SessionDoor } from './session-door.js'

/** Most records of a page, and how many it has when nobody says. */
const mostRecords = 100
/** After so many characters of records a page takes no more. */
const fullPage = 512 * 1024
/** Records that are read at once: each has 1 MiB at most. */
const readAtOnce = 10
const slugForm = /^[a-z][a-z0-9-]{0,31}$/

/** `/dashboard/api/data/{slug}` and `/dashboard/api/export`: what is kept for who is signed in. */
@injectable()
export class DataRoutes {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CIPHER) private readonly cipher: Cipher,
    private readonly door: SessionDoor,
    private readonly registry: Registry,
    private readonly configs: Configs,
    private readonly throttle: Throttle,
    private readonly takeout: Takeout,
    private readonly events: SecurityEvents
  ) {}

  /** A page of what a product keeps, also of one that runs here no more; `next` is where the page after it starts. */
  async page(request: HostRequest, slug: string): Promise<void> {
    const { account } = await this.door.open(request)
    const { prefix, after, limit } = questionOf(request)
    const { records, next } = slugForm.test(slug)
      ? await this.#read(account, slug, prefix, after, limit)
      : { records: [], next: null }
    if (records.length === 0 && after === undefined && !this.registry.find(slug))
      throw new Problem('unknown_product', 'No product with this slug is served here, and none has kept anything.')
    sendJson(request.exchange, 200, { productId: slug, records, next }, noStore)
  }

  /** Everything, as JSON Lines. */
  async export(request: HostRequest): Promise<void> {
    requireOwnPage(request)
    const { owner, session } = await this.door.openRecent(request)
    await this.throttle.take([['export_by_account', owner.id]])
    if (request.method === 'GET')
      await this.events.record(owner.id, { kind: 'data_exported', sessionId: session.id, ...clientOf(request) })
    const disposition = { 'Content-Disposition': 'attachment; filename="product-host-export.jsonl"' }
    await sendLines(request, this.takeout.lines(owner), { ...noStore, ...disposition })
  }

  /** A key that holds a secret is not shown as `next` either, but goes out encrypted. */
  async #read(account: string, slug: string, prefix: string, start: string | undefined, limit: number) {
    const corner = this.store.cornerRecords(account, slug)
    const clean = await this.configs.redactor(account)
    const records: { readonly key: string; readonly value: unknown }[] = []
    let length = 0
    const place = `cursor/${account}/${slug}`
    let after = start !== undefined && this.cipher.opens(start, place) ? this.cipher.decrypt(start, place) : start
    while (records.length < limit && length < fullPage) {
      const wanted = Math.min(readAtOnce, limit - records.length)
      const found = await corner.list(prefix, { limit: wanted, reverse: false, ...(after !== undefined && { after }) })
      for (const { key, text } of found) {
        records.push({ key: String(clean(key)), value: clean(recordValue(JSON.parse(text))) })
        length += text.length
      }
      after = found.at(-1)?.key ?? after
      if (found.length < wanted) return { records, next: null }
    }
    if (after === undefined) return { records, next: null }
    return { records, next: clean(after) === after ? after : this.cipher.encrypt(after, place) }
  }
}

function questionOf(request: HostRequest) {
  const query = readQuery(request, ['prefix', 'after', 'limit'])
  const limit = readLimit('limit', query('limit'), mostRecords, mostRecords)
  return { prefix: query('prefix') ?? '', after: query('after'), limit }
}
