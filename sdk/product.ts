import type { TObject } from 'typebox'
import type { Action } from './action.js'
import type { Issue } from './errors.js'
import type { Hook } from './hook.js'
import type { Icon } from './icon.js'
import type { View } from './view.js'

/** The contract between host and plugin that this sdk describes; a plugin states it as `productHost.contract` in its package.json. */
export const CONTRACT = 2

// biome-ignore lint/suspicious/noExplicitAny: a service's constructor takes whatever it asks for
type ServiceClass = new (...parameters: any[]) => unknown

/** What an operator chose for a product. */
export type Options = Readonly<Record<string, unknown>>

/** What a plugin declares, as a host handles it. */
export interface Product {
  /** The product's name in the path: lower-case letters, digits and hyphens. */
  readonly slug: string
  /** What people call it. */
  readonly title: string
  /** What it is for, in one sentence or two. */
  readonly description: string
  /** The product's own version, by semver.org. */
  readonly version: string
  /** What people recognise it by: a name such as `radar`, or path data; by default, a shape that its slug decides. */
  readonly icon?: Icon
  /**
   * The colour of the icon, as a hue in whole degrees of OKLCH from 0 to 359: 25 is red, 90 yellow, 145 green, 265 blue. Its lightness is
   * the host's, so that every hue can be read on light and on dark; by default, the slug decides.
   */
  readonly accent?: number
  /** What it can do, by name: lower-case words joined by underscores. */
  readonly actions: Readonly<Record<string, Action>>
  /**
   * Makes it a connection product, with config routes: an object schema whose values are strings, families of names in
   * `patternProperties`. A secret is `writeOnly: true`; `sentTo` names the setting that holds the address it is sent to, where
   * each `*` stands for the part of the secret's own name at that place (`destination.*.url` for `destination.crm.secret`).
   * A caller who changes the address must send the secret again. The `description` of the schema says what the settings are for, and
   * `x-families` what each family is (`SettingFamilies`): forms show both.
   */
  readonly settings?: TObject
  /** What the schema of the settings cannot say; pointers such as `#/settings/rule.1.when`. Synchronous, without effects. */
  readonly checkSettings?: (settings: Settings) => readonly Issue[]
  /** What the operator may choose in the deployment file; an object schema, every property optional or with a default. */
  readonly options?: TObject
  /** Classes that live as long as the product; every other class is built for each call. */
  readonly services?: readonly ServiceClass[]
  /** A call that only reads and sums the product up, such as the newest records. */
  readonly overview?: { readonly action: string; readonly input: Readonly<Record<string, unknown>> }
  /** What the page of the product shows first: the answers of calls that only read, at most 4. */
  readonly home?: readonly HomePart[]
  /**
   * The kinds of records that people see, by what their keys start with. Records of no kind are the product's own: the dashboard
   * hides them, and nobody deletes one by itself. A string of an input that names a record of a kind, by the rest of its key, has the
   * start of that kind as the annotation `x-record`: forms show it as a choice of these records.
   */
  readonly recordKinds?: Readonly<Record<string, RecordKind>>
  /** The events that the product sends by WEBHOOKS, by name, such as `probe.down`: lower-case words separated by dots or underscores. */
  readonly webhookEvents?: Readonly<Record<string, WebhookEvent>>
  /** The actions that a URL may call, by name: lower-case words joined by underscores. */
  readonly hooks?: Readonly<Record<string, Hook>>
  /**
   * The products that it calls through PRODUCTS, by slug. A host does not serve it where one of them, or an action of it that is named here,
   * is not served, unless it is optional.
   */
  readonly neededProducts?: Readonly<Record<string, NeededProduct>>
  /** How stored records of older versions become today's: one step, or several that follow each other. */
  readonly migrate?: Migration | readonly Migration[]
}

