import { type Issue, injectable } from '@product-host/sdk'
import { checkedInput, compileInput } from '@product-host/sdk/runtime'
import type { Caller } from '../base/caller.js'
import { Problem } from '../base/problems.js'
import { type Follower, FollowerBody, mostFollowers, referenceIssues, referencesOf } from '../runs/followers.js'
import { Access, planOf } from './access.js'

const checkMembers = compileInput(FollowerBody)

/** What is to be run after a run, as its caller sends it. */
@injectable()
export class Followers {
  constructor(private readonly access: Access) {}

  /**
   * A follower that fits as far as this is known before the result is. Throws a `Problem`: 400, 403 for a product that the caller may
   * not execute, 404.
   */
  checked(caller: Caller, sent: unknown): Follower {
    const errors: Issue[] = []
    const follower = this.#checked(caller, sent, '#/follower', 1, errors)
    if (!follower || errors.length > 0)
      throw new Problem('invalid_input', 'The follower does not fit; see errors.', { errors })
    return follower
  }

  #checked(caller: Caller, sent: unknown, pointer: string, depth: number, errors: Issue[]): Follower | undefined {
    const refuse = (issue: Issue) => void errors.push({ ...issue, pointer: pointer + issue.pointer.slice(1) })
    if (depth > mostFollowers) {
      refuse({
        pointer: '#',
        detail: `is the ${depth}th follower in a row`,
        fix: `Send ${mostFollowers} at most.`
      })
      return undefined
    }
    const issues = checkMembers(sent)
    if (issues.length > 0) {
      for (const issue of issues) refuse(issue)
      return undefined
    }
    const { follower: next, input = {}, ...members } = sent as Omit<Follower, 'input'> & Partial<Follower>
    for (const issue of this.#issuesOf(caller, { ...members, input }))
      refuse({ ...issue, pointer: `#/input${issue.pointer.slice(1)}` })
    const { on, product, action } = members
    if (next === undefined) return { on, product, action, input }
    const follower = this.#checked(caller, next, `${pointer}/follower`, depth + 1, errors)
    return follower && { on, product, action, input, follower }
  }

  /** What is wrong with an input whatever its references turn out to be. */
  #issuesOf(caller: Caller, { product: slug, action, input }: Follower): readonly Issue[] {
    try {
      const { served } = planOf(this.access.open(caller, slug, 'execute'), action, {})
      const places = referencesOf(input).map(({ pointer }) => pointer)
      const isOpen = ({ pointer }: Issue) =>
        places.some(place => `${place}/`.startsWith(`${pointer}/`) || pointer.startsWith(`${place}/`))
      const { issues } = checkedInput(served, structuredClone(input) as Record<string, unknown>)
      return [...referenceIssues(input), ...issues.filter(issue => !isOpen(issue))]
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      throw new Problem(error.code, `Of the follower ${slug}.${action}: ${error.detail}`, error.options)
    }
  }
}
