import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Token } from '@product-host/sdk'
import type { ServerStore } from '../server-stores.js'

/** Which store is backed up, and the file to make, which must not exist yet. */
export interface BackupRequest {
  readonly dataFolder: string
  /** Left out with the embedded store. */
  readonly server?: ServerStore | undefined
  readonly file: string
}

/** What the process answers: the size of the file in bytes, or why there is none. */
export type BackupAnswer = { readonly bytes: number } | { readonly error: string }

/** Makes a back-up, and returns its size in bytes. Rejects, in a sentence, when it cannot be made, or once the signal is aborted. */
export type MakeBackup = (file: string, signal: AbortSignal) => Promise<number>

/** What makes the back-ups of a schedule. */
export const MAKE_BACKUP = new Token<MakeBackup>('MAKE_BACKUP')

/** The lowest priority at which it does not wait for an idle processor only (nice values of setpriority(2)). */
const niceness = 10

/** Makes back-ups in a process of its own: it reads every record, and a host that stops ends it at once. */
export function backupInProcess(store: Omit<BackupRequest, 'file'>): MakeBackup {
  return (file, signal) =>
    new Promise((resolve, reject) => {
      const child = fork(fileURLToPath(new URL('./backup-process.js', import.meta.url)), {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        signal,
        killSignal: 'SIGKILL'
      })
      if (child.pid !== undefined) setPriority(child.pid, niceness)
      child.once('message', (answer: BackupAnswer) =>
        'bytes' in answer ? resolve(answer.bytes) : reject(new Error(answer.error))
      )
      child.once('error', reject)
      child.once('exit', (code, ended) =>
        reject(new Error(`The process that makes the back-up ended (${ended ?? `code ${code}`}).`))
      )
      const request: BackupRequest = { ...store, file }
      child.send(request)
    })
}
