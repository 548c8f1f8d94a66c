import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type Application } from 'express'
import { http } from '../node-http.js'
import type { Exchange } from './exchange.js'

declare module 'node:http' {
  interface IncomingMessage {
    exchange: Exchange
  }
}

/** A request, and the address that it came from as the proxies in front say it. */
export type HostRequest = IncomingMessage & { readonly ip?: string | undefined }

/** The classes that `http.createServer` makes requests and responses of. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/**
 * Classes whose prototypes are the application's own. Express otherwise changes the prototype of both objects at every
 * request, which costs more than most of what it does.
 */
export function messageClasses(app: Application): MessageClasses {
  class AppRequest extends http.IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends http.ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, Object.assign(Object.create(express.request), { app }))
  Object.setPrototypeOf(AppResponse.prototype, Object.assign(Object.create(express.response), { app }))
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
