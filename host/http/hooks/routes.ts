import { injectable } from '@product-host/sdk'
import type { Express, Request } from 'express'
import { pages } from '../../base/pages.js'
import { asProblem, problems } from '../../base/problems.js'
import { HookCalls } from '../../execution/hooks/calls.js'
import { queryOf } from '../query.js'
import { sendEmpty, sendJson, sendPage } from '../reply.js'
import { noStore, readBytes } from '../request-body.js'
import { RequestLog } from '../request-log.js'
import { addRoute } from '../route.js'
import { formOf, isForm, readHookBody } from './body.js'

type HookRequest = Request<{ slug: string; token: string }>

/** `/hooks/{slug}/{token}`: calls of actions by whoever has the URL. */
@injectable()
export class HookCallRoutes {
  constructor(
    private readonly calls: HookCalls,
    private readonly requestLog: RequestLog
  ) {}

  addTo(app: Express): void {
    const get = (request: HookRequest) => this.#receive(request, 'GET')
    const post = (request: HookRequest) => this.#receive(request, 'POST')
    addRoute(app, `${pages.hooks}/:slug/:token`, { get, post }, { hasHead: false })
  }

  /** 202 once the call is stored. A browser that has sent a form gets a page in place of JSON. */
  async #receive(request: HookRequest, method: 'GET' | 'POST'): Promise<void> {
    const { context, headers, params } = request
    const isBrowser =
      headers.accept?.includes('text/html') === true && (method === 'GET' || isForm(headers['content-type']))
    try {
      const accepted = await this.calls.accept({
        ...params,
        method,
        headers,
        requestId: context.requestId,
        address: request.ip ?? 'unknown',
        found: ({ account, id, action }) =>
          Object.assign(context.notes, { account, keyId: id, product: params.slug, action }),
        bytes: async () => readBytes(request),
        read: async bytes => (method === 'GET' ? formOf(queryOf(request)) : readHookBody(headers, bytes))
      })
      if ('challenge' in accepted) return sendJson(context, 200, accepted, noStore)
      const { run, redirect } = accepted
      if (!isBrowser) sendJson(context, 202, { id: run }, noStore)
      else if (redirect !== undefined) sendEmpty(context, 303, { ...noStore, Location: redirect })
      else sendText(request, 202, 'Thank you', 'What you sent has arrived.')
    } catch (error) {
      if (!isBrowser) throw error
      this.requestLog.report(context, error)
      const problem = asProblem(error)
      const { headers: own = {}, retryAfter } = problem.options
      const more = { ...own, ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }) }
      sendText(request, problem.status, 'This was not accepted', problems[problem.code].title, more)
    }
  }
}

/** A page without a script or a style: what it says is the host's own. */
function sendText({ context }: Request, status: number, title: string, text: string, headers = {}): void {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`
  const own = { 'Content-Type': 'text/html; charset=utf-8', ...noStore }
  sendPage(context, status, Buffer.from(html), { ...headers, ...own })
}
