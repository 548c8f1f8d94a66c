import { call } from './call.js'
import { paths } from './paths.js'
import { ProblemError } from './problem.js'
import { forgetAll, put, type Resource, useResource } from './resource.js'
import type { Account } from './shapes.js'

/** Who is signed in; null when nobody is. */
export function useAccount(): Resource<Account | null> {
  return useResource<Account | null>(paths.account, readAccount)
}

/** Notes who has signed in. What was read for somebody else is forgotten. */
export function welcome(account: Account): void {
  forgetAll()
  put(paths.account, account)
}

/** Notes that nobody is signed in any more. */
export function farewell(): void {
  forgetAll()
  put(paths.account, null)
}

async function readAccount(): Promise<Account | null> {
  try {
    return (await call<Account>('GET', paths.account)).body
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'session_required') return null
    throw error
  }
}
