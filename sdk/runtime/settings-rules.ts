import type { Issue } from '../errors.js'
import type { Product, Settings } from '../product.js'
import { compileInput } from './compile-schema.js'
import { escapePointer } from './issues.js'
import { compilePattern } from './plain-schemas.js'

interface Described {
  readonly writeOnly?: boolean
  readonly sentTo?: string
}

/** What the last part of a setting's name says when it is a secret, whatever the schema says. */
const secretName = /secret|token|password|passwd|credential|authorization|api[._-]?key|private[._-]?key/i

/** What a connection product's schema says of settings: which are known, which are secret, and what is wrong with them. */
export class SettingsRules {
  readonly #check
  readonly #named: ReadonlyMap<string, Described>
  readonly #families: readonly { readonly pattern: string; readonly described: Described }[]

  /** Throws when the product's schema of settings is not sound. `ask` is what asks a product in another thread. */
  constructor(
    private readonly product: Product,
    private readonly ask?: (settings: Settings) => Promise<readonly Issue[]>
  ) {
    const { properties = {}, patternProperties = {} } = (product.settings ?? {}) as {
      properties?: Record<string, Described>
      patternProperties?: Record<string, Described>
    }
    this.#check = compileInput(product.settings ?? {})
    this.#named = new Map(Object.entries(properties))
    this.#families = Object.entries(patternProperties).map(([pattern, described]) => ({
      pattern,
      described
    }))
  }

  isKnown(name: string): boolean {
    return this.#describe(name) !== undefined
  }

  isSecret(name: string): boolean {
    return this.#describe(name)?.writeOnly === true || secretName.test(name.slice(name.lastIndexOf('.') + 1))
  }

  /** The name of the setting that holds the address to which this secret is sent. */
  addressOf(name: string): string | undefined {
    const parts = name.split('.')
    return this.#describe(name)
      ?.sentTo?.split('.')
      .map((part, index) => (part === '*' ? (parts[index] ?? part) : part))
      .join('.')
  }

  /** The issues of an account's settings; unknown settings are not checked. */
  check(settings: Settings): readonly Issue[] {
    const known = this.#known(settings)
    const issues = this.#check(known).map(issue => ({ ...issue, pointer: `#/settings${issue.pointer.slice(1)}` }))
    return issues.length > 0 ? issues : (this.product.checkSettings?.(known) ?? [])
  }

  /** Whether a product in another thread must check the settings in addition to `check`. */
  get hasProductCheck(): boolean {
    return this.ask !== undefined
  }

  /** The issues that a product in another thread finds in settings that `check` found sound. */
  async askProduct(settings: Settings): Promise<readonly Issue[]> {
    return this.ask?.(this.resolve(settings)) ?? []
  }

  /** The settings as the product gets them: known ones alone, defaults filled in. */
  resolve(settings: Settings): Settings {
    const known = this.#known(settings)
    this.#check(known)
    return Object.freeze(known)
  }

  #known(settings: Settings): Record<string, string> {
    return Object.fromEntries(Object.entries(settings).filter(([name]) => this.isKnown(name)))
  }

  #describe(name: string): Described | undefined {
    return this.#named.get(name) ?? this.#families.find(({ pattern }) => compilePattern(pattern).test(name))?.described
  }
}

/** The pointer of a setting within a config, as `checkSettings` gives it. */
export function settingPointer(name: string): string {
  return `#/settings/${encodeURI(escapePointer(name))}`
}
