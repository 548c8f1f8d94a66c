import { hash } from 'node:crypto'
import { jsonReply } from '../reply.js'
import type { HostRequest } from './message.js'
import { sendEmpty, sendReply } from './reply.js'

/** A document that changes rarely, with its entity tag. */
export interface Page {
  readonly text: string
  readonly etag: string
}

/** Makes a page of a JSON value. */
export function pageOf(body: unknown): Page {
  const text = JSON.stringify(body)
  return { text, etag: `"${hash('sha256', text, 'base64url').slice(0, 27)}"` }
}

/** Sends a page, or 304 to who has it. */
export function sendPage(
  { exchange, headers }: HostRequest,
  { text, etag }: Page,
  more: Readonly<Record<string, string>> = {}
): void {
  const cache = { ETag: etag, 'Cache-Control': 'public, max-age=60', ...more }
  const known = (headers['if-none-match'] ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) sendEmpty(exchange, 304, cache)
  else sendReply(exchange, jsonReply(200, text, cache))
}
