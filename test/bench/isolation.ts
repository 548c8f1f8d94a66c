/**
 * What a thread or a process of its own costs a product, and what it saves the others: the time in `run` in each, call by call in
 * turns, without and with one look at the storage; then, for every way to be bad, how long after its deadline the caller got its
 * problem, and the p99 of another product meanwhile. `npx node dist-test/bench/isolation.js [calls]`
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { badWays, worstWays } from '../fixtures/products/misbehaving.js'
import { install } from './install.js'
import { startDeployment } from './servers.js'

const calls = Number(process.argv[2] ?? 3_000)
const deadlineMs = 500
const callersAtOnce = 4
const slugs = ['inline', 'worker', 'unconfined', 'sandbox']

const source = (slug: string) => `
import { defineAction, defineProduct, STORAGE, Type } from '@product-host/sdk'
const parts = {
  title: 'Echo', description: 'Gives a text back.', effect: 'read', input: Type.Object({ text: Type.String() }),
  detail: Type.Object({ text: Type.String() }), metrics: Type.Object({}), examples: [{ title: 'One', input: { text: 'milk' } }]
}
const outcome = text => ({ summary: 'Echoed.', metrics: {}, detail: { text } })
const echo = defineAction({ ...parts, run: ({ text }) => outcome(text) })
const look = defineAction({
  ...parts,
  needs: { storage: STORAGE },
  async run({ text }, { storage }) { await storage.get('text'); return outcome(text) }
})
export default defineProduct({
  slug: '${slug}', title: 'Echo', description: 'Gives texts back.', version: '1.0.0', actions: { echo, look }
})`
const misbehaving = `export { misbehaving as default } from ${JSON.stringify(new URL('../fixtures/products/misbehaving.js', import.meta.url).href)}`
const folder = await install({
  inline: { source: source('inline'), entry: { isolation: 'inline' } },
  worker: { source: source('worker'), entry: { isolation: 'thread' } },
  unconfined: { source: source('unconfined'), entry: { isolation: 'process', sandbox: 'none' } },
  sandbox: { source: source('sandbox'), entry: { isolation: 'process' } },
  misbehaving: { source: misbehaving, entry: { isolation: 'thread', limits: { timeoutMs: deadlineMs } } }
})
const server = await startDeployment(join(folder, 'product-host.json'))
await printCost()
await printHarm()
await server.end()
await rm(folder, { recursive: true })

async function printCost(): Promise<void> {
  const rows: Record<string, object> = {}
  for (const action of ['echo', 'look']) {
    const taken = new Map<string, number[]>(slugs.map(slug => [slug, []]))
    for (let count = 0; count < calls; count++)
      for (const slug of slugs) taken.get(slug)?.push((await post(slug, { action, text: 'milk' })).runMs)
    const inline = at(taken.get('inline') ?? [], 0.5)
    for (const [slug, times] of taken)
      rows[`${action}, ${slug}`] = {
        'median ms': round(at(times, 0.5)),
        'beyond inline, ms': round(at(times, 0.5) - inline),
        'p99 ms': round(at(times, 0.99))
      }
  }
  console.table(rows)
}

async function printHarm(): Promise<void> {
  const rows: Record<string, object> = {}
  rows['nothing bad'] = others(await beside(() => new Promise(resolve => setTimeout(resolve, 1_000))))
  for (const way of [...Object.keys(badWays), ...Object.keys(worstWays)]) {
    let ended = ''
    let ms = 0
    const seen = await beside(async () => {
      const startedAt = performance.now()
      ended = (await post('misbehaving', { action: 'behave', way })).code
      ms = performance.now() - startedAt
    })
    rows[way] = {
      'its end': ended,
      ms: round(ms),
      'beyond its deadline': round(Math.max(0, ms - deadlineMs)),
      ...others(seen)
    }
    while ((await post('misbehaving', { action: 'behave', way: 'leaks timers' })).code !== 'ok');
  }
  console.table(rows)
}

interface Seen {
  readonly taken: readonly number[]
  readonly refused: number
}

/** What callers of another product see while something else is done. */
async function beside(work: () => Promise<unknown>): Promise<Seen> {
  const taken: number[] = []
  let refused = 0
  let isOver = false
  const callers = Array.from({ length: callersAtOnce }, async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const { code } = await post('inline', { action: 'look', text: 'milk' })
      if (code !== 'ok') refused++
      taken.push(performance.now() - startedAt)
    }
  })
  await work()
  isOver = true
  await Promise.all(callers)
  return { taken, refused }
}

function others({ taken, refused }: Seen): object {
  return { 'others, calls': taken.length, 'others, refused': refused, 'others, p99 ms': round(at(taken, 0.99)) }
}

async function post(slug: string, body: object): Promise<{ readonly code: string; readonly runMs: number }> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/products/${slug}/execute`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  const { code = 'ok' } = (await response.json()) as { code?: string }
  const [, run] = /\brun;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '') ?? []
  return { code, runMs: Number(run) }
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
