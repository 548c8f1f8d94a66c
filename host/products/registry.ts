import type { Action, Product } from '@product-host/sdk'
import type { PlacedEntry } from '../deployment.js'
import { deadlineOf, type ServedAction, type ServedProduct } from '../isolation/served-product.js'
import type { Resilience } from '../resilience/circuit-breaker.js'

/** The products that are served, by slug. */
export class Registry {
  readonly #products = new Map<string, Mounted>()
  readonly bySlug: ReadonlyMap<string, Mounted> = this.#products
  /** The packages of the deployment file, in its order. */
  order: readonly string[] = []
  /** How many plugins are still being imported while the host serves the others. */
  awaited = 0
  /** Slugs of products that the operator has switched off. */
  disabled: ReadonlySet<string> = new Set()
  /** Slugs of products that other hosts of the store serve. */
  elsewhere: ReadonlySet<string> = new Set()
  #generation = 0

  /** Rises with every change of what is served. */
  get generation(): number {
    return this.#generation
  }

  /** Serves a mounted product in the place of a former one, if there is one. Throws if a third plugin has its slug. */
  add(mounted: NewlyMounted, former?: Mounted): void {
    const other = this.#products.get(mounted.slug)
    if (other && other !== former)
      throw new Error(`Both ${other.entry.package} and ${mounted.entry.package} declare the product "${mounted.slug}".`)
    const plans = new Map<string, ActionPlan>()
    const product: Mounted = { ...mounted, plans }
    for (const [name, plan] of plansOf(product)) plans.set(name, plan)
    if (former && former.slug !== product.slug) this.#products.delete(former.slug)
    this.#products.set(product.slug, product)
    const inOrder = this.all().toSorted((one, next) => this.#positionOf(one) - this.#positionOf(next))
    this.#products.clear()
    for (const each of inOrder) this.#products.set(each.slug, each)
    this.#generation++
  }

  /** Calls from now on do not find the product. */
  remove({ slug }: Mounted): void {
    if (this.#products.delete(slug)) this.#generation++
  }

  #positionOf({ entry }: Mounted): number {
    const position = this.order.indexOf(entry.package)
    return position === -1 ? this.order.length : position
  }

  /** Every product, in the order that the deployment file had at the start; one that was added to it is behind the others. */
  all(): readonly Mounted[] {
    return [...this.#products.values()]
  }

  /** What every product declares. */
  products(): readonly Product[] {
    return this.all().map(({ mounted }) => mounted.product)
  }

  /** What people call an action, internal ones included; undefined if it is not served. */
  actionTitle(slug: string, action: string): string | undefined {
    return this.#products.get(slug)?.plans.get(action)?.action.title
  }
}

/** A product that is served: mounted, with what the deployment says of it. */
export interface Mounted {
  readonly slug: string
  readonly mounted: ServedProduct
  readonly entry: PlacedEntry
  /** Its circuit breaker and its bulkhead. */
  readonly resilience: Resilience
  /** The version of the plugin's package. */
  readonly version: string
  /** What the schemas are, in one line: see `contractDigest`. */
  readonly digest: string
  /** Its actions by name, with all that is known of them before a call. */
  readonly plans: ReadonlyMap<string, ActionPlan>
}

/** A product that is mounted and not yet served. */
export type NewlyMounted = Omit<Mounted, 'plans'>

/** All that is known of an action before its first call, so that no call works it out again. */
export interface ActionPlan {
  readonly product: Mounted
  /** The action's name. */
  readonly name: string
  readonly action: Action
  readonly served: ServedAction
  /** How long a call may take, in milliseconds: the action's own deadline, within the operator's. */
  readonly deadlineMs: number
  /** The headers of every answer of it. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The headers that a deprecated action adds to every reply, as names and values in turn: `Deprecation` (RFC 9745), and
   * `Sunset` (RFC 8594) where its end is set.
   */
  readonly deprecation: readonly string[]
}

/** The plans of a product's actions, by name, internal actions included. */
function plansOf(product: Mounted): ReadonlyMap<string, ActionPlan> {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Product-Contract': product.digest
  }
  return new Map(
    [...product.mounted.actions].map(([name, served]) => {
      const { action } = served
      const deadlineMs = deadlineOf(action, product)
      return [name, { product, name, action, served, deadlineMs, headers, deprecation: deprecationFields(action) }]
    })
  )
}

function deprecationFields({ deprecated }: Action): readonly string[] {
  if (!deprecated) return []
  const { since, sunset } = deprecated
  const fields = ['Deprecation', `@${Math.floor(Date.parse(since) / 1000)}`]
  return sunset === undefined ? fields : [...fields, 'Sunset', new Date(sunset).toUTCString()]
}
