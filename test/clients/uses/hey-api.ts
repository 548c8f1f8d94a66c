import { createClient, createConfig } from '../.made/hey-api/client/index.js'
import { coreExecute } from '../.made/hey-api/index.js'

/** Remembers, recalls, and is refused. */
export async function rememberAndRecall(url: string, key: string) {
  const client = createClient(createConfig({ baseUrl: url, auth: key }))
  await coreExecute({ client, body: { action: 'remember', key: 'made by', value: 'hey-api' } })
  const { data } = await coreExecute({ client, body: { action: 'recall', key: 'made by' } })
  const { error } = await coreExecute({ client, body: { action: 'recall', limit: -1 } })
  const isRecalled = data && 'ok' in data && data.ok && data.action === 'recall'
  return { recalled: isRecalled ? data.detail.items[0]?.value : undefined, refusal: error?.code }
}
