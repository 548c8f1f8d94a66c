import { type CallOptions, type Calls, keyHeader, newKey } from './calls.js'
import type { Firing, Run, Schedule, ScheduleChange, ScheduleMembers } from './types.js'

const base = '/products/schedules'

/** The account's schedules: what starts runs at given times. */
export class ScheduleClient {
  constructor(private readonly calls: Calls) {}

  /** Those of products that the key may execute, the oldest first. */
  async list(options?: CallOptions): Promise<readonly Schedule[]> {
    return (await this.calls.send({ method: 'GET', path: base, isRepeatable: true }, options)).body.schedules
  }

  async get(id: string, options?: CallOptions): Promise<Schedule> {
    return (await this.calls.send({ method: 'GET', path: at(id), isRepeatable: true }, options)).body
  }

  /** Makes a schedule. It is not sent again when no answer came: the first try may have made it. */
  async create(members: ScheduleMembers, options?: CallOptions): Promise<Schedule> {
    return (await this.calls.send({ method: 'POST', path: base, body: members, isRepeatable: false }, options)).body
  }

  async change(id: string, change: ScheduleChange, options?: CallOptions): Promise<Schedule> {
    return (await this.calls.send({ method: 'PATCH', path: at(id), body: change, isRepeatable: true }, options)).body
  }

  /** Runs that it started go on. It is not sent again when no answer came: the first try may have deleted it. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.calls.send({ method: 'DELETE', path: at(id), isRepeatable: false }, options)
  }

  /** Lets a paused schedule go on, in the name of the client's key. */
  async resume(id: string, options?: CallOptions): Promise<Schedule> {
    return (await this.calls.send({ method: 'POST', path: `${at(id)}/resume`, isRepeatable: true }, options)).body
  }

  /** Starts what a schedule runs at once. */
  async run(id: string, options?: CallOptions): Promise<Run> {
    const sent = { method: 'POST', path: `${at(id)}/run`, headers: keyHeader(newKey()), isRepeatable: true } as const
    return (await this.calls.send(sent, options)).body
  }

  /** What a schedule did, the newest first: a page, from the `next` of the page before. */
  async firings(id: string, after?: string, options?: CallOptions): Promise<FiringPage> {
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
    const sent = { method: 'GET', path: `${at(id)}/firings${query}`, isRepeatable: true } as const
    return (await this.calls.send(sent, options)).body
  }
}

/** A page of what a schedule did. */
export interface FiringPage {
  readonly firings: readonly Firing[]
  readonly next: string | null
}

function at(id: string): string {
  return `${base}/${encodeURIComponent(id)}`
}
