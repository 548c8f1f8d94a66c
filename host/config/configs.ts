import { CLOCK, type Clock, type Fault, inject, injectable, type Settings, type Storage } from '@product-host/sdk'
import type { SettingsRules } from '@product-host/sdk/runtime'
import type { Caller } from '../accounts/identity.js'
import { Problem } from '../problems.js'
import { entries } from '../storage/entries.js'
import type { Store } from '../storage/store.js'
import { CIPHER, STORE } from '../tokens.js'
import { type ConfigChange, judgeChange } from './change.js'
import type { Cipher } from './cipher.js'
import { type Config, mask, neverSaved, type Revision } from './config.js'
import { type Redactor, redactor } from './redactor.js'

/** A config as it is kept. */
interface Kept {
  readonly enabled: boolean
  readonly settings: Settings
  /** The settings that are secret, encrypted. */
  readonly secrets: Settings
  readonly revision: number
  readonly updatedAt: string
  /** The newest first. */
  readonly revisions: readonly Revision[]
}

/** A config as its owner may see it. */
export interface SavedConfig extends Omit<Kept, 'secrets'> {
  readonly productId: string
}

/** How a config is to be saved. */
export interface SaveOptions {
  /** The entity tag that the caller saw; saved only if it still holds. */
  readonly ifMatch?: string
  /** Judge, and save nothing. */
  readonly isDryRun?: boolean
}

/** Revisions that are remembered. */
const mostRevisions = 20

/** What accounts have configured of connection products. */
@injectable()
export class Configs {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CIPHER) private readonly cipher: Cipher,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  async read(account: string, slug: string): Promise<Config> {
    return this.#open(await this.#records(account).get<Kept>(slug), account, slug)
  }

  async revisions(account: string, slug: string): Promise<readonly Revision[]> {
    return (await this.#records(account).get<Kept>(slug))?.revisions ?? []
  }

  /** All configs that an account has saved, secrets masked, with what was changed of them. */
  async *saved(account: string): AsyncGenerator<SavedConfig, void> {
    for await (const { key, value } of entries<Kept>(this.#records(account), '')) {
      const { settings, secrets, ...rest } = value
      const masked = Object.fromEntries(Object.keys(secrets).map(name => [name, mask]))
      yield { productId: key, ...rest, settings: { ...settings, ...masked } }
    }
  }

  /** Masks the secrets of all of an account's configs. */
  async redactor(account: string): Promise<Redactor> {
    const secrets: string[] = []
    for await (const { key, value } of entries<Kept>(this.#records(account), ''))
      for (const [name, sealed] of Object.entries(value.secrets))
        secrets.push(this.cipher.decrypt(sealed, placeOf(account, key, name)))
    return redactor(secrets)
  }

  /** Saves a change; what changes nothing makes no revision. Throws a `Problem`: 400 `invalid_config`, 412 `revision_conflict`. */
  async save(
    caller: Caller,
    slug: string,
    change: ConfigChange,
    rules: SettingsRules,
    options: SaveOptions = {}
  ): Promise<Config> {
    if (rules.asksProduct && change.settings) {
      const { settings } = await this.#save(caller, slug, change, rules, { ...options, isDryRun: true })
      const errors = await rules.askProduct(settings)
      if (errors.length > 0) throw invalid(errors)
    }
    return this.#save(caller, slug, change, rules, options)
  }

  async #save(
    { account, keyId }: Caller,
    slug: string,
    change: ConfigChange,
    rules: SettingsRules,
    { ifMatch, isDryRun = false }: SaveOptions
  ): Promise<Config> {
    return this.#records(account).update([slug], read => {
      const kept = read<Kept>(slug)
      const before = this.#open(kept, account, slug)
      if (ifMatch !== undefined && !matches(ifMatch, before)) throw conflict(before)
      const judged = judgeChange(before, change, rules)
      if ('faults' in judged) throw invalid(judged.faults)
      const { enabled, settings, changed } = judged
      if (enabled === before.enabled && changed.length === 0 && kept) return { result: before }
      const at = new Date(this.clock.now()).toISOString()
      const after: Config = { enabled, settings, revision: before.revision + 1, updatedAt: at }
      if (isDryRun) return { result: after }
      const entry = { revision: after.revision, at, keyId, enabled, changed }
      const revisions = [entry, ...(kept?.revisions ?? [])].slice(0, mostRevisions)
      const value = this.#seal(after, revisions, rules, account, slug)
      return { writes: [{ key: slug, value }], result: after }
    })
  }

  #records(account: string): Storage {
    return this.store.own(`config/${account}`)
  }

  #seal(config: Config, revisions: readonly Revision[], rules: SettingsRules, account: string, slug: string): Kept {
    const { enabled, settings, revision, updatedAt = '' } = config
    const entries = Object.entries(settings)
    const secrets = entries
      .filter(([name]) => rules.isSecret(name))
      .map(([name, value]) => [name, this.cipher.encrypt(value, placeOf(account, slug, name))])
    return {
      enabled,
      settings: Object.fromEntries(entries.filter(([name]) => !rules.isSecret(name))),
      secrets: Object.fromEntries(secrets),
      revision,
      updatedAt,
      revisions
    }
  }

  #open(kept: Kept | undefined, account: string, slug: string): Config {
    if (!kept) return neverSaved
    const { enabled, settings, secrets, revision, updatedAt } = kept
    const opened = Object.entries(secrets).map(([name, sealed]) => [
      name,
      this.cipher.decrypt(sealed, placeOf(account, slug, name))
    ])
    return { enabled, settings: { ...settings, ...Object.fromEntries(opened) }, revision, updatedAt }
  }
}

/** The strong entity tag of a config. */
export function entityTag({ revision }: Config): string {
  return `"${revision}"`
}

function matches(ifMatch: string, config: Config): boolean {
  const tags = ifMatch.split(',').map(tag => tag.trim())
  return tags.includes(entityTag(config)) || (ifMatch.trim() === '*' && config.revision > 0)
}

function invalid(errors: readonly Fault[]): Problem {
  return new Problem('invalid_config', 'The config was not saved; see errors.', { errors })
}

function conflict(before: Config): Problem {
  return new Problem('revision_conflict', 'The config was saved by somebody else in between; read it again.', {
    headers: { ETag: entityTag(before) }
  })
}

/** What a secret is bound to: moved elsewhere, it cannot be read. */
export function placeOf(account: string, slug: string, name: string): string {
  return `${account}/${slug}/${name}`
}
