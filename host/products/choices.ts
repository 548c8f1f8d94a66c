import { isDeepStrictEqual } from 'node:util'
import { inject, injectable, type Storage } from '@product-host/sdk'
import type { PluginEntry, PluginList } from '../deployment.js'
import { STORE, type Store } from '../storage/store.js'

/** The subject of these records: one for each entry, by its package. */
const subject = 'product-choices'

/** What operators have chosen for an entry on their page. */
export interface ProductChoice {
  readonly isOff?: boolean
  /** Served in the place of the version that the file named then; a later change of the file counts more. */
  readonly version?: { readonly chosen: string; readonly inPlaceOf: string | null }
}

/** What operators have chosen on their page, for every host of the store: which products are switched off, and which version is served. */
@injectable()
export class ProductChoices {
  readonly #records: Storage
  #known: ReadonlyMap<string, ProductChoice> = new Map()

  constructor(@inject(STORE) store: Store) {
    this.#records = store.own(subject)
  }

  /** Reads the choices; `applied` and `of` go by what was read last. */
  async read(): Promise<void> {
    this.#known = await this.#read()
  }

  /** Whether something was chosen since it was read. */
  async haveChanged(): Promise<boolean> {
    return !isDeepStrictEqual(await this.#read(), this.#known)
  }

  /** What was chosen for an entry. */
  of({ package: name }: Pick<PluginEntry, 'package'>): ProductChoice {
    return this.#known.get(name) ?? {}
  }

  /** The plugins of a deployment file, as operators want them. */
  applied({ plugins, disabled, folder }: PluginList): PluginList {
    const isOff = (entry: PluginEntry) => this.of(entry).isOff === true
    const chosen = plugins.map(entry => this.#chosen(entry))
    return { plugins: chosen.filter(entry => !isOff(entry)), disabled: [...disabled, ...chosen.filter(isOff)], folder }
  }

  /** Changes what is chosen for an entry, on every host. */
  async choose({ package: name }: Pick<PluginEntry, 'package'>, choice: ProductChoice): Promise<void> {
    await this.#records.update([name], read => ({
      writes: [{ key: name, value: { ...read<ProductChoice>(name), ...choice } }],
      result: undefined
    }))
  }

  #chosen(entry: PluginEntry): PluginEntry {
    const { version } = this.of(entry)
    return version && version.inPlaceOf === (entry.version ?? null) ? { ...entry, version: version.chosen } : entry
  }

  async #read(): Promise<ReadonlyMap<string, ProductChoice>> {
    const records = await this.#records.list<ProductChoice>('')
    return new Map(records.map(({ key, value }) => [key, value]))
  }
}
