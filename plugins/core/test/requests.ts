import { deployAll } from './deployment.js'

/** The codes of what is not run unasked: it lacks something, or a person has to confirm it. */
export const unasked = /^(?:needs_confirmation|needs_input|plan_incomplete)$/

/** Tries requests on a deployment of its own, of which nothing is to be run. */
export function tryRequests() {
  const idle = deployAll()

  /** What a request asks for over the agent, at once or once a person confirms it: each step's action and input, or the code of the refusal. */
  async function planned(goal: string) {
    const { core, calls } = await idle
    const { ok, detail } = await core.run('agent', { goal, dryRun: true })
    if (calls.length > 0) throw new Error('A dry run made a call.')
    return ok || detail.error?.code === 'needs_confirmation'
      ? detail.plan.map(({ action, input }) => ({ action, ...input }))
      : detail.error?.code
  }

  /** What a request comes to where it is to be run, by `route` and over `agent`: the codes, and every call that was made. */
  async function asked(request: string) {
    const { core, calls } = await idle
    const route = await core.run('route', { intent: request, execute: true })
    const agent = await core.run('agent', { goal: request })
    return {
      route: route.ok ? 'ok' : route.detail.error?.code,
      unused: route.detail.chosen?.unused,
      agent: agent.ok ? 'ok' : agent.detail.error?.code,
      calls: calls.splice(0)
    }
  }

  return { idle, planned, asked }
}
