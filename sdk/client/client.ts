import { type CallOptions, Calls, keyHeader, newKey, type Patience, type Received, usualPatience } from './calls.js'
import { HookClient } from './hooks.js'
import { ScheduleClient } from './schedules.js'
import type {
  AccessReport,
  Answer,
  AnyProducts,
  CancelledRuns,
  ConfigChange,
  ConfigRevision,
  Follower,
  NameOf,
  Outcome,
  OutcomeFinding,
  ProductConfig,
  ProductDescription,
  ProductSummary,
  ProductTypes,
  Run,
  RunProgress,
  RunQuestion,
  RunSelection
} from './types.js'
import type { UsageQuestion, UsageReport } from './usage.js'
import { WebhookClient } from './webhooks.js'

/** What a client is made with. */
export interface ClientOptions {
  /**
   * Where the host is: its address alone, such as `https://products.example`, to which `/api/v1` is added; or an address with
   * a path, which is taken as it is, such as `/dashboard/api`.
   */
  readonly url: string
  /** A bearer key; without one, what needs a key is refused, or is done by the session of the browser. */
  readonly key?: string | undefined
  /** Which cookies a browser sends along; with a key none, otherwise those of the same origin. */
  readonly credentials?: 'omit' | 'same-origin' | 'include'
  /** The time for a whole call with all its tries, in milliseconds; 60,000 when left out. */
  readonly timeoutMs?: number
  /** How often and how patiently a call is tried: four times within some seconds when left out. */
  readonly patience?: Partial<Patience>
}

/** What may be said of one execution. */
export interface ExecuteOptions extends CallOptions {
  /** Makes calls of several processes one; a new key for each call when left out. */
  readonly idempotencyKey?: string
  /** The digest of the product's schemas that the caller was written for; 412 `contract_changed` when it no longer holds. */
  readonly contract?: string
  /** The token of the plan that a person has confirmed: the plan is run, and the input is ignored. */
  readonly confirmation?: string
}

/** What may be said of a run that is started. */
export interface StartOptions extends Omit<ExecuteOptions, 'confirmation'> {
  /** What is run after it. */
  readonly follower?: Follower | undefined
}

/** What may be said of one run. */
export interface RunOptions extends StartOptions {
  /** Called with how far the action has come, whenever it has said so. */
  readonly onProgress?: (progress: RunProgress) => void
}

/** What may be said of a run that is run again. */
export interface ReplayOptions extends CallOptions {
  /** Makes calls of several processes one; a new key for each call when left out. */
  readonly idempotencyKey?: string
  /** Run the action again although it may have done its work. */
  readonly mayRepeat?: boolean
}

/** How long one request waits for a run, in seconds. */
const waitSeconds = 30

/**
 * Calls a host: `new Client<Products>({ url, key })`, with the types that `product-host types` writes, or without. It imports
 * nothing, and runs in Node and in browsers.
 *
 * A call is sent again when the host says that this makes sense, or when no answer came and sending it twice does no harm:
 * with pauses that grow and vary, never shorter than the host asks for. Every execution has an Idempotency-Key, the same one
 * at each of its tries, so that nothing is done twice.
 *
 * Rejects with a `RefusedError` when the host refuses, with a `NoAnswerError` when no answer of it comes, and with the
 * signal's reason when it is given up. An answer with `ok: false` is not an error: it is an expected failure.
 *
 * In the dashboard's own pages, `new Client({ url: '/dashboard/api' })` runs everything by the session: the cookie goes along
 * because the origin is the same, and a page of another site is refused.
 */
export class Client<Products extends ProductTypes = AnyProducts> {
  readonly #calls: Calls

