import { demoKey } from '../../host/dist/accounts/demo-key.js'

/** What a ledger came to. */
export interface Ledger {
  readonly written: number
  readonly sumGbp: number
  readonly entries: number
  readonly monthCostGbp: number
  readonly verification: unknown
}

/** Runs an action of wealthnode at one of several hosts. */
async function execute(url: string, body: object) {
  const reply = await fetch(`${url}/api/v1/products/wealthnode/execute`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body)
  })
  const answer = (await reply.json()) as {
    readonly ok: boolean
    readonly metrics: Readonly<Record<string, number>>
    readonly detail: Readonly<Record<string, unknown>>
  }
  if (!answer.ok) throw new Error(`wealthnode answered ${reply.status}: ${JSON.stringify(answer)}`)
  return answer
}

/** Writes entries to several hosts in turn, 64 at once, each worth its own number of thousandths, and verifies the chain. */
export async function writeLedger(urls: readonly string[], count: number): Promise<Ledger> {
  let next = 0
  const writer = async () => {
    while (next < count) {
      const index = next++
      const url = urls[index % urls.length] ?? ''
      await execute(url, { action: 'ledger_sync', tokens: index + 1, pricePer1kGbp: 1, externalId: `entry ${index}` })
    }
  }
  await Promise.all(Array.from({ length: 64 }, writer))
  const [url = ''] = urls
  const last = await execute(url, { action: 'ledger_sync', tokens: 0, pricePer1kGbp: 0 })
  const { detail } = await execute(url, { action: 'margin_radar', days: 7, verify: true })
  return {
    written: count + 1,
    sumGbp: (count * (count + 1)) / 2 / 1000,
    entries: last.metrics.entries ?? Number.NaN,
    monthCostGbp: last.metrics.monthCostGbp ?? Number.NaN,
    verification: detail.verification
  }
}
