// What fsync.ts watches: writes one after another, or a load with the delay of the event loop.
import { writeSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from './store.js'

const [mode, path = ''] = process.argv.slice(2)
/** Compiling the program's own code is not what is measured. */
const warmUpMs = 1_000
const loadMs = 3_000

if (mode === 'order') await order()
else await load(mode === 'control' ? controlWrite() : await storeWrite())

async function order(): Promise<void> {
  const store = await openStore(path)
  for (let number = 0; number < 50; number++) {
    writeSync(1, `submitted ${number}\n`)
    await store.set(`key-${number}`, '"value"')
    writeSync(1, `acknowledged ${number}\n`)
  }
  writeSync(1, 'submitted many\n')
  await Promise.all(Array.from({ length: 64 }, (_, index) => store.set(`many-${index}`, '"value"')))
  writeSync(1, 'acknowledged many\n')
  await store.close()
}

interface Write {
  write(number: number): Promise<void>
  close(): Promise<void>
}

async function storeWrite(): Promise<Write> {
  const store = await openStore(path)
  return { write: number => store.set(`key-${number % 1000}`, '"value"'), close: () => store.close() }
}

/** The same writes without a thread: what the measurement shows when the event loop does wait for the disk. */
function controlWrite(): Write {
  const database = new DatabaseSync(path)
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE record (key TEXT PRIMARY KEY, text TEXT)'
  )
  const put = database.prepare('INSERT OR REPLACE INTO record VALUES (?, ?)')
  return {
    async write(number) {
      put.run(`key-${number % 1000}`, '"value"')
      await new Promise(setImmediate)
    },
    close: async () => database.close()
  }
}

async function load({ write, close }: Write): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const start = performance.now()
  let written = 0
  const writer = async () => {
    while (performance.now() < start + warmUpMs + loadMs) await write(written++)
  }
  setTimeout(() => delay.enable(), warmUpMs)
  await Promise.all(Array.from({ length: 64 }, writer))
  delay.disable()
  const milliseconds = (percentile: number) => delay.percentile(percentile) / 1e6
  writeSync(1, JSON.stringify({ written, p50: milliseconds(50), p99: milliseconds(99), max: delay.max / 1e6 }))
  await close()
}
