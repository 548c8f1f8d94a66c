import type { Issue } from '@product-host/sdk'
import { Problem } from '../base/problems.js'
import type { HostRequest } from './message.js'

/** Gives the query parameters of a request by their names. Throws 400 `invalid_input` for one that is not among the names, or is sent twice. */
export function readQuery<Name extends string>(
  request: HostRequest,
  names: readonly Name[]
): (name: Name) => string | undefined {
  const query = queryOf(request)
  const repeated = names.filter(name => query.getAll(name).length > 1)
  const issues = repeated.map(name => issue(name, 'is sent more than once', 'Send it once.'))
  if ([...query.keys()].some(key => !names.some(name => name === key)))
    issues.push({
      pointer: '#',
      code: 'invalid_value',
      detail: 'has a query parameter that is not known',
      fix: `Send only ${names.join(', ')}.`
    })
  if (issues.length > 0) throw refused(issues)
  return name => query.get(name) ?? undefined
}

/** The query parameters of a request as they were sent; the rest of its address is not parsed. */
export function queryOf({ url = '' }: HostRequest): URLSearchParams {
  const [, text = ''] = /\?(.*)$/s.exec(url) ?? []
  return new URLSearchParams(text)
}

/** A query parameter that is a whole number from 1 to `most`. Throws 400 `invalid_input` for anything else. */
export function readLimit(name: string, text: string | undefined, usual: number, most: number): number {
  const limit = text === undefined ? usual : /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= most) return limit
  throw queryProblem(name, 'is not allowed', `Send a whole number from 1 to ${most}.`)
}

/** A query parameter that is true or false, and false when left out. */
export function readFlag(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false
  if (text !== 'true') throw queryProblem(name, 'is neither true nor false', 'Send true or false.')
  return true
}

/** The refusal of one query parameter. */
export function queryProblem(parameter: string, detail: string, fix: string): Problem {
  return refused([issue(parameter, detail, fix)])
}

function refused(errors: readonly Issue[]): Problem {
  return new Problem('invalid_input', 'The query parameters do not fit; see errors.', { errors })
}

function issue(parameter: string, detail: string, fix: string): Issue {
  return { pointer: `#/${parameter}`, code: 'invalid_value', detail, fix }
}
