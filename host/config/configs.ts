import { CLOCK, type Clock, type Issue, inject, injectable, type Settings, type Storage } from '@product-host/sdk'
import type { SettingsRules } from '@product-host/sdk/runtime'
import type { Caller } from '../base/caller.js'
import { ifMatchIssue, matchesStrongly, matchesWeakly } from '../base/entity-tags.js'
import { Problem } from '../base/problems.js'
import { entries } from '../storage/entries.js'
import { STORE, type Store } from '../storage/store.js'
import { CIPHER, type Cipher } from './cipher.js'
import {
  type AccountConfig,
  type ConfigUpdate,
  mask,
  neverSaved,
  type Revision,
  type SettingsDestination,
  type StoredRevision,
  validateChange,
  withheldReason
} from './config.js'

/** A config as it is stored. */
interface StoredConfig {
  readonly enabled: boolean
  readonly settings: Settings
  /** The secret settings, encrypted. */
  readonly secrets: Settings
  readonly revision: number
  readonly updatedAt: string
  readonly savedFor?: string
  /** The newest first. */
  readonly revisions: readonly StoredRevision[]
}

/** A config as its owner sees it. */
interface SavedConfig extends Omit<StoredConfig, 'secrets' | 'savedFor'> {
  readonly productId: string
}

/** Options of saving a config. */
interface SaveOptions {
  /** The entity tag that the caller has; a config with another one is not saved. */
  readonly ifMatch?: string
  /** The entity tags that the config must not have; `*` saves only what was never stored. */
  readonly ifNoneMatch?: string
  /** Only validate. */
  readonly isDryRun?: boolean
  /** Where the product's settings are sent. */
  readonly destination?: SettingsDestination | undefined
}

/** Most characters of the settings of all stored revisions together: a record has at most 1 MiB. */
const mostRevisionText = 256 * 1024

/** The subject below which the configs of accounts are. */
export const configsSubject = 'config'

/** The subject of the configs of an account, one for each product. */
export function configSubject(account: string): string {
  return `${configsSubject}/${account}`
}

