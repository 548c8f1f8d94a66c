import table from './domain-lists.json' with { type: 'json' }

/** Top-level names that never lead anywhere. */
export const reservedEndings: readonly string[] = table.reservedEndings

/** Names that are reserved for documentation. */
export const documentationDomains: readonly string[] = table.documentationDomains

/** Country endings that are sold and used worldwide, so that they say nothing of a country. */
export const genericEndings: ReadonlySet<string> = new Set(table.genericEndings)

/** Endings whose country is not the ISO 3166 code that they spell. */
export const endingCountries: Readonly<Record<string, string>> = table.endingCountries

/** Endings below which a company gives each customer a name, with the ending that stands for them. */
export const sharedEndings: Readonly<Record<string, string>> = table.sharedEndings

/** Endings that a service puts behind a customer's complete domain. */
export const carrierEndings: readonly string[] = table.carrierEndings

/** On the list of free providers, but none. */
export const notFree: ReadonlySet<string> = new Set(table.notFree)

/** Free mail boxes that the list of free providers lacks. */
export const alsoFree: ReadonlySet<string> = new Set(table.alsoFree)

/** Never disposable, whatever the list says. */
export const neverDisposable: ReadonlySet<string> = new Set(table.neverDisposable)

/** Domains of services that forward mail to an address which they hide. */
export const relayDomains: ReadonlySet<string> = new Set(table.relayDomains)
