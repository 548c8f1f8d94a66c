// Kills a host with SIGKILL under load, and compares what it had answered with what it had counted: at most the last second is
// missing, with the time that a write takes. npx node dist-test/faults/usage.js [kills]
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { demoAccount, demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { realClock } from '../../host/dist/base/clock.js'
import { openStore } from '../../host/dist/storage/sqlite/open.js'
import { UsageStore } from '../../host/dist/usage/usage-store.js'
import { figure, temporaryFolder } from './store.js'

const kills = Number(process.argv[2] ?? 10)
/** A second, and what a write may take on a busy machine, in milliseconds. */
const mayBeLostMs = 1_000 + 250
let answered = 0
let counted = 0
let missed = 0
let tooMany = 0

for (let round = 0; round < kills; round++) {
  const folder = temporaryFolder()
  const { answers, sent, killedAt } = await loadUntilKilled(folder)
  const calls = await countedIn(folder)
  const early = answers.filter(time => time < killedAt - mayBeLostMs).length
  answered += answers.length
  counted += calls
  missed += Math.max(0, early - calls)
  tooMany += Math.max(0, calls - sent)
}

figure('kills', kills)
figure('answered', answered, answered > 0)
figure('counted', counted, counted > 0)
figure(`answered more than ${mayBeLostMs} ms before the kill, and not counted`, missed, missed === 0)
figure('counted, and never sent', tooMany, tooMany === 0)

/** Starts a host, sends it requests from eight clients, and kills it after a time of its own length. */
async function loadUntilKilled(folder: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../host/dist/main.js')], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      DEMO_MODE: 'local',
      LOG_LEVEL: 'silent',
      PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json'
    },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.once('exit', code => reject(new Error(`The host ended with ${code}: ${printed}`)))
    child.stderr.on('data', data => {
      printed += data
      const [, address] = /listens on (\S+),[\s\S]*Products/.exec(printed) ?? []
      if (address) resolve(address)
    })
  })
  const answers: number[] = []
  let sent = 0
  let isKilled = false
  const client = async () => {
    while (!isKilled) {
      sent++
      const status = await recall(url)
      if (status === 200) answers.push(performance.now())
    }
  }
  const load = Promise.all(Array.from({ length: 8 }, client))
  await delay(1_500 + Math.random() * 1_500)
  const exited = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  const killedAt = performance.now()
  isKilled = true
  await Promise.all([exited, load])
  return { answers, sent, killedAt }
}

/** The status of one call; undefined when the host died over it. */
async function recall(url: string): Promise<number | undefined> {
  try {
    const reply = await fetch(`${url}/api/v1/products/core/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ action: 'recall', key: 'nothing' })
    })
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return undefined
  }
}

async function countedIn(folder: string): Promise<number> {
  const store = await openStore(folder, error => console.error(error.message))
  let calls = 0
  for await (const { uses } of new UsageStore(store, realClock()).records(demoAccount))
    for (const { counts } of uses) calls += counts.calls
  await store.close()
  return calls
}
