import type { NewSchedule, PlannedCall, ScheduleOutcome, Schedules } from '@product-host/sdk'
import { callOf, cleanInput, compileInput, notInPlan, soundInput } from '@product-host/sdk/runtime'
import { isStoreError, Problem } from '../base/problems.js'
import { isHookId } from '../hooks/hook-store.js'
import type { Limits } from '../limits/limits.js'
import type { Registry } from '../products/registry.js'
import type { RunningCall } from './call.js'
import { ScheduleBody, usualMembers } from './schedule-body.js'
import type { AccountSchedules, ScheduleRequest } from './schedules.js'

const check = compileInput(ScheduleBody)
const memberNames = Object.keys(ScheduleBody.properties)

/** Largest schedule, in bytes of JSON: as large as a request. */
const largestSchedule = 256 * 1024

/** Schedules for the caller of a call: checked, counted and refused as its own request for one. */
export class CallerSchedules implements Schedules {
  constructor(
    private readonly registry: Registry,
    private readonly limits: Limits,
    private readonly schedules: AccountSchedules,
    private readonly parent: RunningCall
  ) {}

  async create(members: NewSchedule): Promise<ScheduleOutcome> {
    const { caller, call, confirmed } = this.parent
    if (call.isUnattended || isHookId(caller.keyId))
      return failed('not_attended', 'A call that a job, a schedule or a hook has started makes no schedule.')
    try {
      const request = requestOf(members)
      if (confirmed && !confirmed.take(this.#stepOf(request))) return failed('not_in_plan', notInPlan().summary)
      this.limits.require(await this.limits.count(caller))
      const { id, name, cron, timezone, next } = await this.schedules.create(caller, request)
      return { ok: true, schedule: { id, name, cron, timezone, next } }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (isStoreError(error.options.cause)) throw error.options.cause
      const { code, detail, options, isRetryable } = error
      return failed(code, detail, isRetryable, options.errors)
    }
  }

  /** The step of a plan that it is, with the input as its action gets it. */
  #stepOf({ product, action, input, ...timing }: ScheduleRequest): PlannedCall {
    const { name, cron, timezone, overlap, missed } = timing
    const checkInput = this.registry.bySlug.get(product)?.plans.get(action)?.served.checkInput
    const sound = checkInput && soundInput(checkInput, input)
    return callOf({ product, action, input: sound ?? input, schedule: { name, cron, timezone, overlap, missed } })
  }
}

/** What a product asks for, as a request may. Throws a 400 `Problem`. */
function requestOf(members: NewSchedule): ScheduleRequest {
  const text = JSON.stringify(members)
  if (Buffer.byteLength(text) > largestSchedule)
    throw new Problem('payload_too_large', `The schedule is over ${largestSchedule / 1024} KiB.`)
  const value: Record<string, unknown> = JSON.parse(text)
  const unknown = Object.keys(value).filter(name => !memberNames.includes(name))
  const strange = unknown.map(name => ({
    pointer: `#/${name}`,
    code: 'unknown_member',
    detail: 'is not a member of a schedule',
    fix: `Leave it out: send only ${memberNames.join(', ')}.`
  }))
  const { issues, isTooDeep } = cleanInput(value)
  const errors = [...issues, ...strange, ...(isTooDeep ? [] : check(value))]
  if (isTooDeep || errors.length > 0)
    throw new Problem('invalid_input', 'The schedule does not fit; see the issues.', { errors })
  return { ...usualMembers, ...(value as unknown as NewSchedule) }
}

function failed(
  code: string,
  message: string,
  retryable = false,
  issues: Extract<ScheduleOutcome, { ok: false }>['error']['issues'] = []
): ScheduleOutcome {
  return { ok: false, error: { code, message, retryable, issues } }
}
