import { call } from './call.js'
import { paths } from './paths.js'
import { ProblemError } from './problem.js'
import { forgetAll, put, type Resource, useResource } from './resource.js'
import type { Account } from './shapes.js'

const mark = 'signed-in'

/** Who is signed in; null when nobody is. */
export function useAccount(): Resource<Account | null> {
  return useResource<Account | null>(paths.account, readAccount)
}

/** Whether somebody was signed in here the last time: what the page makes room for before it knows. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(mark) !== null
}

/** Notes who has signed in. What was read for somebody else is forgotten. */
export function welcome(account: Account): void {
  forgetAll()
  localStorage.setItem(mark, 'yes')
  put(paths.account, account)
}

/** Notes that nobody is signed in any more. */
export function farewell(): void {
  forgetAll()
  localStorage.removeItem(mark)
  put(paths.account, null)
}

async function readAccount(): Promise<Account | null> {
  try {
    const { body } = await call<Account>('GET', paths.account)
    localStorage.setItem(mark, 'yes')
    return body
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'session_required')) throw error
    localStorage.removeItem(mark)
    return null
  }
}
