// 5,000 connections with slow headers, 5,000 with slow bodies, 1,000 that read slowly, by slowhttptest: what another client sees, and
// what memory they take. npx node dist-test/faults/slow-connections.js [share of the connections]
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { dataFolder } from '../fixtures/host-process.js'
import { core, mebibytes, newKey, Probe, type ServingHost, serve } from './serving-host.js'
import { ending, figure, skip } from './store.js'

const share = Number(process.argv[2] ?? 1)
const seconds = '20'

if (spawnSync('slowhttptest', ['-h']).error)
  skip('slowhttptest is not installed (on Debian: apt-get install slowhttptest)')
await ending(async t => {
  const folder = await dataFolder(t)
  const host = await serve(t, folder)
  const attackersKey = await newKey(folder, 'attacker')
  for (let count = 0; count < 200; count++) await core(host.url, { action: 'recall', key: 'warm-up' })
  const execute = `${host.url}/api/v1/products/core/execute`
  await attack(host, 'slow headers', 5_000, ['-H', '-i', '5', '-x', '24', '-u', execute])
  await attack(host, 'slow bodies', 5_000, [
    ...['-B', '-i', '5', '-s', '8192', '-x', '10', '-u', execute, '-f', 'application/json'],
    // It sends no header of one's choice; without a key, no body would be read.
    ...['-m', `application/json\r\nAuthorization: Bearer ${attackersKey}`]
  ])
  await attack(host, 'slow readers', 1_000, [
    ...['-X', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', '-k', '3', '-u', `${host.url}/openapi.json`]
  ])
  await host.end('SIGTERM')
})

async function attack(host: ServingHost, name: string, connections: number, words: readonly string[]): Promise<void> {
  const count = String(Math.round(connections * share))
  const before = host.memory()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, host.memory())
  }, 100)
  const probe = new Probe(() => core(host.url, { action: 'remember', key: 'other', value: 'of another client' }))
  const common = ['-c', count, '-r', '1000', '-l', seconds, '-p', '10']
  const child = spawn('slowhttptest', [...words, ...common], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', data => {
    printed += data
  })
  await once(child, 'close')
  await probe.end()
  clearInterval(watching)
  const shown = stripVTControlCharacters(printed)
  const reached = Math.max(0, ...[...shown.matchAll(/connected: +(\d+)/g)].map(([, number]) => Number(number)))
  console.log(`${count} connections with ${name}:`)
  figure('open at once, at most', reached, reached > 0)
  figure('calls of another client', probe.waits.length, probe.waits.length > 0)
  const refused = `${probe.failed} ${probe.others.join(', ')}`
  figure('that were refused or lost, with their statuses', refused, probe.failed <= probe.waits.length / 100)
  figure('p99 of another client, ms', Math.round(probe.at(0.99)), probe.at(0.99) < 500)
  figure('memory up by, MiB', mebibytes(most - before), most - before < 150 * 1024 * 1024)
}
