import { createHash } from 'node:crypto'
import type { Fault } from '@product-host/sdk'
import { longestSlug, slugOf } from '../slug.js'

/** Longest address that a summary shows. */
const longestShown = 80

/** The address that a text names, without its fragment, or what is wrong with it. */
export function readAddress(text: string): URL | Fault {
  const pointer = '#/url'
  const fix = 'Send an address such as https://example.com/health.'
  const url = URL.parse(text.trim())
  if (!url) return { pointer, detail: 'is not an address', fix }
  if (!/^https?:$/.test(url.protocol)) return { pointer, detail: 'is not an http or https address', fix }
  if (url.username !== '' || url.password !== '')
    return {
      pointer,
      detail: 'holds credentials',
      fix: 'Leave them out; set probe.<name>.header.Authorization in the settings instead.'
    }
  url.hash = ''
  return url
}

/** The name of a target that was given none: host and path as a slug, ending in a digest where that is cut. */
export function defaultName(url: URL): string {
  const slug = slugOf(`${url.host}${url.pathname}`)
  if (slug.length <= longestSlug) return slug
  const digest = createHash('sha256').update(`${url.host}${url.pathname}`).digest('hex').slice(0, 8)
  return `${slug.slice(0, longestSlug - digest.length - 1).replace(/-+$/, '')}-${digest}`
}

/** An address as a sentence shows it: without its query. */
export function shownAddress(url: URL): string {
  const shown = `${url.origin}${url.pathname === '/' ? '' : url.pathname}`
  return shown.length > longestShown ? `${shown.slice(0, longestShown - 1)}…` : shown
}
