import { asProblem } from '../../base/problems.js'
import { jsonReply, problemReply, type Reply } from '../../base/reply.js'
import { OAuthRefusal } from '../../oauth/refusal.js'
import type { RequestContext } from '../message.js'
import { sendReply } from '../reply.js'
import type { RequestLog } from '../request-log.js'

/** The addresses whose errors are those of OAuth. */
export const oauthPath = /^\/(?:oauth\/|\.well-known\/oauth-)/

/** Answers with an error as OAuth has it (RFC 6749, section 5.2). */
export function failOAuth(context: RequestContext, error: unknown, requestLog: RequestLog): void {
  if (!(error instanceof OAuthRefusal)) requestLog.report(context, error)
  sendReply(context, oauthRefusal(error, context.requestId))
}

function oauthRefusal(error: unknown, requestId: string): Reply {
  const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }
  if (error instanceof OAuthRefusal) return textOf(error.status, error.code, error.description, noStore)
  const problem = asProblem(error)
  const { status, headers } = problemReply(problem, requestId)
  const code = status === 429 || status === 503 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : undefined
  const { 'Content-Type': _type, ...others } = headers
  return textOf(status, code ?? 'invalid_request', problem.detail, { ...others, ...noStore })
}

function textOf(status: number, error: string, description: string, headers: Readonly<Record<string, string>>): Reply {
  return jsonReply(status, JSON.stringify({ error, error_description: description }), headers)
}
