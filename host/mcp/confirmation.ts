import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  PROTOCOL_VERSION_META_KEY
} from '@modelcontextprotocol/server'
import type { CheckedPlan, PlannedCall } from '@product-host/sdk/runtime'
import { isJsonObject, type JsonObject, memberOf } from '../base/json.js'
import type { Confirmation } from '../execution/confirmations.js'

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

function stepInWords({ product, action, input }: PlannedCall, index: number): string {
  const text = JSON.stringify(input)
  const shown = text.length > longestInput ? `${text.slice(0, longestInput)}…` : text
  return `${index + 1}. ${product}.${action} ${shown}`
}

/** What the person answered: the token where they agree, `declined` where they do not; undefined where nobody was asked. */
export function personsAnswer(
  responses: Record<string, unknown> | undefined,
  state: unknown
): { readonly token: string } | 'declined' | undefined {
  if (typeof state !== 'string') return undefined
  const answer = inputResponse(responses, question)
  if (answer.kind !== 'elicit') return undefined
  return answer.action === 'accept' && answer.content?.[question] === true ? { token: state } : 'declined'
}
