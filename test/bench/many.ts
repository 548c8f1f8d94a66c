/**
 * A deployment of many products: how long a host takes to start with 6 and with 1,000 products of three actions each, and what
 * an execution costs there, in turns. `npx node dist-test/bench/many.js [products]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { demoKey } from '../../host/dist/accounts/demo-key.js'
import { install } from './install.js'

const many = Number(process.argv[2] ?? 1_000)
const folders = [await deployment(6), await deployment(many)] as const
const rows: Record<string, object> = {}
const measured = folders.map((): Measured[] => [])
for (let round = 0; round < 3; round++)
  for (const [index, folder] of folders.entries()) measured[index]?.push(await measure(folder))
for (const [index, count] of [6, many].entries()) rows[`${count} products`] = middle(measured[index] ?? [])
console.table(rows)
await Promise.all(folders.map(folder => rm(folder, { recursive: true })))

interface Measured {
  readonly startMs: number
  readonly perSecond: number
  readonly cpuMicroseconds: number
  readonly p99Ms: number
}

async function measure(folder: string): Promise<Measured> {
  const startedAt = performance.now()
  const child = fork(new URL('./servers.js', import.meta.url), ['host', join(folder, 'product-host.json')])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const startMs = Math.round(performance.now() - startedAt)
  const load = (duration: number) =>
    autocannon({
      url: `http://127.0.0.1:${port}/api/v1/products/many-3/execute`,
      method: 'POST',
      headers: { authorization: `Bearer ${demoKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'first', text: 'milk' }),
      connections: 16,
      duration
    })
  await load(1)
  const before = await cpuOf(child)
  const { requests, latency, non2xx } = await load(3)
  const used = (await cpuOf(child)) - before
  child.kill()
  if (non2xx > 0) throw new Error(`${non2xx} requests were refused.`)
  return {
    startMs,
    perSecond: Math.round(requests.average),
    cpuMicroseconds: Math.round((used / requests.total) * 10) / 10,
    p99Ms: latency.p99
  }
}

async function cpuOf(child: ReturnType<typeof fork>): Promise<number> {
  child.send('cpu')
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }]
  return cpu.user + cpu.system
}

function middle(runs: readonly Measured[]): Measured {
  const sorted = runs.toSorted((left, right) => left.cpuMicroseconds - right.cpuMicroseconds)
  const found = sorted[Math.floor(sorted.length / 2)]
  if (!found) throw new Error('Nothing was measured.')
  return { ...found, startMs: runs.map(({ startMs }) => startMs).toSorted((left, right) => left - right)[1] ?? 0 }
}

/** A folder with so many plugins installed, each a package of its own. */
function deployment(count: number): Promise<string> {
  const slugs = Array.from({ length: count }, (_, index) => `many-${index + 1}`)
  return install(
    Object.fromEntries(slugs.map(slug => [slug, { source: source(slug), entry: { isolation: 'inline' } }]))
  )
}

function source(slug: string): string {
  return `
import { defineAction, defineProduct, STORAGE, Type } from '@product-host/sdk'
const Text = Type.Object({ text: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^<>]*$' }) })
const action = title => defineAction({
  title, description: 'Takes a text.', effect: 'read',
  input: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^<>]*$' }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
    tags: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20, default: [] })
  }),
  detail: Type.Object({ texts: Type.Array(Text), next: Type.Optional(Type.String()) }),
  metrics: Type.Object({ texts: Type.Integer() }),
  examples: [{ title: 'One', input: { text: 'milk' } }],
  needs: { storage: STORAGE },
  async run({ text }, { storage }) {
    await storage.get('text')
    return { summary: 'Took it.', metrics: { texts: 1 }, detail: { texts: [{ text }] } }
  }
})
export default defineProduct({
  slug: '${slug}', title: 'One of many', description: 'One of many.', version: '1.0.0', contract: 1,
  actions: { first: action('First'), second: action('Second'), third: action('Third') }
})`
}
