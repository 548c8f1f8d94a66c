import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresServer } from '../fixtures/postgres-server.js'

/** The CPU time of a PostgreSQL so far in microseconds: of its processes, and in hundredths of a second of those that have ended. */
export function cpuOfPostgres(server: PostgresServer): number {
  const [first = '', ...others] = processesOf(server)
  const ended = fileOf(first, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(13, 15)
    .map(Number)
  return sum([first, ...others].map(cpuOfProcess)) + sum(ended) * 10_000
}

/** The CPU time of a process with one thread so far, in microseconds. */
export function cpuOfProcess(pid: number | string): number {
  return Number(fileOf(pid, 'schedstat').split(' ')[0]) / 1_000
}

/** The memory of a PostgreSQL in bytes; what processes share is counted once. */
export function memoryOfPostgres(server: PostgresServer): number {
  const of = (pid: string) => Number(/^Pss: +(\d+) kB/m.exec(fileOf(pid, 'smaps_rollup'))?.[1] ?? 0)
  return sum(processesOf(server).map(of)) * 1024
}

/** The one that starts the others, and these. */
function processesOf({ folder }: PostgresServer): readonly string[] {
  const [pid = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
  return [pid, ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)]
}

/** Empty if the process has ended. */
function fileOf(pid: number | string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0)
}
