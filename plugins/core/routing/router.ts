import { CLOCK, type Clock, inject, injectable, LOGGER, type Logger, PRODUCTS, type Products } from '@product-host/sdk'
import { SharedWork } from '../slices.js'
import type { Requests } from './request.js'
import { TargetIndex } from './target-index.js'
import { targetsOf } from './targets.js'

/** The index over what this deployment serves: built once, and again only when other products are served. */
@injectable()
export class TargetIndexes {
  readonly #work = new SharedWork<TargetIndex>()
  #served: readonly unknown[] = []
  #index: TargetIndex | undefined

  constructor(@inject(LOGGER) private readonly logger: Logger) {}

  /**
   * The index over all actions that are served now. Where no model of their phrases is there, one is trained meanwhile; until then, the
   * last one answers, or the one that was shipped, and for what it does not know the words of a text alone.
   */
  async current(products: Products): Promise<TargetIndex> {
    const served = products.describe()
    const isSame =
      served.length === this.#served.length && served.every((product, position) => product === this.#served[position])
    if (this.#index && isSame) return this.#index
    return this.#work.run('index', async () => {
      // Loaded with the first request: the start of a host does not wait for what only sentences need.
      const { modelOf, samplesOf, shippedModel, trainInThread } = await import('./learned-model.js')
      const index = new TargetIndex(targetsOf(products))
      const samples = samplesOf(index.entries.map(({ target }) => target))
      index.model = await modelOf(samples)
      if (!index.model && index.entries.length > 0) {
        index.model = this.#index?.model ?? (await shippedModel())?.model
        trainInThread(samples).then(
          model => {
            index.model = model
          },
          error => this.logger.error('training failed; requests go on with the model before', { error: String(error) })
        )
      }
      this.#index = index
      this.#served = [...served]
      return index
    })
  }
}

/** Finds the action that a text asks for. */
@injectable()
export class Router {
  constructor(
    @inject(PRODUCTS) private readonly products: Products,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly indexes: TargetIndexes
  ) {}

  /** What reads requests for the products that are served now. */
  async ready(): Promise<Requests> {
    const { RequestRouter } = await import('./request-router.js')
    return new RequestRouter(this.products, this.clock, await this.indexes.current(this.products))
  }
}
