import { type Fault, InvalidInput, type Products } from '@product-host/sdk'
import { runsOthers } from '../own.js'
import { conditionFaults, pathsOfCondition } from './conditions.js'
import { isForbidden, namesIn, pathsIn, rootOf } from './references.js'
import type { AgentInput, SentStep } from './request.js'
import type { Step } from './step.js'

const otherRoots: readonly string[] = ['memory', 'goal', 'now']

/** The caller's own plan. Throws `InvalidInput` for what can never run, before anything has. */
export function readSteps(sent: readonly SentStep[], input: AgentInput, products: Products): readonly Step[] {
  const steps = sent.map((step, place) => readStep(step, place))
  const ids = steps.map(({ id }) => id)
  const faults = [
    ...tooMany(steps.length, input.maxSteps),
    ...steps.flatMap((step, place) => [
      ...idFaults(ids, place),
      ...targetFaults(step, place, input.allow, products),
      ...referenceFaults(pathsIn(step.input), `#/steps/${place}/input`, ids, place),
      ...nameFaults(step.input, `#/steps/${place}/input`),
      ...whenFaults(step, ids, place)
    ])
  ]
  const [first, ...rest] = faults
  if (first) throw new InvalidInput([first, ...rest])
  return steps
}

function readStep({ id, product, action, input = {}, when, onError }: SentStep, place: number): Step {
  return {
    id: id ?? `s${place + 1}`,
    product,
    action,
    input,
    ...(when && { when }),
    goesOnAfterError: onError === 'continue',
    why: 'It is a step of the plan that was sent.'
  }
}

function tooMany(count: number, most: number | undefined): readonly Fault[] {
  if (most === undefined || count <= most) return []
  return [
    {
      pointer: '#/steps',
      code: 'max_items',
      detail: `holds more than maxSteps, ${most}`,
      fix: 'Send fewer, or a higher maxSteps.'
    }
  ]
}

function idFaults(ids: readonly string[], place: number): readonly Fault[] {
  const id = ids[place] ?? ''
  const pointer = `#/steps/${place}/id`
  if (ids.indexOf(id) !== place)
    return [{ pointer, code: 'duplicate', detail: 'is the id of two steps', fix: 'Give each step its own id.' }]
  if (!otherRoots.includes(id) && !isForbidden(id)) return []
  return [{ pointer, code: 'forbidden_name', detail: 'is a name that references need', fix: 'Send another id.' }]
}

function targetFaults(
  { product, action, input }: Step,
  place: number,
  allow: readonly string[] | undefined,
  products: Products
): readonly Fault[] {
  const pointer = `#/steps/${place}/action`
  if (runsOthers(product, action))
    return [{ pointer, code: 'nested_run', detail: 'plans or routes in its turn', fix: 'Send the steps themselves.' }]
  if (allow && !allow.includes(product) && !allow.includes(`${product}.${action}`))
    return [{ pointer, code: 'not_allowed', detail: 'is not in allow', fix: 'Add it to allow, or leave the step out.' }]
  if (products.effect(product, action, input) !== undefined) return []
  return [
    {
      pointer,
      code: 'unknown_action',
      detail: 'is no action that is served',
      fix: 'Send a product and an action as route lists them.'
    }
  ]
}

function referenceFaults(
  paths: readonly string[],
  pointer: string,
  ids: readonly string[],
  place: number
): readonly Fault[] {
  return paths.flatMap(path => {
    const root = rootOf(path)
    const target = ids.indexOf(root)
    if (isForbidden(path))
      return [
        {
          pointer,
          code: 'forbidden_name',
          detail: 'refers to a name that no data has',
          fix: 'Refer to a member of an answer.'
        }
      ]
    if (target >= place)
      return [
        {
          pointer,
          code: 'forward_reference',
          detail: 'refers to a step that has not run by then',
          fix: 'Refer to earlier steps.'
        }
      ]
    if (target !== -1 || otherRoots.includes(root)) return []
    return [
      {
        pointer,
        code: 'unknown_reference',
        detail: 'refers to nothing in this plan',
        fix: 'Begin with the id of an earlier step, memory, goal or now.'
      }
    ]
  })
}

function nameFaults(input: Step['input'], pointer: string): readonly Fault[] {
  return namesIn(input).some(isForbidden)
    ? [{ pointer, code: 'forbidden_name', detail: 'holds a member that no data may have', fix: 'Leave it out.' }]
    : []
}

function whenFaults({ when }: Step, ids: readonly string[], place: number): readonly Fault[] {
  if (!when) return []
  const pointer = `#/steps/${place}/when`
  const faults = conditionFaults(when).map(detail => ({
    pointer,
    code: 'invalid_condition',
    detail,
    fix: 'Send JSON Logic.'
  }))
  return faults.length > 0 ? faults : referenceFaults(pathsOfCondition(when), pointer, ids, place)
}