/** The configs of all accounts for connection products. */
@injectable()
export class Configs {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CIPHER) private readonly cipher: Cipher,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  async read(account: string, slug: string): Promise<AccountConfig> {
    return this.#open(await this.#records(account).get<StoredConfig>(slug), account, slug)
  }

  async revisions(account: string, slug: string): Promise<readonly Revision[]> {
    const stored = await this.#records(account).get<StoredConfig>(slug)
    return (stored?.revisions ?? []).map(({ settings: _settings, ...revision }) => revision)
  }

  /** One revision with its settings; undefined if it is not among those that are stored. */
  async revision(account: string, slug: string, number: number): Promise<StoredRevision | undefined> {
    const stored = await this.#records(account).get<StoredConfig>(slug)
    return stored?.revisions.find(({ revision }) => revision === number)
  }

  /** All saved configs of an account, secrets masked, with their revisions. */
  async *saved(account: string): AsyncGenerator<SavedConfig, void> {
    for await (const { key, value } of entries<StoredConfig>(this.#records(account), '')) {
      const { settings, secrets, savedFor: _, ...rest } = value
      const masked = Object.fromEntries(Object.keys(secrets).map(name => [name, mask]))
      yield { productId: key, ...rest, settings: { ...settings, ...masked } }
    }
  }

  /** Masks the secrets of all configs of an account. Throws when no key decrypts one of them. */
  async redactor(account: string): Promise<Redactor> {
    const { secrets, unreadable } = await this.#secrets(account)
    if (unreadable.length > 0) throw new Error(`No key decrypts the secret ${unreadable[0]}.`)
    return redactor(secrets)
  }

  /** Masks the secrets of all configs of an account, as far as the keys decrypt them: for the account's holder alone. */
  async ownRedactor(account: string): Promise<Redactor> {
    return redactor((await this.#secrets(account)).secrets)
  }

  async #secrets(account: string) {
    const secrets: string[] = []
    const unreadable: string[] = []
    for await (const { key: slug, value } of entries<StoredConfig>(this.#records(account), '')) {
      const config = this.#open(value, account, slug)
      for (const name of Object.keys(value.secrets)) {
        const secret = config.settings[name]
        if (secret === undefined) unreadable.push(encryptionContext(account, slug, name))
        else secrets.push(secret)
      }
    }
    return { secrets, unreadable }
  }

  /**
   * Saves a change; one without an effect adds no revision. Throws a `Problem`: 400 `invalid_config`, 412
   * `revision_conflict`.
   */
  async save(
    caller: Caller,
    slug: string,
    change: ConfigUpdate,
    rules: SettingsRules,
    options: SaveOptions = {}
  ): Promise<AccountConfig> {
    if (rules.hasProductCheck && change.settings) {
      const { settings } = await this.#save(caller, slug, change, rules, { ...options, isDryRun: true })
      const errors = await rules.askProduct(settings)
      if (errors.length > 0) throw invalid(errors)
    }
    return this.#save(caller, slug, change, rules, options)
  }

  async #save(
    { account, keyId }: Caller,
    slug: string,
    change: ConfigUpdate,
    rules: SettingsRules,
    { ifMatch, ifNoneMatch, isDryRun = false, destination }: SaveOptions
  ): Promise<AccountConfig> {
    return this.#records(account).update([slug], read => {
      const stored = read<StoredConfig>(slug)
      const before = this.#open(stored, account, slug)
      const refusal = preconditionRefusal(before, ifMatch, ifNoneMatch)
      if (refusal !== undefined) throw conflict(refusal, before)
      const validated = validateChange(before, change, rules, destination)
      if ('issues' in validated) throw invalid(validated.issues)
      const { enabled, settings, changed } = validated
      const isForAnother = change.settings !== undefined && withheldReason(before, destination) !== undefined
      if (enabled === before.enabled && changed.length === 0 && stored && !isForAnother) return { result: before }
      const at = new Date(this.clock.now()).toISOString()
      // What cannot be decrypted today stays for the day when its key is back, unless all settings are replaced.
      const unreadable = change.settings ? [] : before.unreadable
      const savedFor = change.settings ? destination?.name : before.savedFor
      const after: AccountConfig = {
        ...{ enabled, settings, unreadable, revision: before.revision + 1, updatedAt: at },
        ...(savedFor !== undefined && { savedFor })
      }
      if (isDryRun) return { result: after }
      const shown = Object.entries(settings).map(([name, value]) => [name, rules.isSecret(name) ? mask : value])
      const entry = { revision: after.revision, at, keyId, enabled, changed, settings: Object.fromEntries(shown) }
      const revisions = withinRoom([entry, ...(stored?.revisions ?? [])].slice(0, this.store.retention.configRevisions))
      const value = this.#seal(after, stored?.secrets ?? {}, revisions, rules, account, slug)
      return { writes: [{ key: slug, value }], result: after }
    })
  }

  #records(account: string): Storage {
    return this.store.own(configSubject(account))
  }

  #seal(
    config: AccountConfig,
    storedSecrets: Settings,
    revisions: readonly StoredRevision[],
    rules: SettingsRules,
    account: string,
    slug: string
  ): StoredConfig {
    const { enabled, settings, unreadable, revision, updatedAt = '', savedFor } = config
    const entries = Object.entries(settings)
    const secrets = entries
      .filter(([name]) => rules.isSecret(name))
      .map(([name, value]) => [name, this.cipher.encrypt(value, encryptionContext(account, slug, name))])
    return {
      enabled,
      settings: Object.fromEntries(entries.filter(([name]) => !rules.isSecret(name))),
      secrets: Object.fromEntries([...unreadable.map(name => [name, storedSecrets[name]]), ...secrets]),
      revision,
      updatedAt,
      ...(savedFor !== undefined && { savedFor }),
      revisions
    }
  }

  #open(stored: StoredConfig | undefined, account: string, slug: string): AccountConfig {
    if (!stored) return neverSaved
    const { enabled, settings, secrets, revision, updatedAt, savedFor } = stored
    const opened: [string, string][] = []
    const unreadable: string[] = []
    for (const [name, sealed] of Object.entries(secrets)) {
      const context = encryptionContext(account, slug, name)
      if (this.cipher.opens(sealed, context)) opened.push([name, this.cipher.decrypt(sealed, context)])
      else unreadable.push(name)
    }
    return {
      ...{ enabled, settings: { ...settings, ...Object.fromEntries(opened) }, unreadable, revision, updatedAt },
      ...(savedFor !== undefined && { savedFor })
    }
  }
}

