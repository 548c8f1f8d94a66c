import { randomBytes } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { argon2id, argon2Verify } from 'hash-wasm'

/** What the thread is asked: a new hash, or whether a password is the one of a hash. */
export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string }

/** What the thread answers. */
export type PasswordReply = { readonly result: string | boolean } | { readonly error: string }

/** argon2id with 19 MiB and two passes, one of the settings of OWASP's Password Storage Cheat Sheet. */
const cost = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 }

parentPort?.on('message', async (task: PasswordTask) => {
  parentPort?.postMessage(await answered(task))
})

async function answered(task: PasswordTask): Promise<PasswordReply> {
  try {
    if (task.kind === 'verify') return { result: await argon2Verify({ password: task.password, hash: task.hash }) }
    return {
      result: await argon2id({ ...cost, password: task.password, salt: randomBytes(16), outputType: 'encoded' })
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
