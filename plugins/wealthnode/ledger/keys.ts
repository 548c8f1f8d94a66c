/** The head of the chain. */
export const headKey = 'head'

/** What every entry's key starts with. */
export const entryPrefix = 'e:'

/** What every day's key starts with. */
export const dayPrefix = 'day:'

/** The key of an entry: twelve digits, so that keys are in the order of the entries. */
export function entryKey(sequence: number): string {
  return `${entryPrefix}${String(sequence).padStart(12, '0')}`
}

/** The key of a day, YYYY-MM-DD. */
export function dayKey(date: string): string {
  return `${dayPrefix}${date}`
}

/** The key of a month, YYYY-MM. */
export function monthKey(month: string): string {
  return `month:${month}`
}

/** The key of what is known of an external id, by the id's digest. */
export function externalKey(digest: string): string {
  return `ext:${digest}`
}
