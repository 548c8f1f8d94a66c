/**
 * What `remember` costs in an account with 10 and with 10,000 memories, in turns, on the embedded store and on the memory
 * backend: microseconds a call, one at a time, medians of the rounds. `npx node dist-test/bench/remember.js [rounds]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { Keys } from '../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../host/dist/base/clock.js'
import { Cipher } from '../../host/dist/config/cipher.js'
import { readDeployment } from '../../host/dist/deployment.js'
import { readSettings } from '../../host/dist/settings.js'
import { startHost } from '../../host/dist/start/host.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { openStore } from '../../host/dist/storage/sqlite/open.js'
import { Store } from '../../host/dist/storage/store.js'

const rounds = Number(process.argv[2] ?? 5)
const sizes = [10, 10_000]
const calls = 300

const folder = await mkdtemp(join(tmpdir(), 'product-host-bench-'))
const report = (error: Error) => console.error(error.message)
for (const [name, store] of [
  ['embedded', await openStore(folder, report)],
  ['memory', await Store.open(memoryBackend(Date.now))]
] as const) {
  console.log(`${name}:`)
  await measure(store)
}
await rm(folder, { recursive: true })

async function measure(store: Store): Promise<void> {
  const host = await startHost({
    settings: readSettings({ PORT: '0', DEMO_MODE: 'local' }),
    deployment: await readDeployment('test/fixtures/unlimited.json'),
    store,
    cipher: new Cipher([Buffer.alloc(32)]),
    log: { logger: pino({ level: 'silent' }) }
  })
  const keys = new Keys(store, realClock())
  const accounts = await Promise.all(
    sizes.map(async size => ({ size, key: (await keys.create(`size-${size}`, 'bench')).key }))
  )
  for (const { size, key } of accounts)
    for (let done = 0; done < size; done += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, size - done) }, (_, index) =>
          remember(key, `memory ${done + index}`, 'a value')
        )
      )
  await remember(demoKey, 'warm', 'up')
  const taken = new Map(sizes.map(size => [size, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (const { size, key } of accounts) {
      const startedAt = performance.now()
      for (let call = 0; call < calls; call++) await remember(key, `memory ${call % 10}`, `value ${round} ${call}`)
      taken.get(size)?.push(((performance.now() - startedAt) * 1000) / calls)
    }
  for (const [size, times] of taken)
    console.log(`  ${String(size).padStart(6)} memories: ${Math.round(median(times))} µs a call`)
  await host.stop()

  async function remember(key: string, name: string, value: string): Promise<void> {
    const reply = await fetch(`http://127.0.0.1:${host.port}/api/v1/products/core/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ action: 'remember', key: name, value })
    })
    if (!reply.ok) throw new Error(`remember answered ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}