  constructor({ url, key, credentials, timeoutMs = 60_000, patience }: ClientOptions) {
    this.#calls = new Calls({
      base: baseOf(url),
      key,
      credentials: credentials ?? (key === undefined ? 'same-origin' : 'omit'),
      timeoutMs,
      patience: { ...usualPatience, ...patience }
    })
  }

  /** Runs an action of a product. */
  async execute<Slug extends NameOf<Products>, Name extends NameOf<Products[Slug]>>(
    slug: Slug,
    action: Name,
    input: Products[Slug][Name]['input'],
    { idempotencyKey = newKey(), contract, confirmation, ...options }: ExecuteOptions = {}
  ): Promise<Answer<Products[Slug][Name]>> {
    const headers = {
      ...keyHeader(idempotencyKey),
      ...(contract !== undefined && { 'Product-Contract': contract })
    }
    const body = { ...input, action, ...(confirmation !== undefined && { confirmation }) }
    const sent = { method: 'POST', path: `${at(slug)}/execute`, body, headers, isRepeatable: true } as const
    return (await this.#calls.send(sent, options)).body
  }

  /** Starts an action, and returns at once with where its run is. A follower is run after it. */
  async start<Slug extends NameOf<Products>, Name extends NameOf<Products[Slug]>>(
    slug: Slug,
    action: Name,
    input: Products[Slug][Name]['input'],
    { idempotencyKey = newKey(), contract, follower, ...options }: StartOptions = {}
  ): Promise<Run<Answer<Products[Slug][Name]>>> {
    const headers = {
      ...keyHeader(idempotencyKey),
      Prefer: 'respond-async',
      ...(contract !== undefined && { 'Product-Contract': contract })
    }
    const ofRun = { path: '/products/runs', body: { product: slug, action, input, follower } }
    const ofCall = { path: `${at(slug)}/execute`, body: { ...input, action } }
    const sent = { method: 'POST', ...(follower ? ofRun : ofCall), headers, isRepeatable: true } as const
    return (await this.#calls.send(sent, options)).body
  }

  /**
   * Runs an action that may take longer than a request: starts it, reports how far it has come, and returns the run once it has ended.
   * When the signal aborts, the run is cancelled, and the call rejects with the signal's reason.
   */
  async run<Slug extends NameOf<Products>, Name extends NameOf<Products[Slug]>>(
    slug: Slug,
    action: Name,
    input: Products[Slug][Name]['input'],
    { onProgress, signal, ...options }: RunOptions = {}
  ): Promise<Run<Answer<Products[Slug][Name]>>> {
    signal?.throwIfAborted()
    // Given up now, the run could not be cancelled: nobody would know its id.
    const { id } = await this.start(slug, action, input, options)
    const each = { ...options, ...(signal && { signal }) }
    const path = `/products/runs/${id}`
    let tag = 'none'
    let reported: string | undefined
    const report = (progress: RunProgress | undefined) => {
      const text = JSON.stringify(progress)
      if (progress && text !== reported) onProgress?.(progress)
      reported = text
    }
    try {
      for await (const { event, data } of this.#calls.follow(`${path}/events`, signal)) {
        if (event === 'progress') report(data)
        else if (event === 'status' && hasEnded(data)) return data
      }
      for (;;) {
        const headers = { 'If-None-Match': tag }
        const asked = { method: 'GET', path: `${path}?wait=${waitSeconds}`, headers, isRepeatable: true } as const
        const received = await this.#calls.send(asked, each)
        tag = received.headers.get('etag') ?? tag
        const run: Run<Answer<Products[Slug][Name]>> | undefined = received.body
        if (!run) continue
        report(run.progress)
        if (hasEnded(run)) return run
      }
    } catch (error) {
      if (signal?.aborted) await this.cancelRun(id)
      throw error
    }
  }

  /** A run as it is now. */
  async readRun(id: string, options?: CallOptions): Promise<Run> {
    return this.#read(`/products/runs/${encodeURIComponent(id)}`, options)
  }

  /** A page of runs, without results. */
  async runs(
    question: RunQuestion = {},
    options?: CallOptions
  ): Promise<{ runs: readonly Run[]; next: string | null }> {
    const given = Object.entries(question).map(([name, value]): [string, string] => [name, String(value)])
    return this.#read(`/products/runs?${new URLSearchParams(given)}`, options)
  }

  /** Cancels a run: at once while it waits, otherwise by the signal of its action. */
  async cancelRun(id: string, options?: CallOptions): Promise<Run> {
    const path = `/products/runs/${encodeURIComponent(id)}/cancel`
    return (await this.#calls.send({ method: 'POST', path, isRepeatable: true }, options)).body
  }

  /** Cancels several runs. */
  async cancelRuns(selection: RunSelection, options?: CallOptions): Promise<CancelledRuns> {
    const sent = { method: 'POST', path: '/products/runs/cancel', body: selection, isRepeatable: true } as const
    return (await this.#calls.send(sent, options)).body
  }

  /**
   * Runs a run again that failed or was cancelled, as a new one. Rejects with `outcome_unknown` for one that may have done its work, where
   * doing it twice may do harm, unless `mayRepeat` says that this is meant.
   */
  async replayRun(
    id: string,
    { idempotencyKey = newKey(), mayRepeat = false, ...options }: ReplayOptions = {}
  ): Promise<Run> {
    const path = `/products/runs/${encodeURIComponent(id)}/replay${mayRepeat ? '?mayRepeat=true' : ''}`
    const headers = keyHeader(idempotencyKey)
    return (await this.#calls.send({ method: 'POST', path, headers, isRepeatable: true }, options)).body
  }

  /** The account's hooks; the key needs the scope `account:webhooks`. */
  get hooks(): HookClient {
    return new HookClient(this.#calls)
  }

  /** The account's schedules. */
  get schedules(): ScheduleClient {
    return new ScheduleClient(this.#calls)
  }

  /** The account's webhook endpoints. The client's key needs the scope `account:webhooks`. */
  get webhooks(): WebhookClient {
    return new WebhookClient(this.#calls)
  }

  /** A product in full: its actions with their schemas, examples and limits. */
  async describe(slug: NameOf<Products>, options?: CallOptions): Promise<ProductDescription> {
    return this.#read(`${at(slug)}/execute`, options)
  }

  /** All products in short. */
  async catalogue(options?: CallOptions): Promise<readonly ProductSummary[]> {
    return (await this.#read<{ products: readonly ProductSummary[] }>('/products', options)).products
  }

  /** The account's config of a connection product. */
  config(slug: NameOf<Products>): ConfigClient {
    return new ConfigClient(this.#calls, `${at(slug)}/config`)
  }

  /** Whether the account may run a product, and every check that decides it. The key needs any scope for the product. */
  async access(slug: NameOf<Products>, options?: CallOptions): Promise<AccessReport> {
    return this.#read(`${at(slug)}/access`, options)
  }

  /** What the account used, of the products that the key has any scope for. */
  async usage(question: UsageQuestion = {}, options?: CallOptions): Promise<UsageReport> {
    const query = new URLSearchParams({ ...question, format: 'json' })
    return this.#read(`/products/usage?${query}`, options)
  }

  /**
   * What became of the request with an Idempotency-Key, for each product that has seen it; without a key, the requests whose outcome was
   * lost. Rejects with `not_found` for a key that no product has seen.
   */
  async outcomes(idempotencyKey?: string, options?: CallOptions): Promise<readonly Outcome[]> {
    const headers = idempotencyKey === undefined ? {} : keyHeader(idempotencyKey)
    const sent = { method: 'GET', path: '/products/outcomes', headers, isRepeatable: true } as const
    return (await this.#calls.send(sent, options)).body.outcomes
  }

  /** Settles the lost outcome of a request. The client's key needs every scope. */
  async settleOutcome(idempotencyKey: string, finding: OutcomeFinding, options?: CallOptions): Promise<Outcome> {
    const headers = keyHeader(idempotencyKey)
    const sent = {
      method: 'POST',
      path: '/products/outcomes/settle',
      body: finding,
      headers,
      isRepeatable: false
    } as const
    return (await this.#calls.send(sent, options)).body
  }

  async #read<Body>(path: string, options: CallOptions | undefined): Promise<Body> {
    return (await this.#calls.send({ method: 'GET', path, isRepeatable: true }, options)).body
  }
}

function hasEnded({ status }: Pick<Run, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}

function at(slug: string): string {
  return `/products/${encodeURIComponent(slug)}`
}

function baseOf(url: string): string {
  const address = url.replace(/(?<!\/)\/+$/, '')
  return /^([a-z]+:\/\/[^/]+)?$/i.test(address) ? `${address}/api/v1` : address
}

/** How a change of a config is saved. */
export interface PutOptions extends CallOptions {
  /** The `etag` of the config that was read: 412 `revision_conflict` when somebody saved in between. */
  readonly ifMatch?: string
  /** Check it, return what it would become, and save nothing. */
  readonly isDryRun?: boolean
}

/** An account's config of one connection product. */
export class ConfigClient {
  constructor(
    private readonly calls: Calls,
    private readonly path: string
  ) {}

  async get(options?: CallOptions): Promise<ProductConfig> {
    return tagged(await this.calls.send({ method: 'GET', path: this.path, isRepeatable: true }, options))
  }

  /**
   * Saves a change. With `ifMatch` it is not sent again when no answer came: the first try may have saved it, and the second
   * would then be refused.
   */
  async put(change: ConfigChange, { ifMatch, isDryRun = false, ...options }: PutOptions = {}): Promise<ProductConfig> {
    const path = isDryRun ? `${this.path}?dryRun=true` : this.path
    const condition = ifMatch === undefined ? {} : { headers: { 'If-Match': ifMatch } }
    const isRepeatable = ifMatch === undefined
    return tagged(await this.calls.send({ method: 'PUT', path, body: change, ...condition, isRepeatable }, options))
  }

  /** The last changes, the newest first. */
  async revisions(options?: CallOptions): Promise<readonly ConfigRevision[]> {
    const sent = { method: 'GET', path: `${this.path}/revisions`, isRepeatable: true } as const
    return (await this.calls.send(sent, options)).body.revisions
  }
}

function tagged({ body, headers }: Received): ProductConfig {
  return { ...body, etag: headers.get('etag') ?? '' }
}
