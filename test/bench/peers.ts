import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import express from 'express'
import { fastify, LogController } from 'fastify'
import { messageClasses } from './host.js'
import { answerSchema, bodySchema, type Job, type JobBody } from './job.js'

/** The route of the execute call that every server has. */
export const executeRoute = '/api/v1/products/bench/execute'

/** Bytes that a bare server describes a product with, and their entity tag. */
export interface Description {
  readonly body: string
  readonly etag: string
}

/** Starts a peer: the bare job in one framework, replies sent at once or `isBatched` per turn of the event loop. Its port. */
export type StartPeer = (job: Job, isBatched: boolean, description: Description) => Promise<number>

/** The peers by name. */
export const peers: Readonly<Record<'bare' | 'fastify' | 'express' | 'express-prototypes', StartPeer>> = {
  bare,
  fastify: startFastify,
  express: (job, isBatched) => listen(createServer(expressApp(job, isBatched))),
  'express-prototypes': (job, isBatched) => {
    const app = expressApp(job, isBatched)
    const classes = messageClasses()
    classes.adopt(app)
    return listen(createServer(classes, app))
  }
}

type Later = (reply: () => void) => void

/** Runs replies at once, or those of one turn of the event loop together. */
function replies(isBatched: boolean): Later {
  if (!isBatched) return reply => reply()
  let waiting: (() => void)[] = []
  const flush = () => {
    const due = waiting
    waiting = []
    for (const reply of due) reply()
  }
  return reply => {
    if (waiting.push(reply) === 1) setImmediate(flush)
  }
}

function bare(job: Job, isBatched: boolean, description: Description): Promise<number> {
  const later = replies(isBatched)
  const described = Buffer.from(description.body)
  return listen(
    createServer((request, response) => {
      const { method, url } = request
      const startedAt = performance.now()
      const requestId = job.newRequestId()
      response.once('finish', () =>
        job.note({ requestId, method, route: url, status: response.statusCode, ms: performance.now() - startedAt })
      )
      const send = (status: number, body?: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
        later(() => {
          const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
          const type = { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-Id': requestId }
          response.writeHead(status, { ...type, ...length, ...headers }).end(body)
        })
      if (method === 'POST' && url === executeRoute)
        return void execute(job, request, response, requestId, startedAt, send)
      if (url === '/livez') return send(200, '{"status":"alive"}')
      if (url === '/api/v1/products/core/execute')
        return request.headers['if-none-match'] === description.etag
          ? send(304, undefined, { ETag: description.etag })
          : send(200, described, { ETag: description.etag })
      send(404, '{"ok":false}')
    })
  )
}

function execute(
  job: Job,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  startedAt: number,
  send: (status: number, body: string) => void
): void {
  const account = job.authenticate(request.headers.authorization)
  if (account === undefined) return void send(401, '{"ok":false}')
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', async () => {
    try {
      const [first = Buffer.alloc(0)] = chunks
      const text = (chunks.length === 1 ? first : Buffer.concat(chunks)).toString()
      const body: unknown = JSON.parse(text)
      if (!job.check(body)) return send(400, '{"ok":false}')
      send(200, JSON.stringify(await job.run(account, body, requestId, startedAt)))
    } catch {
      if (!response.headersSent) send(500, '{"ok":false}')
    }
  })
}

async function startFastify(job: Job, isBatched: boolean): Promise<number> {
  const logController = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' })
  const app = fastify({ loggerInstance: job.log, logController, genReqId: () => job.newRequestId() })
  app.decorateRequest('account', '')
  app.decorateRequest('startedAt', 0)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime }, 'request')
    done()
  })
  if (isBatched) {
    const later = replies(true)
    app.addHook('onSend', (_request, _reply, payload, done) => later(() => done(null, payload)))
  }
  app.post<{ Body: JobBody }>(
    executeRoute,
    {
      schema: { body: bodySchema, response: { 200: answerSchema } },
      onRequest(request, reply, done) {
        request.startedAt = performance.now()
        const account = job.authenticate(request.headers.authorization)
        if (account === undefined) return void reply.code(401).send({ ok: false })
        request.account = account
        done()
      }
    },
    async (request, reply) => {
      const answer = await job.run(request.account, request.body, request.id, request.startedAt)
      reply.header('X-Request-Id', request.id)
      return answer
    }
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  return portOf(app.server)
}

declare module 'fastify' {
  interface FastifyRequest {
    account: string
    startedAt: number
  }
}

function expressApp(job: Job, isBatched: boolean) {
  const later = replies(isBatched)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use((request, response, next) => {
    const startedAt = performance.now()
    const requestId = job.newRequestId()
    Object.assign(response.locals, { startedAt, requestId })
    response.once('finish', () => {
      const route: unknown = request.route?.path
      job.note({
        requestId,
        method: request.method,
        route: typeof route === 'string' ? route : undefined,
        status: response.statusCode,
        ms: performance.now() - startedAt
      })
    })
    next()
  })
  app.post(
    executeRoute,
    (request, response, next) => {
      const account = job.authenticate(request.headers.authorization)
      if (account === undefined) return void response.status(401).json({ ok: false })
      response.locals.account = account
      next()
    },
    express.json(),
    async (request, response) => {
      if (!job.check(request.body)) return void response.status(400).json({ ok: false })
      const { account, requestId, startedAt } = response.locals
      const answer = await job.run(account, request.body, requestId, startedAt)
      later(() => response.set('X-Request-Id', requestId).json(answer))
    }
  )
  return app
}

function listen(server: Server): Promise<number> {
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(portOf(server))))
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
