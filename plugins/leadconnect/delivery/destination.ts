import type { Issue, Settings, Webhook } from '@product-host/sdk'
import { usualTimeoutMs } from '../limits.js'
import type { EventType } from './event.js'

/** The built-in destination that stores leads and delivers nothing. */
export const inbox = 'inbox'

/** The built-in destination that stands for whatever the rules say. */
export const byRules = 'route'

/** The issue of a destination that a call names without a letter, a digit or a sign. */
export const unnamedDestination: Issue = {
  pointer: '#/destination',
  code: 'invalid_destination',
  detail: 'has no letter and no digit',
  fix: 'Send a name such as crm.'
}

/** A receiver of leads, as the account's settings describe it. */
export interface Destination {
  readonly name: string
  /** The settings that hold its address, its secrets and its authorization. */
  readonly endpoint: Pick<Webhook, 'url' | 'secret' | 'authorization'>
  /** Only these events are delivered; all when left out. */
  readonly events?: readonly string[]
  readonly isEnabled: boolean
  readonly timeoutMs: number
}

/** The destination of that name; undefined while it has no address. */
export function destinationOf(settings: Settings, name: string): Destination | undefined {
  const setting = (part: string) => settings[`destination.${name}.${part}`]
  if (setting('url') === undefined) return undefined
  const events = setting('events')
    ?.split(',')
    .map(event => event.trim())
  return {
    name,
    endpoint: endpointOf(settings, `destination.${name}`),
    isEnabled: setting('enabled') !== 'false',
    timeoutMs: Number(setting('timeoutMs') ?? usualTimeoutMs),
    ...(events && { events })
  }
}

/** A destination without a secret gets deliveries that are not signed. */
function endpointOf(settings: Settings, prefix: string): Destination['endpoint'] {
  const url = { setting: `${prefix}.url` }
  const authorization = { setting: `${prefix}.authorization` }
  const [setting, previous] = [`${prefix}.secret`, `${prefix}.secretPrevious`].filter(
    name => settings[name] !== undefined
  )
  if (setting === undefined) return { url, authorization }
  return { url, authorization, secret: { setting, ...(previous !== undefined && { previous }) } }
}

/** Every destination with an address. */
export function destinationsOf(settings: Settings): readonly Destination[] {
  return Object.keys(settings)
    .flatMap(name => /^destination\.([^.]+)\.url$/.exec(name)?.[1] ?? [])
    .flatMap(name => destinationOf(settings, name) ?? [])
}

/** What becomes of an event at first: nothing is sent, it is on its way, or it waits until its destination is ready. */
export type InitialStatus = 'stored' | 'waiting' | 'held'

/** How the destination of that name receives events of that type, before anything is sent. */
export function initialStatusOf(settings: Settings, name: string, type: EventType): InitialStatus {
  if (name === inbox) return 'stored'
  if (name === byRules) return 'waiting'
  const destination = destinationOf(settings, name)
  if (!destination?.isEnabled) return 'held'
  return destination.events?.includes(type) === false ? 'stored' : 'waiting'
}
