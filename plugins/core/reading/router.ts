import { CLOCK, type Clock, inject, injectable, LOGGER, type Logger, PRODUCTS, type Products } from '@product-host/sdk'
import { SharedWork } from '../slices.js'
import { targetsOf } from './fields.js'
import type { Reader } from './reading.js'
import type { ActionIndex } from './routing.js'

/** The index over what this deployment serves: built once, and again only when other products are served. */
@injectable()
export class ActionIndexes {
  readonly #work = new SharedWork<ActionIndex>()
  #served: readonly unknown[] = []
  #index: ActionIndex | undefined

  constructor(@inject(LOGGER) private readonly logger: Logger) {}

  /**
   * The index over all actions that are served now. Where no model of their phrases is there, one is trained meanwhile; until then, the
   * last one answers, or the one that was shipped, and for what it does not know the words of a text alone.
   */
  async current(products: Products): Promise<ActionIndex> {
    const served = products.describe()
    const isSame =
      served.length === this.#served.length && served.every((product, position) => product === this.#served[position])
    if (this.#index && isSame) return this.#index
    return this.#work.run('index', async () => {
      // Loaded with the first request: the start of a host does not wait for what only sentences need.
      const { modelOf, samplesOf, shippedModel, trainInThread } = await import('./classifier.js')
      const { ActionIndex } = await import('./routing.js')
      const index = new ActionIndex(targetsOf(products))
      const samples = samplesOf(index.targets)
      index.model = await modelOf(samples)
      if (!index.model && index.targets.length > 0) {
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
    private readonly indexes: ActionIndexes
  ) {}

  /** What reads requests for the products that are served now. */
  async ready(): Promise<Reader> {
    const { TextReader } = await import('./read.js')
    return new TextReader(this.products, this.clock.now(), await this.indexes.current(this.products))
  }
}
