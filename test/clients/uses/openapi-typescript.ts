import createClient from 'openapi-fetch'
import type { paths } from '../.made/openapi-typescript.js'

/** Remembers, recalls, and is refused. */
export async function rememberAndRecall(url: string, key: string) {
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } })
  const at = '/api/v1/products/core/execute'
  await client.POST(at, { body: { action: 'remember', key: 'made by', value: 'openapi-typescript' } })
  const { data } = await client.POST(at, { body: { action: 'recall', key: 'made by' } })
  const { error } = await client.POST(at, { body: { action: 'recall', limit: -1 } })
  const isRecalled = data && 'ok' in data && data.ok && data.action === 'recall'
  return { recalled: isRecalled ? data.detail.items[0]?.value : undefined, refusal: error?.code }
}
