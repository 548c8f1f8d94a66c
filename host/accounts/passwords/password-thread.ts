import { randomBytes } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { argon2id, argon2Verify } from 'hash-wasm'
import type { PasswordCost } from './password-cost.js'
import type { PasswordEstimate } from './password-estimate.js'

/** A task for the thread: hash a password, verify it against a hash, or estimate how easily it can be guessed. */
export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: PasswordCost }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string }
  | { readonly kind: 'estimate'; readonly password: string; readonly known: readonly string[] }

/** The result of a task. */
export type PasswordResult = string | boolean | PasswordEstimate

parentPort?.on('message', async (task: PasswordTask) => {
  parentPort?.postMessage(await replyTo(task))
})

async function replyTo(task: PasswordTask): Promise<ThreadReply<PasswordResult>> {
  try {
    return { result: await resultOf(task) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

async function resultOf(task: PasswordTask): Promise<PasswordResult> {
  if (task.kind === 'verify') return argon2Verify({ password: task.password, hash: task.hash })
  if (task.kind === 'hash')
    return argon2id({
      ...task.cost,
      password: task.password,
      salt: randomBytes(16),
      hashLength: 32,
      outputType: 'encoded'
    })
  const { estimatePassword } = await import('./password-estimate.js')
  return estimatePassword(task.password, task.known)
}

/** The reply of a thread to one task. */
export type ThreadReply<Result> = { readonly result: Result } | { readonly error: string }
