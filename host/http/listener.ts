import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { inject, injectable, Token } from '@product-host/sdk'
import type { Express, Router } from 'express'
import type { Logger } from 'pino'
import { addressOfHost, isThisMachine } from '../base/addresses.js'
import { HOST_LOGGER } from '../base/log.js'
import { Problem } from '../base/problems.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { Connections } from './connections.js'
import { ExecuteRoute } from './execute.js'
import { HealthRoutes } from './health.js'
import { messageClasses, type RequestContext } from './message.js'
import { failOAuth, oauthPath } from './oauth/replies.js'
import type { OAuthService } from './oauth/service.js'
import { DescribeRoutes } from './products/describe.js'
import { RequestLog } from './request-log.js'

/** Loads Express and the routes behind it. */
export const LOAD_APP = new Token<() => Promise<Express>>('LOAD_APP')

/** Loads what serves the Model Context Protocol, once. */
export const LOAD_MCP = new Token<() => Promise<McpHandler>>('LOAD_MCP')

/** Loads what serves OAuth, once. */
export const LOAD_OAUTH = new Token<() => Promise<OAuthService>>('LOAD_OAUTH')

/** Loads the routes of operators, once; only where the deployment file has them on. */
export const LOAD_OPERATOR = new Token<() => Promise<Router>>('LOAD_OPERATOR')

/** Serves the Model Context Protocol; whatever goes wrong is answered in JSON-RPC. */
export interface McpHandler {
  /** Answers a request for all products, or for one. */
  handle(request: IncomingMessage, slug?: string): Promise<void>
  fail(context: RequestContext, error: unknown): void
}

const mcpPath = /^\/mcp(?:\/([a-z][a-z0-9-]{0,31}))?(?:\?|$)/

const executePath = /^\/api\/v1\/products\/([a-z][a-z0-9-]{0,31})\/execute$/

/** How long after the start Express is loaded where no request has needed it, in milliseconds. */
const loadAfterMs = 500

interface Route {
  readonly path: string
  readonly handle: () => void | Promise<void>
}

/**
 * Receives every request. Requests to the few most used addresses go directly to their routes: by way of Express, an execute of an
 * inline product takes 6 % more CPU time (November 2026). All others, and requests with an `Origin`, which CORS has to check, go through Express.
 * Express and the routes behind it are loaded when the host listens: they are an eighth of a start, and no call needs them.
 */
@injectable()
export class Listener {
  readonly classes = messageClasses()
  #express: Express | undefined
  #loading: Promise<Express> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(LOAD_APP) private readonly loadApp: () => Promise<Express>,
    @inject(LOAD_MCP) private readonly loadMcp: () => Promise<McpHandler>,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    private readonly requests: RequestLog,
    private readonly execute: ExecuteRoute,
    private readonly descriptions: DescribeRoutes,
    private readonly health: HealthRoutes,
    private readonly connections: Connections
  ) {}

  /** Loads before the first request what that may need: Express knows the caller's address behind a proxy. */
  async prepare(): Promise<void> {
    if (this.settings.trustProxy !== undefined) await this.#load()
  }

  /** Loads the rest while the host listens. */
  start(): void {
    this.#timer = setTimeout(() => {
      this.#load().catch(err => this.logger.error({ err }, 'Express could not be loaded; the next request tries again'))
    }, loadAfterMs).unref()
  }

  /** Waits for a load under way, which needs the container. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.connections.stop()
    await Promise.allSettled([this.#loading])
  }

  /** Takes one request, after those before it on its connection: their answers have to be sent first. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (response.socket) this.#begin(request, response)
    else this.connections.inTurn(request, response, () => this.#begin(request, response))
  }

  /** Takes a new connection. */
  readonly connect = (socket: Socket): void => this.connections.add(socket)

  /** Gives a request its context, and passes it on. */
  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.requests.begin(request, response)
    const route = request.headers.origin === undefined ? this.#direct(request) : undefined
    if (route) request.context.notes.route = route.path
    void this.#run(request, route?.handle ?? (() => this.#pass(request, response)))
  }

  /** Refuses a request that expects something else than `100-continue`. */
  readonly refuseExpectation = (request: IncomingMessage, response: ServerResponse): void => {
    this.requests.begin(request, response)
    this.requests.fail(
      request.context,
      new Problem('invalid_header', 'The header Expect takes nothing but 100-continue.')
    )
  }

  #direct(request: IncomingMessage): Route | undefined {
    const { method, url = '' } = request
    if (method === 'GET' && url === '/livez') return { path: url, handle: () => this.health.live(request) }
    if (method === 'GET' && url === '/readyz')
      return { path: url, handle: () => this.health.ready(request, this.requests.isDraining) }
    const slug = executePath.exec(url)?.[1]
    if (slug === undefined) return this.#mcp(request, url)
    const path = '/api/v1/products/:slug/execute'
    if (method === 'POST') return { path, handle: () => this.execute.handle(request, slug) }
    return method === 'GET' ? { path, handle: () => this.descriptions.product(request, slug) } : undefined
  }

  #mcp(request: IncomingMessage, url: string): Route | undefined {
    const found = mcpPath.exec(url)
    if (!found) return undefined
    const [, slug] = found
    const path = slug === undefined ? '/mcp' : '/mcp/:slug'
    return { path, handle: async () => (await this.loadMcp()).handle(request, slug) }
  }

  async #run(request: IncomingMessage, handle: Route['handle']): Promise<void> {
    try {
      if (request.headers.host === undefined) requireOldProtocol(request)
      if (this.settings.isDemo) requireLocalHost(request)
      await handle()
    } catch (error) {
      // What could not be loaded cannot answer in its own form.
      const mcp = mcpPath.test(request.url ?? '') ? await this.loadMcp().catch(() => undefined) : undefined
      if (mcp) mcp.fail(request.context, error)
      else if (oauthPath.test(request.url ?? '')) failOAuth(request.context, error, this.requests)
      else this.requests.fail(request.context, error)
    }
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const express = this.#express ?? (await this.#load())
    if (!response.closed) express(request, response)
  }

  /** A load that failed is tried again by the next request. */
  #load(): Promise<Express> {
    this.#loading ??= this.#loadExpress().catch(error => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  async #loadExpress(): Promise<Express> {
    const express = await this.loadApp()
    this.classes.adopt(express)
    this.#express = express
    return express
  }
}

/** Throws a 400 `Problem` for a request without `Host`, which HTTP/1.0 alone allows. */
function requireOldProtocol({ httpVersion }: IncomingMessage): void {
  if (httpVersion !== '1.0') throw new Problem('malformed_request', 'The request lacks the header Host.')
}

/**
 * In the demo, refuses requests for another host name (DNS rebinding: a foreign page could point its name at this
 * machine), and requests that a proxy has forwarded, since they may come from anywhere.
 */
function requireLocalHost(request: IncomingMessage): void {
  const address = addressOfHost(request.headers.host ?? '')
  if (!address || !isThisMachine(address))
    throw new Problem('misdirected_request', 'The demo answers only to localhost, 127.0.0.1 and [::1].')
  if (isForwarded(request.headers))
    throw new Problem(
      'misdirected_request',
      'The demo answers no request that a proxy passed on; send it to this machine directly, without X-Forwarded-For, Forwarded, Via and the like.'
    )
}

const forwardingHeaders: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-original-host',
  'cf-connecting-ip',
  'true-client-ip'
])

/** Whether a request has a header that proxies add; a proxy that adds none cannot be detected. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some(name => forwardingHeaders.has(name) || name.startsWith('x-forwarded'))
}
