/**
 * A deployment of many products: how long a host takes to start with 6 and with 1,000 products of three actions each, and what
 * an execution costs there, in turns. `npx node dist-test/bench/many.js [products]`
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Generator, type Measured } from './generator.js'
import { install } from './install.js'
import { startDeployment } from './servers.js'
import { type Call, post } from './subjects.js'

const many = Number(process.argv[2] ?? 1_000)
const call: Call = {
  requests: key => [post('/api/v1/products/many-3/execute', key, { action: 'first', text: 'milk' })],
  status: 200,
  contains: '"ok":true'
}
const generator = await Generator.start()
const folders = [await deployment(6), await deployment(many)] as const
const rows: Record<string, object> = {}
const measured = folders.map((): Run[] => [])
for (let round = 0; round < 3; round++)
  for (const [index, folder] of folders.entries()) measured[index]?.push(await measure(folder))
for (const [index, count] of [6, many].entries()) rows[`${count} products`] = middle(measured[index] ?? [])
console.table(rows)
await generator.end()
await Promise.all(folders.map(folder => rm(folder, { recursive: true })))

interface Run extends Measured {
  readonly startMs: number
}

async function measure(folder: string): Promise<Run> {
  const startedAt = performance.now()
  const server = await startDeployment(join(folder, 'product-host.json'))
  const startMs = Math.round(performance.now() - startedAt)
  const load = { call, connections: 16 }
  await generator.measure(server, { ...load, seconds: 1 })
  const measured = await generator.measure(server, { ...load, seconds: 3 })
  await server.end()
  return { startMs, ...measured }
}

function middle(runs: readonly Run[]): Record<string, number> {
  const sorted = runs.toSorted((left, right) => left.cpuMicroseconds - right.cpuMicroseconds)
  const found = sorted[Math.floor(sorted.length / 2)]
  if (!found) throw new Error('Nothing was measured.')
  const { perSecond, cpuMicroseconds, p99Ms } = found
  const startMs = runs.map(({ startMs }) => startMs).toSorted((left, right) => left - right)[1] ?? 0
  return {
    startMs,
    perSecond: Math.round(perSecond),
    cpuMicroseconds: Math.round(cpuMicroseconds),
    p99Ms: Math.round(p99Ms)
  }
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
  slug: '${slug}', title: 'One of many', description: 'One of many.', version: '1.0.0',
  actions: { first: action('First'), second: action('Second'), third: action('Third') }
})`
}
