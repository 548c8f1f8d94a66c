import { paths } from './paths.js'
import { type Resource, useResource } from './resource.js'

/** One thing that decides whether a product may be run. */
export interface Check {
  readonly check: string
  readonly source: string
  readonly outcome: 'passed' | 'refused' | 'not_required'
  readonly code?: string
  readonly detail: string
}

/** `GET …/access` */
export interface Access {
  readonly allowed: boolean
  readonly checks: readonly Check[]
}

/** Whether the account may run a product, and why. */
export function useAccess(slug: string): Resource<Access> {
  return useResource<Access>(paths.access(slug))
}
