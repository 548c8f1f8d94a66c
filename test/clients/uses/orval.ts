import { coreExecute } from '../.made/orval.js'

/** Remembers, recalls, and is refused; the address is the one that the description names. */
export async function rememberAndRecall(_url: string, key: string) {
  const options = { headers: { Authorization: `Bearer ${key}` } }
  await coreExecute({ action: 'remember', key: 'made by', value: 'orval' }, options)
  const { data } = await coreExecute({ action: 'recall', key: 'made by' }, options)
  const refused = await coreExecute({ action: 'recall', limit: -1 }, options)
  const isRecalled = 'ok' in data && data.ok && data.action === 'recall'
  return {
    recalled: isRecalled ? data.detail.items[0]?.value : undefined,
    refusal: refused.status === 400 ? refused.data.code : undefined
  }
}
