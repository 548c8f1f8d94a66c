import type { SettingFamilies, View } from '@product-host/sdk'
import type {
  AccessReport,
  Answer,
  AnyProducts,
  ActionDescription as DescribedAction,
  ProductDescription as DescribedProduct,
  ProductSummary
} from '@product-host/sdk/client'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { nameInWords } from '../views/words.js'
import type { ProblemBody } from './problem.js'
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

/** `GET /api/v1/products/{slug}/execute` */
export interface ProductDescription extends Omit<DescribedProduct, 'actions' | 'config' | 'webhookEvents'> {
  readonly actions: readonly ActionDescription[]
  readonly config: DescribedProduct['config'] & { readonly settingsSchema?: JsonSchema }
  readonly webhookEvents: readonly WebhookEvent[]
}

/** An event that a product sends by webhooks. */
export interface WebhookEvent extends Omit<DescribedProduct['webhookEvents'][number], 'dataSchema'> {
  readonly dataSchema: JsonSchema
}

/** Whether an action can run twice with the same input without harm. */
export function isSafeToRepeat({ annotations: { readOnlyHint, idempotentHint } }: ActionDescription): boolean {
  return readOnlyHint || idempotentHint
}

/** One action of a product. */
export interface ActionDescription extends Omit<DescribedAction, 'inputSchema' | 'outputSchema'> {
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
}

/** A request body for an action, the name of the action included. */
export type ActionExample = DescribedAction['examples'][number]

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
export type ActionResult = Answer<AnyProducts[string][string]>

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
  return useQuery(productQuery(slug))
}

/** Reads a product with its actions. */
export function productQuery(slug: string) {
  return {
    queryKey: ['product', slug],
    queryFn: () => read<ProductDescription>(`${publicPath}/${slug}/execute`)
  }
}

/** A part of what the page of a product shows first: an answer, or the problem in its place. */
export interface HomePart {
  readonly title: string
  readonly action: string
  /** The schema of the answer. */
  readonly schema: JsonSchema
  readonly answer?: ActionResult
  readonly problem?: ProblemBody
}

/** How often a home that is seen is read again, in milliseconds. */
const homeEveryMs = 60_000

/** The start of the query key of every home. */
export const homesKey = ['home'] as const

/** `GET /dashboard/api/homes/{slug}` */
export function useHome(slug: string) {
  return useQuery({
    queryKey: [...homesKey, slug],
    staleTime: 0,
    queryFn: () => read<{ readonly parts: readonly HomePart[] }>(`/dashboard/api/homes/${slug}`),
    refetchInterval: homeEveryMs
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
function asksForCard({ checks }: AccessReport): boolean {
  return checks.some(({ check, outcome }) => check === 'payment_card' && outcome !== 'not_required')
}

/** Whether a product is closed to the account because it has no payment card, whatever else is missing. */
export function needsCard({ checks }: AccessReport): boolean {
  return checks.some(({ check, outcome }) => check === 'payment_card' && outcome === 'refused')
}

function accessQuery(slug: string) {
  return { queryKey: accessKey(slug), queryFn: () => read<AccessReport>(`${sessionPath}/${slug}/access`) }
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
