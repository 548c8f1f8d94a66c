// Watches with strace that a write is on disk before it is acknowledged, and that a slow disk does not hold up the event loop.
// With `order`, only the former. npx node dist-test/faults/fsync.js [order]
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure, skip, temporaryFolder } from './store.js'

const folder = temporaryFolder()
const slow = ['-e', 'inject=fsync,fdatasync:delay_exit=5000']

if (spawnSync('strace', ['-V']).error) skip('strace is not installed (on Debian: apt-get install strace)')

watchOrder()
if (process.argv[2] !== 'order') compareLoads()

function compareLoads(): void {
  const usual = watchLoad('load', 'the disk as it is', [])
  const delayed = watchLoad('load', 'every sync 5 ms slower', slow)
  const control = watchLoad('control', 'every sync 5 ms slower, written on the event loop', slow)
  figure('p99 of the event loop with a slow disk', `${delayed.toFixed(2)} ms`, delayed < 5)
  figure('added by the slow disk', `${(delayed - usual).toFixed(2)} ms`)
  figure('the control shows a loop that waits', `${control.toFixed(2)} ms`, control >= 5)
}

/** Each write's acknowledgement must follow a sync of the log, which must follow a write to it. */
function watchOrder(): void {
  const calls = traced('order', ['-y', '-e', 'trace=write,pwrite64,fsync,fdatasync']).calls
  let synced = 0
  const start = calls.findIndex(line => line.includes('submitted 0'))
  for (const [index, line] of calls.entries()) {
    const number = /"acknowledged (\d+)/.exec(line)?.[1]
    if (number === undefined) continue
    const between = calls.slice(
      calls.findIndex(other => other.includes(`"submitted ${number}\\n`)),
      index
    )
    const written = between.findIndex(other => /pwrite64\(\d+<.*-wal>/.test(other))
    const sync = between.findLastIndex(other => /f(data)?sync/.test(other) && other.endsWith('= 0'))
    if (written >= 0 && sync > written) synced++
  }
  console.log(calls.slice(start, calls.findIndex(line => line.includes('acknowledged 0')) + 1).join('\n'))
  const many = calls.slice(calls.findIndex(line => line.includes('submitted many')))
  const syncs = many
    .slice(
      0,
      many.findIndex(line => line.includes('acknowledged many'))
    )
    .filter(isSync).length
  figure('of 50 writes, synced between the write and its acknowledgement', synced, synced === 50)
  figure('syncs for 64 writes at once', syncs, syncs >= 1 && syncs <= 2)
}

function isSync(line: string): boolean {
  return /f(data)?sync\(\d+<.*-wal>/.test(line)
}

function watchLoad(mode: string, name: string, inject: readonly string[]): number {
  const { output, calls } = traced(mode, ['--seccomp-bpf', '-e', 'trace=fsync,fdatasync', ...inject])
  const { written, p50, p99, max }: Record<string, number> = JSON.parse(output)
  const syncs = calls.filter(line => /f(data)?sync\(/.test(line)).length
  const shown = [p50, p99, max].map(value => `${value?.toFixed(2)} ms`)
  console.log(
    `  ${name}: ${written} writes, ${syncs} syncs; event loop p50 ${shown[0]}, p99 ${shown[1]}, most ${shown[2]}`
  )
  return p99 ?? Number.NaN
}

function traced(mode: string, options: readonly string[]): { output: string; calls: readonly string[] } {
  const log = join(folder, 'calls')
  const path = join(folder, `${mode}-${options.length}.sqlite`)
  const child = [process.execPath, join(import.meta.dirname, 'fsync-child.js'), mode, path]
  const { status, stdout, stderr } = spawnSync('strace', ['-f', '-o', log, ...options, ...child], {
    encoding: 'utf8',
    timeout: 60_000
  })
  if (status !== 0) throw new Error(`strace or what it ran failed: ${stderr}`)
  return { output: stdout, calls: readFileSync(log, 'utf8').split('\n') }
}
