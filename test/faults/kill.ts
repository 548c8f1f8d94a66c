// Kills a process with SIGKILL while eight writers write, a hundred times, and looks each time for what it had acknowledged.
// Every other time, another process has the store open meanwhile, and must go on.
// npx node dist-test/faults/kill.js [kills]
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { Store } from '../../host/dist/storage/store.js'
import { figure, openStore, temporaryFolder } from './store.js'

const kills = Number(process.argv[2] ?? 100)
const path = join(temporaryFolder(), 'store.sqlite')
const writers = [0, 1, 2, 3, 4, 5, 6, 7]
const sets = new Set<string>()
const counts = new Map<string, number>()
let updates = 0
let lost = 0
let halves = 0

for (let round = 0; round < kills; round++) {
  const bystander = round % 2 === 1 ? await openStore(path) : undefined
  for (const line of await linesUntilKilled(round)) note(line)
  await bystander?.set('bystander', String(round))
  await bystander?.close()
  await check([...sets].filter(key => key.startsWith(`set:${round}:`)))
}
await check([...sets])
const database = new DatabaseSync(path, { readOnly: true })
const integrity = String(database.prepare('PRAGMA integrity_check').get()?.integrity_check)
database.close()

figure('kills', kills)
figure(
  'acknowledged writes',
  `${sets.size + updates} (${sets.size} sets, ${updates} updates of three records)`,
  updates > 0
)
figure('lost', lost, lost === 0)
figure('halves of an update', halves, halves === 0)
figure('integrity check', integrity, integrity === 'ok')

/** Starts the child, lets it write for a moment of its own length, kills it, and returns what it said. */
async function linesUntilKilled(round: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.js'), path, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 20_000
  })
  const said: Buffer[] = []
  const isWriting = Promise.withResolvers<void>()
  const isGone = Promise.withResolvers<void>()
  child.stdout.on('data', (piece: Buffer) => {
    said.push(piece)
    isWriting.resolve()
  })
  child.once('close', () => {
    isWriting.resolve()
    isGone.resolve()
  })
  await isWriting.promise
  await delay(Math.random() * 60)
  child.kill('SIGKILL')
  await isGone.promise
  if (child.signalCode !== 'SIGKILL') throw new Error('The child ended by itself.')
  return Buffer.concat(said).toString().split('\n').slice(0, -1)
}

function note(line: string): void {
  const [key = '', count] = line.split(' ')
  if (count === undefined) sets.add(key)
  else {
    updates++
    counts.set(key, Math.max(counts.get(key) ?? 0, Number(count)))
  }
}

/** Opens the store as a host would after a crash, and compares it with what was acknowledged. */
async function check(keys: readonly string[]): Promise<void> {
  const store = await Store.open(await openStore(path))
  const storage = store.namespace('account', 'kill')
  const values = await Promise.all(keys.map(key => storage.get<number>(key)))
  lost += values.filter((value, index) => value !== Number(keys[index]?.split(':')[3])).length
  const found = async (key: string) => (await storage.get<number>(key)) ?? 0
  const lefts = await Promise.all(writers.map(writer => found(`left:${writer}`)))
  const rights = await Promise.all(writers.map(writer => found(`right:${writer}`)))
  lost += writers.filter((writer, index) => (lefts[index] ?? 0) < (counts.get(`left:${writer}`) ?? 0)).length
  halves += writers.filter((_, index) => lefts[index] !== rights[index]).length
  const sum = lefts.reduce((left, right) => left + right, 0)
  if (sum !== (await found('sum'))) halves++
  await store.close()
}
