/** The part of an action’s documentation that has a heading of its own. */
type ActionPart = 'request' | 'response' | 'answer' | 'failures' | 'try'

/** The fragment of an action, or of a part of it. Names of actions have no hyphens, so no two are the same. */
export function actionId(name: string, part?: ActionPart): string {
  return part === undefined ? `action-${name}` : `action-${name}-${part}`
}

/** The fragment of a field in the request or the response of an action, by its path. */
export function fieldId(name: string, part: 'request' | 'response', path: string): string {
  return `${actionId(name, part)}-${path}`
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
  ['guides', 'Guides', 'What holds for all products.'],
  ['downloads', 'Machine-readable files', 'OpenAPI, agent.md, llms.txt.']
] as const
