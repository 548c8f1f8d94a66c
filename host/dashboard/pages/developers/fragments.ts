import type { ProductDescription } from '../../api/products.js'
import type { ProductDocuments } from '../../api/reference.js'

/** The page of a product. */
export function productPath(slug: string): string {
  return `/developers/products/${slug}`
}

/** The page of an action. */
export function actionPath(slug: string, name: string): string {
  return `${productPath(slug)}/${name}`
}

/** The fragment of a field on the page of its action, by its path. */
export function fieldId(part: 'request' | 'response', path: string): string {
  return `${part}-${path}`
}

/** A page or a section in the list of the reference. */
export interface ReferenceLink {
  /** The address of a page; of a section of the page that is shown, its fragment after `#`. */
  readonly to: string
  readonly name: string
}

/** The actions of a product, and the sections of its page. */
export function linksOf(
  { slug, actions, config, webhookEvents }: ProductDescription,
  documents: ProductDocuments | undefined
): readonly ReferenceLink[] {
  const page = productPath(slug)
  const hasWebhooks = webhookEvents.length > 0 || (documents?.samples?.webhooks ?? []).length > 0
  return [
    ...actions.map(({ name, title }) => ({ to: actionPath(slug, name), name: title })),
    { to: `${page}#errors`, name: 'Errors' },
    ...(config.settingsSchema ? [{ to: `${page}#settings`, name: 'Settings' }] : []),
    ...(hasWebhooks ? [{ to: `${page}#webhooks`, name: 'Webhooks' }] : []),
    { to: `${page}#changes`, name: 'Changes' }
  ]
}

/** The fragment of the address that the browser shows; empty without one, or if it is badly encoded. */
export function currentFragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}

/** The fragment of a setting. */
export function settingId(path: string): string {
  return `setting-${path}`
}

/** The fragment of an event that is sent by webhooks. */
export function eventId(name: string): string {
  return `event-${name}`
}

/** The fragment of a field of an event, by its path. Names of events have no hyphens, so no two are the same. */
export function eventFieldId(name: string, path: string): string {
  return `${eventId(name)}-${path}`
}

/** The sections of the first page of the developer reference: fragment, title, and what is in it. */
export const overviewSections = [
  ['quickstart', 'Quickstart', 'From an account to the first response.'],
  ['products', 'Products', 'The reference of each product.'],
  ['tasks', 'In the dashboard', 'What you do in the dashboard.'],
  ['guides', 'Guides', 'What holds for all products.'],
  ['downloads', 'Machine-readable files', 'OpenAPI, agent.md, llms.txt.']
] as const
