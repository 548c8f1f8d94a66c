import { parseRecord, recordValue, UnreadableRecord } from '@product-host/sdk/runtime'

/** The value of a product's stored record, in whatever version it was written; an `UnreadableRecord` where the text is not JSON. */
export function readableValue(key: string, text: string): unknown {
  try {
    return recordValue(parseRecord(key, text))
  } catch (error) {
    if (error instanceof UnreadableRecord) return error
    throw error
  }
}

/** What the full keys of all records of products start with. */
export const productPrefix = 'data:{'

/** The account and the product whose record has a full key. */
export function ownerOf(key: string): { readonly account: string; readonly slug: string } {
  const [account = '', slug = ''] = key.slice(productPrefix.length, key.indexOf('}:')).split('/')
  return { account, slug }
}
