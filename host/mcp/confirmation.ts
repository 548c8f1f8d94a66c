import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  PROTOCOL_VERSION_META_KEY
} from '@modelcontextprotocol/server'
import type { PlannedCall } from '@product-host/sdk'
import type { CheckedPlan } from '@product-host/sdk/runtime'
import { isJsonObject, type JsonObject, memberOf } from '../base/json.js'
import { pages } from '../base/pages.js'
import { type Confirmation, confirmationId } from '../execution/confirmations.js'
import type { RunView } from '../execution/runs.js'

/** The name of the question among those of a result, and of the member of its form. */
const question = 'confirm'
const capabilitiesMember = 'io.modelcontextprotocol/clientCapabilities'
/** Longest input of a step in a question, in characters of JSON. */
const longestInput = 1_000

/**
 * Whether the client of a message can ask its person (form elicitation). Clients of 2025-11-25 and before cannot here: the host would have
 * to send them a request of its own, and keeps no session.
 */
export function canAskPerson({ params }: JsonObject): boolean {
  const meta = memberOf(params, '_meta')
  if (memberOf(meta, PROTOCOL_VERSION_META_KEY) === undefined) return false
  const elicitation = memberOf(memberOf(meta, capabilitiesMember), 'elicitation')
  return isJsonObject(elicitation) && (Object.keys(elicitation).length === 0 || 'form' in elicitation)
}

/** What a client that cannot ask is told about a plan that waits: what to do, and where the account holder confirms it. */
export function askOnPage({ id, expiresAt }: PendingPlan, publicUrl: string) {
  const url = `${publicUrl}${pages.confirmation}/${id}`
  const fix = [
    toPage(url, expiresAt),
    'Then call this tool again with the same arguments: the result is the answer, or says that the plan still waits. Nothing that you',
    'can send confirms it.'
  ].join(' ')
  return { fix, links: { confirmation: url }, expiresAt }
}

type PendingPlan = Pick<Confirmation, 'id' | 'expiresAt'>

function toPage(url: string, expiresAt: string): string {
  return `Give the account holder this link: ${url}. They sign in there, see the steps, and run or dismiss them until ${expiresAt}.`
}

/** What a client is told about a run that has ended with a plan; undefined for any other result. */
export function askForRun({ productId, action, result }: RunView, publicUrl: string): string | undefined {
  const error = memberOf(memberOf(result, 'detail'), 'error')
  if (memberOf(error, 'code') !== 'needs_confirmation') return undefined
  const details = memberOf(error, 'details')
  const path = memberOf(memberOf(details, 'links'), 'confirmation')
  if (typeof path !== 'string') return askElsewhere(productId, action, publicUrl).fix
  const again = 'Then start the same run again: it ends with the answer, or says that the plan still waits.'
  return `${toPage(publicUrl + path, String(memberOf(details, 'expiresAt')))} ${again}`
}

/** The same where nobody can sign in to the account. */
export function askElsewhere(slug: string, action: string, publicUrl: string): { readonly fix: string } {
  const fix = [
    'Show a person the steps in error.details. No argument of the tool confirms them, and this client cannot ask:',
    `a person runs the action on its page, ${publicUrl}/products/${slug}?action=${action}, and confirms there,`,
    'over the HTTP API, or with a client that supports elicitation.'
  ].join(' ')
  return { fix }
}

/** Asks the person at the client to confirm a plan. Its token travels in the state, which the client sends back and no model sees. */
export function askPerson(plan: CheckedPlan, { token }: Confirmation): InputRequiredResult {
  const notUnderstood = plan.notUnderstood.map(text => `Not understood: ${text}`)
  const confirm = inputRequired.elicit({
    message: [plan.message, ...plan.steps.map(stepInWords), ...notUnderstood].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: { [question]: { type: 'boolean', title: 'Run these steps', default: false } },
      required: [question]
    }
  })
  return inputRequired({ inputRequests: { [question]: confirm }, requestState: token })
}

function stepInWords({ product, action, input, schedule }: PlannedCall, index: number): string {
  const text = JSON.stringify(input)
  const shown = text.length > longestInput ? `${text.slice(0, longestInput)}…` : text
  const times = schedule ? ` on a schedule, ${schedule.cron} in ${schedule.timezone ?? 'UTC'}` : ''
  return `${index + 1}. ${product}.${action} ${shown}${times}`
}

/** What the person answered: the id of the plan where they agree, `declined` where they do not; undefined where nobody was asked. */
export function personsAnswer(
  responses: Record<string, unknown> | undefined,
  state: unknown
): { readonly confirmation: string } | 'declined' | undefined {
  if (typeof state !== 'string') return undefined
  const answer = inputResponse(responses, question)
  if (answer.kind !== 'elicit') return undefined
  return answer.action === 'accept' && answer.content?.[question] === true
    ? { confirmation: confirmationId(state) }
    : 'declined'
}