/** A part of what the page of a product shows first: the answer of a call, as the views of its action say. */
export interface HomePart {
  /** What stands above it, in at most 80 characters; the title of the action when left out. */
  readonly title?: string
  /** An action that only reads with this input. One that is `internal` may be named: a signed-in person reads it there, and nobody else. */
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
  /** How its answer is shown there, in place of the views of the action. */
  readonly views?: readonly View[]
}

/**
 * How forms show families of settings: by the first part of their names, such as `destination` for `destination.<name>.url`. Stands as
 * the annotation `x-families` on the schema of the settings.
 */
export type SettingFamilies = Readonly<
  Record<
    string,
    {
      /** The heading of the family, in the plural: `Destinations`. */
      readonly title: string
      /** What one of them is for, in one or two sentences. */
      readonly description: string
      /** What people call one of them, as within a sentence; by default, the first part of the names in words. */
      readonly one?: string
      /** The label of the field in which the name of a new one is typed; by default, `Name`. */
      readonly nameTitle?: string
    }
  >
>

/** What a product needs of another one. */
export interface NeededProduct {
  /** The actions that it runs; none when left out. */
  readonly actions?: readonly string[]
  /** True: it is served without the other one as well. */
  readonly isOptional?: boolean
}

/** One event that a product sends by WEBHOOKS. */
export interface WebhookEvent {
  /** When it is sent, in one sentence or two, such as `A target goes down.` A literal stands in backticks. */
  readonly description: string
  /** The schema of the member `data` of its body. Each field has a title and a description; an optional one says when it is left out. */
  readonly data: TObject
}

/** One kind of stored record, as people see it. */
export interface RecordKind {
  /** What people call one of them, such as `Memory`. */
  readonly title: string
  /** JSON Pointer to the value that tells one record from another; by default, what its key has after the start. */
  readonly heading?: string
  /** JSON Pointer to the value that says the most of a record; by default, all of it. */
  readonly text?: string
  /** JSON Pointer to when it was last changed: ISO 8601, or milliseconds since 1970; by default, no time is shown. */
  readonly time?: string
  /** How a person deletes one of them. Left out: only with all data of the product. */
  readonly deletion?: RecordDeletion
}

/**
 * `alone`: nothing that the product stores counts the record or needs it, so that the host deletes it as it is. Otherwise a call of
 * the product's action, which also changes its sums and indexes: the input, and what the key has after its start as `member`.
 */
export type RecordDeletion =
  | 'alone'
  | { readonly action: string; readonly input: Readonly<Record<string, unknown>>; readonly member: string }

/** A product with the types of its actions. */
export interface ProductDeclaration<Actions extends Readonly<Record<string, Action>>> extends Product {
  readonly actions: Actions
  readonly overview?: { readonly action: keyof Actions & string; readonly input: Readonly<Record<string, unknown>> }
  readonly home?: readonly (HomePart & { readonly action: keyof Actions & string })[]
  readonly hooks?: Readonly<Record<string, Hook & { readonly action: keyof Actions & string }>>
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

/**
 * The calling account's settings of this product, by name, as the product's `settings` schema checked them: a setting with a
 * default is always there, secrets are in clear, and what the schema does not know is left out.
 */
export type Settings = Readonly<Record<string, string>>

/**
 * How a stored record of an older version becomes one of a later version. Records that were written before a product declared
 * any are of version 1. Each record is changed by itself when it is read, so `change` is synchronous, has no effect of its own
 * and gives the same for the same record; `list` and `update` see its result as `get` does. A record is stored in its new form
 * when it is next written: a process that dies in between has changed nothing.
 */
export interface Migration {
  readonly from: number
  readonly to: number
  /** Today's form of a record, as JSON; its key says which kind of record it is. The key stays. */
  change(record: unknown, key: string): unknown
  /**
   * The earlier form of a record, as JSON, so that the version before can read it. Each record is then stored in both forms: hosts with
   * either version serve it side by side, and the product can be rolled back. It is synchronous and has no effect of its own. Without
   * it, a host serves the product only when no other host serves a version that does not read the new form.
   */
  down?(record: unknown, key: string): unknown
}
