import { type Issue, Type } from '@product-host/sdk'
import { memberPointer } from '@product-host/sdk/runtime'
import { pointerSteps, valueAt } from '../base/json.js'
import { Problem } from '../base/problems.js'

/** What is run when a run has ended in a certain way: once, with the scopes of who started that run. */
export interface Follower {
  readonly on: FollowedEnd
  readonly product: string
  readonly action: string
  /** An object `{"$result": "/detail/id"}` stands for a value of what the run came to. */
  readonly input: Readonly<Record<string, unknown>>
  /** What is run after this one. */
  readonly follower?: Follower
}

/** How a run has to end that is followed. */
export const followedEnds = ['succeeded', 'failed'] as const
type FollowedEnd = (typeof followedEnds)[number]

/** Followers in a row at most. */
export const mostFollowers = 5

/** The members of a follower, as they are sent; `follower` is another one. */
export const FollowerBody = Type.Object({
  on: Type.Enum(followedEnds, { description: 'How the run before has to end.' }),
  product: Type.String({ maxLength: 64, description: 'Its slug.' }),
  action: Type.String({ maxLength: 64 }),
  input: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The fields of the action. `{"$result": "/detail/id"}` in the place of a value stands for the value to which this JSON Pointer leads in the ' +
        'result of the run before, or in the problem that ended it.'
    })
  )
})

/** The members of a new run, as they are sent. */
export const RunBody = Type.Object({
  product: Type.String({ maxLength: 64, description: 'Its slug.' }),
  action: Type.String({ maxLength: 64 }),
  input: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The fields of the action.' })),
  follower: Type.Optional(Type.Unsafe<unknown>({ type: 'object', description: 'What is run after it.' }))
})

/** Places of an input that refer to a result. */
interface Reference {
  /** Where it stands, as a JSON Pointer in a fragment. */
  readonly pointer: string
  /** The JSON Pointer into the result; anything else is no reference that can be followed. */
  readonly target: unknown
}

/** The places of an input that refer to a result. */
export function referencesOf(value: unknown, pointer = '#'): readonly Reference[] {
  if (typeof value !== 'object' || value === null) return []
  if (isReference(value)) return [{ pointer, target: value.$result }]
  return Object.entries(value).flatMap(([name, member]) => referencesOf(member, memberPointer(pointer, name)))
}

/** What is wrong with the references of an input themselves. */
export function referenceIssues(input: Readonly<Record<string, unknown>>): readonly Issue[] {
  return referencesOf(input)
    .filter(({ target }) => pointerSteps(target) === undefined)
    .map(({ pointer }) => ({
      pointer: `${pointer}/$result`,
      detail: 'is no JSON Pointer',
      fix: 'Send a pointer into the result, such as /detail/id.'
    }))
}

/** An input with the values that its references point to. Throws a 400 `Problem` for a reference that points to nothing. */
export function resolved(input: Readonly<Record<string, unknown>>, result: unknown): Record<string, unknown> {
  const errors: Issue[] = []
  const fields = replaced(input, '#', (target, pointer) => {
    const found = valueAt(result, target)
    if (found === undefined)
      errors.push({
        pointer,
        detail: `points to nothing in what the run before came to: ${String(target)}`,
        fix: 'Start the run anew with a pointer to a member that its result has.'
      })
    return found
  }) as Record<string, unknown>
  if (errors.length > 0)
    throw new Problem('invalid_input', 'The input refers to what is not there; see errors.', { errors })
  return fields
}

function replaced(value: unknown, pointer: string, find: (target: unknown, pointer: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item, index) => replaced(item, `${pointer}/${index}`, find))
  if (isReference(value)) return find(value.$result, pointer)
  const members = Object.entries(value).map(([name, member]) => {
    return [name, replaced(member, memberPointer(pointer, name), find)]
  })
  return Object.fromEntries(members)
}

function isReference(value: object): value is { readonly $result: unknown } {
  return Object.hasOwn(value, '$result') && Object.keys(value).length === 1
}
