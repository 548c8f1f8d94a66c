// Prints what the store does in a second: npx node dist-test/bench/storage.js
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Backend } from '../../host/dist/storage/backend.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { SqliteBackend } from '../../host/dist/storage/sqlite/backend.js'
import { Store } from '../../host/dist/storage/store.js'

const value = { title: 'A record of two hundred bytes or so', text: 'x'.repeat(150) }

async function rate(work: (index: number) => Promise<unknown>, atOnce: number, milliseconds = 2000): Promise<string> {
  let done = 0
  const start = performance.now()
  const worker = async () => {
    while (performance.now() - start < milliseconds) await work(done++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return Math.round((done / (performance.now() - start)) * 1000).toLocaleString('en')
}

async function measure(name: string, backend: Backend): Promise<void> {
  const store = await Store.open(backend)
  const namespace = store.namespace('account', 'bench')
  const increase = (account: number) =>
    store.namespace(`account-${account}`, 'bench').update(['count'], read => ({
      writes: [{ key: 'count', value: (read<number>('count') ?? 0) + 1 }],
      result: undefined
    }))
  console.log(`${name}, a second:`)
  console.log(`  sets, 64 at once     ${await rate(index => namespace.set(`key-${index % 10_000}`, value), 64)}`)
  console.log(`  sets, 1 at a time    ${await rate(index => namespace.set(`key-${index % 10_000}`, value), 1)}`)
  console.log(`  updates, 64 keys      ${await rate(index => increase(index % 64), 64)}`)
  console.log(`  updates, 1 key        ${await rate(() => increase(0), 64)}`)
  console.log(`  reads                ${await rate(index => namespace.get(`key-${index % 10_000}`), 64)}`)
  await store.close()
}

const folder = mkdtempSync(join(tmpdir(), 'storage-bench-'))
const now = () => Date.now()
await measure('memory', memoryBackend(now))
await measure('sqlite', await SqliteBackend.open({ path: join(folder, 'store.sqlite'), now, report: console.error }))
rmSync(folder, { recursive: true })
