import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What the clients of a load do. */
export interface LoadOrder {
  readonly port: number
  readonly key: string
  readonly clients: number
  readonly ms: number
  /** Whether a client that was refused waits as long as Retry-After says; it otherwise calls again at once. */
  readonly isPatient: boolean
}

/** What the clients of a load saw. */
export interface LoadResult {
  /** Calls that were answered with 200. */
  readonly served: number
  /** How long those took, in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Answers by status and code. */
  readonly statuses: Readonly<Record<string, number>>
  /** Connections that were lost. */
  readonly resets: number
  /** Calls that were served in each tenth of a second. */
  readonly timeline: readonly number[]
}

/** Runs clients in a process of their own, until their time is over. */
export async function load(order: LoadOrder): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load-clients.js'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let text = ''
  child.stdout.on('data', data => {
    text += data
  })
  await once(child, 'close')
  return JSON.parse(text)
}
