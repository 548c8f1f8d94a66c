import type { SettingFamilies, View } from '@product-host/sdk'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { nameInWords } from '../views/words.js'
import { read, request } from './request.js'

const publicPath = '/api/v1/products'

/** Where products are called with the session of the signed-in account. */
export const sessionPath = '/dashboard/api/products'

/** JSON Schema, as far as the pages read it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly description?: string
  readonly title?: string
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly writeOnly?: boolean
  /** How people are shown the value; only on the schema of a detail. */
  readonly 'x-view'?: readonly View[]
  /** What families of settings are; only on the schema of the settings. */
  readonly 'x-families'?: SettingFamilies
  /** What the keys of the stored records start with that the value names; only in the schema of an input. */
  readonly 'x-record'?: string
  /** The setting with the address that a secret is sent to. */
  readonly sentTo?: string
}

/** One of `GET /api/v1/products` */
export interface ProductSummary {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly version: string
  readonly status: string
  readonly actions: readonly string[]
  /** What people call the actions, by name. */
  readonly actionTitles: Readonly<Record<string, string>>
  readonly config: boolean
  /** What an account needs besides the plan. */
  readonly availability: { readonly waitlist: boolean; readonly requires: readonly string[] }
}

/** `GET /api/v1/products/{slug}/execute` */
export interface ProductDescription {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly version: string
  readonly contract: { readonly version: number; readonly digest: string }
  readonly status: string
  readonly availability: { readonly waitlist: boolean; readonly requires: readonly string[] }
  readonly needs: readonly string[]
  readonly actions: readonly ActionDescription[]
  readonly config: {
    readonly supported: boolean
    readonly settingsSchema?: JsonSchema
    readonly secrets?: readonly string[]
  }
  readonly webhookEvents: readonly WebhookEvent[]
}

/** An event that a product sends by webhooks. */
export interface WebhookEvent {
  readonly name: string
  /** When it is sent. */
  readonly description: string
  /** The schema of the member `data` of its body. */
  readonly dataSchema: JsonSchema
}

/** Whether an action can run twice with the same input without harm. */
export function isSafeToRepeat({ annotations: { readOnlyHint, idempotentHint } }: ActionDescription): boolean {
  return readOnlyHint || idempotentHint
}

/** One action of a product. */
export interface ActionDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: 'read' | 'write' | 'external'
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly examples: readonly ActionExample[]
  readonly annotations: { readonly readOnlyHint: boolean; readonly idempotentHint: boolean }
  readonly intents: { readonly phrases: readonly string[]; readonly keywords: readonly string[] }
  readonly limits: { readonly timeoutMs: number }
  readonly errors: readonly { readonly code: string; readonly description: string }[]
  readonly deprecated?: unknown
}

/** A request body for an action, the name of the action included. */
export interface ActionExample {
  readonly title: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The members of an example, without the name of its action. */
export function membersOf(example: ActionExample | undefined): Readonly<Record<string, unknown>> {
  const { action: _action, ...members } = example?.input ?? {}
  return members
}

/** The examples with values, and then those that show that an action runs without any. */
export function valuesFirst(examples: readonly ActionExample[]): readonly ActionExample[] {
  const hasValues = (example: ActionExample) => Object.keys(membersOf(example)).length > 0
  return [...examples.filter(hasValues), ...examples.filter(example => !hasValues(example))]
}

/** The response of an action with status 200. */
export interface ActionResult {
  readonly ok: boolean
  readonly productId: string
  readonly action: string
  readonly summary: string
  readonly latencyMs: number
  readonly metrics: Readonly<Record<string, number>>
  readonly detail: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** A step of a plan that has to be confirmed. */
export interface PlannedStep {
  readonly product: string
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
  readonly effect: ActionDescription['effect']
}

/** `GET …/access` */
interface ProductAccess {
  readonly allowed: boolean
  readonly checks: readonly AccessCondition[]
}

/** One condition that decides whether an account may run a product. */
interface AccessCondition {
  readonly check: string
  readonly source: string
  readonly outcome: 'passed' | 'refused' | 'not_required'
  readonly code?: string
  readonly detail: string
}

/** The query key of whether the account may run a product. */
export function accessKey(slug: string) {
  return ['access', slug] as const
}

/** A summary of every product. */
export function useCatalogue() {
  return useQuery({
    queryKey: ['catalogue'],
    queryFn: () => read<{ readonly products: readonly ProductSummary[] }>(publicPath)
  })
}

/** A product with its actions. */
export function useProduct(slug: string) {
  return useQuery({
    queryKey: ['product', slug],
    queryFn: () => read<ProductDescription>(`${publicPath}/${slug}/execute`)
  })
}

/** What people call an action, with its product; the names in words where they are not served any more. */
export function useActionNames(): (slug: string, action: string | null, title?: string | null) => string {
  const products = useCatalogue().data?.products ?? []
  return (slug, action, title) => {
    const product = products.find(each => each.slug === slug)
    const productName = product?.title ?? (slug === '' ? 'Unknown product' : nameInWords(slug))
    if (action === null) return productName
    return `${productName}: ${title ?? product?.actionTitles[action] ?? nameInWords(action)}`
  }
}

/** Whether the account may run a product, with the reasons. */
export function useAccess(slug: string) {
  return useQuery(accessQuery(slug))
}

/** The titles of the products that have a waitlist for accounts without a payment card; undefined until they are known. */
export function useCardProducts(): readonly string[] | undefined {
  const products = useCatalogue().data?.products
  const access = useQueries({ queries: (products ?? []).map(({ slug }) => accessQuery(slug)) })
  if (!products || access.some(({ data }) => data === undefined)) return undefined
  return products.flatMap(({ title }, index) => {
    const data = access[index]?.data
    return data && asksForCard(data) ? [title] : []
  })
}

/** Whether a product has a waitlist for accounts without a payment card. */
function asksForCard({ checks }: ProductAccess): boolean {
  return checks.some(({ check, outcome }) => check === 'payment_card' && outcome !== 'not_required')
}

/** Whether a product is closed to the account because it has no payment card, whatever else is missing. */
export function needsCard({ checks }: ProductAccess): boolean {
  return checks.some(({ check, outcome }) => check === 'payment_card' && outcome === 'refused')
}

function accessQuery(slug: string) {
  return { queryKey: accessKey(slug), queryFn: () => read<ProductAccess>(`${sessionPath}/${slug}/access`) }
}

/** Runs actions of a product with an API key, one after the other. */
export function useRunWithKey(slug: string, key: string) {
  return useMutation({
    mutationFn: async (inputs: readonly ActionExample['input'][]) => {
      const headers = { Authorization: `Bearer ${key}` }
      const results: ActionResult[] = []
      for (const body of inputs)
        results.push((await request<ActionResult>('POST', `${publicPath}/${slug}/execute`, { body, headers })).body)
      return results
    }
  })
}
