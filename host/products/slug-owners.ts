import { basename } from 'node:path'
import { inject, injectable, type Storage } from '@product-host/sdk'
import type { Logger } from 'pino'
import { HOST_LOGGER } from '../base/log.js'
import type { Source } from '../deployment.js'
import { STORE, type Store } from '../storage/store.js'
import type { NamedPackage } from './locate.js'

/** The subject of these records: one for each slug. */
const subject = 'slug-owners'

/** An entry, as far as it says whose slug it is. */
export type OwningEntry = NamedPackage & { readonly source?: Source }

/** Where a product comes from, in words: what a slug belongs to. Neither versions nor options are a part of it. */
export function originOf({ package: name, source }: OwningEntry): string {
  if (!source) return `the package ${name}`
  if (source.openapi) return `the document ${source.openapi.document}`
  const { url, command = [] } = source.mcp
  if (url !== undefined) return `the server ${new URL(url).origin}`
  const [program = '', ...rest] = command
  const main = rest.find(word => !word.startsWith('-'))
  const words = [basename(program), ...(main === undefined ? [] : [main])]
  return `the program ${words.map(word => word.replace(/(?<=.)@[^/@]*$/, '')).join(' ')}`
}

/**
 * Which source each slug belongs to: the one that was served first under it. What accounts have stored with a product is found by its slug, so
 * that another source would read what was entrusted to the first.
 */
@injectable()
export class SlugOwners {
  readonly #records: Storage
  #known: ReadonlyMap<string, string> = new Map()
  /** The slugs that were refused last to who asked for them. */
  readonly #refused = new Set<string>()

  constructor(
    @inject(STORE) store: Store,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {
    this.#records = store.own(subject)
  }

  /** Reads the owners; `require` and `slugsOf` go by what was read last. */
  async read(): Promise<void> {
    const records = await this.#records.list('')
    this.#known = new Map(records.map(({ key, value }) => [key, String(value)]))
  }

  /** Throws, in a sentence, if a slug belongs to another source. */
  require(slug: string, entry: OwningEntry): void {
    const owner = this.#known.get(slug)
    this.#refused.delete(slug)
    if (owner === undefined || owner === originOf(entry)) return
    this.#refused.add(slug)
    throw new Error(
      `The slug "${slug}" belongs to ${owner}, and so does what accounts have stored under it: ` +
        `"product-host take-over ${slug}" gives it to ${originOf(entry)}.`
    )
  }

  /** Whether a slug that was refused has another owner now, or none. */
  async isOneGiven(): Promise<boolean> {
    const slugs = [...this.#refused]
    const owners = await Promise.all(slugs.map(slug => this.#records.get<string>(slug)))
    return slugs.some((slug, index) => owners[index] !== this.#known.get(slug))
  }

  /** The slugs that belong to the source of an entry. */
  slugsOf(entry: OwningEntry): readonly string[] {
    return [...this.#known].filter(([, owner]) => owner === originOf(entry)).map(([slug]) => slug)
  }

  /** Records the owners of products that are served; a slug that has one keeps it. Never rejects: it is tried again at the next start. */
  async note(products: readonly { readonly slug: string; readonly entry: OwningEntry }[]): Promise<void> {
    const unknown = products.filter(({ slug }) => !this.#known.has(slug))
    if (unknown.length === 0) return
    try {
      await this.#records.update(
        unknown.map(({ slug }) => slug),
        read => ({
          writes: unknown
            .filter(({ slug }) => read(slug) === undefined)
            .map(({ slug, entry }) => ({ key: slug, value: originOf(entry) })),
          result: undefined
        })
      )
      await this.read()
    } catch (error) {
      this.logger.warn({ err: error }, 'the sources of the products could not be noted')
    }
  }

  /** Gives a slug to the source of an entry. */
  async give(slug: string, entry: OwningEntry): Promise<void> {
    await this.#records.set(slug, originOf(entry))
  }

  /** The slug is anybody's again. */
  async release(slug: string): Promise<void> {
    await this.#records.delete(slug)
  }
}
