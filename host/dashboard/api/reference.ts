import { type UseQueryResult, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { type ActionExample, type ActionResult, type ProductDescription, productQuery } from './products.js'
import { type HostResponse, read, request } from './request.js'

/** `GET /dashboard/api/reference`; times are in milliseconds. */
export interface ReferenceFigures {
  readonly idempotency: { readonly storedMs: number; readonly leaseReserveMs: number }
  readonly webhooks: {
    readonly delaysMs: readonly number[]
    /** The share by which a delay is changed at most. */
    readonly jitter: number
    readonly longestRetryAfterMs: number
    readonly timeoutMs: number
    readonly failuresToOpen: number
    readonly openMs: number
    readonly loggedAttempts: number
    readonly loggedMs: number
    readonly deadLetterMs: number
  }
}

/** `GET /dashboard/api/reference/{slug}` */
export interface ProductDocuments {
  readonly slug: string
  readonly version: string
  readonly digest: string
  readonly changes: readonly VersionNotes[]
  readonly contracts: readonly ContractStep[]
  readonly samples: ProductSamples | null
  /** Only while the host runs as `product-host dev`. */
  readonly development?: { readonly missingTitles: readonly string[]; readonly failure?: string }
}

/** What the change log of a package says of one version. */
export interface VersionNotes {
  readonly version: string
  /** The day on which it was made, as `YYYY-MM-DD`; left out where the change log does not say. */
  readonly madeOn?: string
  readonly notes: readonly { readonly isItem: boolean; readonly text: string }[]
}

/** What changed for callers of a product between two of its versions, by its schemas. */
export interface ContractStep {
  readonly from: string
  readonly to: string
  readonly changes: readonly ContractChange[]
  /** How many titles, descriptions and other texts are different. */
  readonly changedTexts: number
}

/** One change: `major` may break callers, `minor` adds something. */
export interface ContractChange {
  readonly level: string
  readonly pointer: string
  /** The end of a sentence that begins with what the pointer names. */
  readonly detail: string
}

/** Answers and webhooks of a product, recorded when its package was built. */
interface ProductSamples {
  readonly version: string
  readonly answers: Readonly<Record<string, SampleAnswer>>
  readonly webhooks: readonly SampleWebhook[]
}

/** The recorded answer to an example of an action. */
export interface SampleAnswer {
  readonly example: string
  readonly input: ActionExample['input']
  readonly answer: Omit<ActionResult, 'latencyMs' | 'requestId'>
}

/** A recorded webhook. */
export interface SampleWebhook {
  readonly event: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The figures that the guides name. */
export function useFigures() {
  return useQuery({ queryKey: ['reference'], queryFn: () => read<ReferenceFigures>('/dashboard/api/reference') })
}

/** What is documented of a product besides its description. */
export function useDocuments(slug: string) {
  return useQuery(documentsQuery(slug))
}

/** What is documented of several products, and the rest as a query: `data` is there once all of them are. */
export function useAllDocuments(slugs: readonly string[] | undefined) {
  const all = useQueries({ queries: (slugs ?? []).map(documentsQuery), combine: together<ProductDocuments> })
  return slugs ? all : { ...all, data: undefined }
}

/** The same of the descriptions of several products; none are read while the slugs are not known. */
export function useDescriptions(slugs: readonly string[] | undefined) {
  const all = useQueries({ queries: (slugs ?? []).map(productQuery), combine: together<ProductDescription> })
  return slugs ? all : { ...all, data: undefined }
}

/** How many bytes of the OpenAPI document a browser downloads, compressed. */
export function useOpenApiBytes() {
  return useQuery({
    queryKey: ['openapi-bytes'],
    queryFn: async () => Number((await request('HEAD', '/openapi.json')).headers.get('Content-Length'))
  })
}

/** Sends a request to a product with an API key, as a program does. */
export function useCallWithKey(slug: string) {
  return useMutation({
    mutationFn: ({
      body,
      key
    }: {
      readonly body: unknown
      readonly key: string
    }): Promise<HostResponse<ActionResult>> =>
      request('POST', `/api/v1/products/${slug}/execute`, { body, headers: { Authorization: `Bearer ${key}` } })
  })
}

function documentsQuery(slug: string) {
  return {
    queryKey: ['reference', slug],
    queryFn: () => read<ProductDocuments>(`/dashboard/api/reference/${slug}`)
  }
}

/** Several queries of one kind as one. */
function together<Data>(results: readonly UseQueryResult<Data>[]) {
  const known = results.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return {
    /** What is read already. */
    known,
    data: known.length === results.length ? known : undefined,
    error: results.find(({ error }) => error)?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(results.filter(({ error }) => error).map(({ refetch }) => refetch()))
  }
}
