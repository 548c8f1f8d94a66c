import type { TObject } from 'typebox'
import type { Action } from './action.js'
import type { Fault } from './errors.js'
import type { Migration } from './migration.js'
import type { Settings } from './settings.js'

/** The contract between host and plugin that this sdk describes. */
export const CONTRACT = 1

// biome-ignore lint/suspicious/noExplicitAny: a service's constructor takes whatever it asks for
type ServiceClass = new (...parameters: any[]) => unknown

/** What an operator chose for a product. */
export type Options = Readonly<Record<string, unknown>>

/** What a plugin declares, as a host handles it. */
export interface Product {
  /** The product's name in the path: lower-case letters, digits and hyphens. */
  readonly slug: string
  readonly title: string
  readonly description: string
  /** The product's own version, by semver.org. */
  readonly version: string
  /** The version of the contract between host and plugin that it was written for. */
  readonly contract: number
  readonly actions: Readonly<Record<string, Action>>
  /**
   * Makes it a connection product, with config routes: an object schema whose values are strings, families of names in
   * `patternProperties`. A secret is `writeOnly: true`; `sentTo` names the setting that holds the address it is sent to, where
   * each `*` stands for the part of the secret's own name at that place (`destination.*.url` for `destination.crm.secret`):
   * who changes the address has to give the secret anew.
   */
  readonly settings?: TObject
  /** What the schema of the settings cannot say; pointers such as `#/settings/rule.1.when`. Synchronous, without effects. */
  readonly checkSettings?: (settings: Settings) => readonly Fault[]
  /** What the operator may choose in the deployment file; an object schema, every property optional or with a default. */
  readonly options?: TObject
  /** Classes that live as long as the product; every other class is built for each call. */
  readonly services?: readonly ServiceClass[]
  /** A call that only reads and sums the product up. */
  readonly briefing?: { readonly action: string; readonly input: Readonly<Record<string, unknown>> }
  /** How stored records of older versions become today's: one step, or several that follow each other. */
  readonly migrate?: Migration | readonly Migration[]
}

/** A product with the types of its actions. */
export interface ProductDeclaration<Actions extends Readonly<Record<string, Action>>> extends Product {
  readonly actions: Actions
  readonly briefing?: { readonly action: keyof Actions & string; readonly input: Readonly<Record<string, unknown>> }
}

const declared = new WeakSet<object>()
const mark = Symbol.for('@product-host/sdk product')

/** Declares a product. A plugin's default export is what this returns. */
export function defineProduct<const Actions extends Readonly<Record<string, Action>>>(
  declaration: ProductDeclaration<Actions>
): ProductDeclaration<Actions> {
  const product = Object.freeze({ ...declaration, [mark]: CONTRACT })
  declared.add(product)
  return product
}

/** Whether this copy of the sdk declared the value. */
export function isProduct(value: unknown): value is Product {
  return typeof value === 'object' && value !== null && declared.has(value)
}

/** Whether another copy of the sdk declared the value. */
export function isForeignProduct(value: unknown): boolean {
  return typeof value === 'object' && value !== null && mark in value && !declared.has(value)
}
