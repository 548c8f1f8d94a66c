import type { Settings } from '@product-host/sdk'
import type { EventType } from './event.js'

/** The built-in destination that keeps leads and delivers nothing. */
export const inbox = 'inbox'
/** The built-in destination that stands for whatever the rules say. */
export const byRules = 'route'

/** Milliseconds for one delivery, where the destination does not say. */
const usualTimeoutMs = 10_000

/** A place that takes leads, as the account's settings describe it. */
export interface Destination {
  readonly name: string
  readonly url: string
  /** What deliveries are signed with: the secret, and the one before it while that is set. */
  readonly secrets: readonly string[]
  readonly authorization?: string
  /** Only these events are delivered; all when left out. */
  readonly events?: readonly string[]
  readonly isEnabled: boolean
  readonly timeoutMs: number
}

/** The destination of that name; undefined while it has no address. */
export function destinationOf(settings: Settings, name: string): Destination | undefined {
  const setting = (part: string) => settings[`destination.${name}.${part}`]
  const url = setting('url')
  if (url === undefined) return undefined
  const authorization = setting('authorization')
  const events = setting('events')
    ?.split(',')
    .map(event => event.trim())
  return {
    name,
    url,
    secrets: [setting('secret'), setting('secretPrevious')].filter(secret => secret !== undefined),
    isEnabled: setting('enabled') !== 'false',
    timeoutMs: Number(setting('timeoutMs') ?? usualTimeoutMs),
    ...(authorization !== undefined && { authorization }),
    ...(events && { events })
  }
}

/** Every destination with an address. */
export function destinationsOf(settings: Settings): readonly Destination[] {
  return Object.keys(settings)
    .flatMap(name => /^destination\.([^.]+)\.url$/.exec(name)?.[1] ?? [])
    .flatMap(name => destinationOf(settings, name) ?? [])
}

/** What becomes of an event at first: nothing is sent, it is on its way, or it waits until its destination is ready. */
export type Reception = 'stored' | 'waiting' | 'held'

/** How the destination of that name receives events of that type, before anything is sent. */
export function receptionOf(settings: Settings, name: string, type: EventType): Reception {
  if (name === inbox) return 'stored'
  if (name === byRules) return 'waiting'
  const destination = destinationOf(settings, name)
  if (!destination?.isEnabled) return 'held'
  return destination.events?.includes(type) === false ? 'stored' : 'waiting'
}