/** Revisions without the settings of those for which the newer ones leave no room. */
function withinRoom(revisions: readonly StoredRevision[]): readonly StoredRevision[] {
  let room = mostRevisionText
  return revisions.map(({ settings, ...revision }) => {
    room -= JSON.stringify(settings ?? {}).length
    return settings && room >= 0 ? { ...revision, settings } : revision
  })
}

/** The strong entity tag of a config. */
export function entityTag({ revision }: AccountConfig): string {
  return `"${revision}"`
}

/** Why a precondition forbids to save, as a sentence; undefined where it does not. `*` stands for a config that was stored. */
function preconditionRefusal(config: AccountConfig, ifMatch: string | undefined, ifNoneMatch: string | undefined) {
  const tag = entityTag(config)
  const isStored = config.revision > 0
  if (ifMatch?.trim() === '*' && !isStored) return 'No config is stored yet; send the change without If-Match.'
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, tag))
    return ifMatchIssue(ifMatch) ?? 'The config was changed in the meantime; read it again.'
  if (ifNoneMatch === undefined || (ifNoneMatch.trim() === '*' && !isStored)) return undefined
  return matchesWeakly(ifNoneMatch, tag) ? 'The config has a tag that If-None-Match excludes.' : undefined
}

function invalid(errors: readonly Issue[]): Problem {
  return new Problem('invalid_config', 'The config was not saved; see errors.', { errors })
}

function conflict(detail: string, before: AccountConfig): Problem {
  return new Problem('revision_conflict', detail, { headers: { ETag: entityTag(before) } })
}

/** The encryption context of a secret: elsewhere it cannot be decrypted. */
export function encryptionContext(account: string, slug: string, name: string): string {
  return `${account}/${slug}/${name}`
}

/** Returns a JSON value without the secrets of an account. */
type Redactor = (value: unknown) => unknown

/** Shorter secrets are not masked: they would match ordinary text. */
const shortestSecret = 8

/**
 * Masks secrets in all texts and member names of a value, also in texts that are JSON. No product has a reason to store a
 * secret; if one does, it is not shown.
 */
export function redactor(secrets: readonly string[]): Redactor {
  const sought = secrets
    .filter(secret => secret.length >= shortestSecret)
    .flatMap(secret => [...new Set([secret, JSON.stringify(secret).slice(1, -1)])])
    .sort((one, other) => other.length - one.length)
  if (sought.length === 0) return value => value
  const clean = (text: string) => sought.reduce((cleaned, secret) => cleaned.replaceAll(secret, mask), text)
  return value => redacted(JSON.parse(JSON.stringify(value)), clean)
}

function redacted(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(part => redacted(part, clean))
  if (typeof value !== 'object' || value === null) return value
  const members = new Map<string, unknown>()
  for (const [name, part] of Object.entries(value)) members.set(unusedName(clean(name), members), redacted(part, clean))
  return Object.fromEntries(members)
}

/** Two names with different secrets become equal when masked; neither member may be lost. */
function unusedName(name: string, members: ReadonlyMap<string, unknown>): string {
  let free = name
  for (let count = 2; members.has(free); count++) free = `${name} (${count})`
  return free
}
