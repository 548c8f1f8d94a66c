import type { Fault, Settings } from '@product-host/sdk'
import { settingFault } from '../settings.js'

/** Headers that the connection itself is made of, so that no setting may change them. */
const ownHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])

const headerSetting = /^probe\.([^.]+)\.header\.(.+)$/

/** The secret headers of a target, by the settings; none when there are none. */
export function headersOf(settings: Settings, name: string): Readonly<Record<string, string>> {
  const prefix = `probe.${name}.header.`
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value])
  )
}

/** Whether a target's secret headers may be sent to an address: only to the origin that its settings name. */
export function mayCarryHeaders(settings: Settings, name: string, url: URL): boolean {
  return originOf(settings[`probe.${name}.origin`]) === url.origin
}

/** What is wrong with the origins and headers among the settings. */
export function headerFaults(settings: Settings): readonly Fault[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    if (/^probe\.[^.]+\.origin$/.test(key) && originOf(value) === undefined)
      return [
        settingFault(
          key,
          'is not an origin',
          'Set scheme, host and, where needed, port alone: https://api.example.com.'
        )
      ]
    const [, name, header] = headerSetting.exec(key) ?? []
    if (name === undefined || header === undefined) return []
    if (isOwnHeader(header))
      return [settingFault(key, 'is a header that no setting may change', 'Leave this header out.')]
    if (settings[`probe.${name}.origin`] === undefined)
      return [settingFault(key, `has no probe.${name}.origin beside it`, 'Set the origin that this header is sent to.')]
    return []
  })
}

function isOwnHeader(header: string): boolean {
  return ownHeaders.has(header.toLowerCase()) || header.toLowerCase().startsWith('proxy-')
}

/** The origin that a text names and nothing more; undefined when it names more, or something else. */
function originOf(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? '')
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.href === `${url.origin}/` ? url.origin : undefined
}
