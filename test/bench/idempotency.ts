/**
 * What an Idempotency-Key adds to a call on the embedded store: microseconds a call and calls a second without a key, with a
 * new key each, and with one that was answered before; one at a time and 64 at once, in turns, medians of the rounds.
 * `npx node dist-test/bench/idempotency.js [rounds]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { Cipher } from '../../host/dist/config/cipher.js'
import { readDeployment } from '../../host/dist/deployment.js'
import { readSettings } from '../../host/dist/settings.js'
import { startHost } from '../../host/dist/start/host.js'
import { openStore } from '../../host/dist/storage/sqlite/open.js'

const rounds = Number(process.argv[2] ?? 5)
const calls = 640
const folder = await mkdtemp(join(tmpdir(), 'product-host-bench-'))
const host = await startHost({
  settings: readSettings({ PORT: '0', DEMO_MODE: 'local' }),
  deployment: await readDeployment('test/fixtures/unlimited.json'),
  store: await openStore(folder, error => console.error(error.message)),
  cipher: new Cipher([Buffer.alloc(32)]),
  log: { logger: pino({ level: 'silent' }) }
})
let keys = 0
const kinds: Readonly<Record<string, () => Record<string, string>>> = {
  'without a key': () => ({}),
  'a new key': () => ({ 'Idempotency-Key': `key ${keys++}` }),
  'an answered key': () => ({ 'Idempotency-Key': 'answered' })
}

for (const atOnce of [1, 64]) {
  const taken = new Map(Object.keys(kinds).map(kind => [kind, [] as number[]]))
  for (let round = 0; round <= rounds; round++)
    for (const [kind, headers] of Object.entries(kinds)) {
      const startedAt = performance.now()
      await Promise.all(Array.from({ length: atOnce }, () => recall(calls / atOnce, headers)))
      if (round > 0) taken.get(kind)?.push(((performance.now() - startedAt) * 1000) / calls)
    }
  const rows = [...taken].map(([kind, times]) => {
    const microseconds = times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? Number.NaN
    return [kind, { microseconds: Math.round(microseconds), perSecond: Math.round(1_000_000 / microseconds) }]
  })
  console.log(`${atOnce} at once:`)
  console.table(Object.fromEntries(rows))
}
await host.stop()
await rm(folder, { recursive: true })

async function recall(times: number, headers: () => Record<string, string>): Promise<void> {
  for (let done = 0; done < times; done++) {
    const reply = await fetch(`http://127.0.0.1:${host.port}/api/v1/products/core/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json', ...headers() },
      body: JSON.stringify({ action: 'recall', key: 'nothing' })
    })
    if (!reply.ok) throw new Error(`recall answered ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }
}
