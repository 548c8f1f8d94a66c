import type { Issue, Settings } from '@product-host/sdk'
import { cronFix, cronIssue, isZone, monitorsInSettings, zoneFix } from './heartbeat/schedule.js'
import { bounds, scheduleSeconds } from './limits.js'
import { listed, numberSettings, originOf, settingIssue } from './settings.js'

/** What the schema of the settings cannot say: ranges, ports, zones, cron patterns, origins, and settings that need each other. */
export function checkSettings(settings: Settings): readonly Issue[] {
  return [
    ...Object.entries(numberSettings).flatMap(([key, range]) => rangeIssues(settings, key, range)),
    ...portIssues(settings),
    ...zoneIssues(settings, 'timezone'),
    ...monitorsInSettings(settings).flatMap(name => heartbeatIssues(settings, name)),
    ...headerIssues(settings),
    ...alertIssues(settings)
  ]
}

function heartbeatIssues(settings: Settings, name: string): readonly Issue[] {
  const of = (field: string) => `heartbeat.${name}.${field}`
  const cron = settings[of('cron')]
  const issues = [
    ...scheduleSeconds.flatMap(field => rangeIssues(settings, of(field), bounds[field])),
    ...zoneIssues(settings, of('timezone'))
  ]
  const detail = cron === undefined ? undefined : cronIssue(cron)
  if (detail !== undefined) issues.push(settingIssue(of('cron'), detail, cronFix))
  if (cron !== undefined && settings[of('periodSeconds')] !== undefined)
    issues.push(
      settingIssue(of('periodSeconds'), 'does not go with a cron pattern', 'Set a period or a cron pattern, not both.')
    )
  if (Number(settings[of('minRunSeconds')] ?? 0) > Number(settings[of('maxRunSeconds')] ?? Infinity))
    issues.push(
      settingIssue(
        of('minRunSeconds'),
        'is more than the longest run',
        'Set it to the longest run (maxRunSeconds) at most.'
      )
    )
  return issues
}

function rangeIssues(
  settings: Settings,
  key: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number }
): readonly Issue[] {
  const value = settings[key]
  if (value === undefined || (Number(value) >= minimum && Number(value) <= maximum)) return []
  return [
    settingIssue(key, `is not from ${minimum} to ${maximum}`, `Set a whole number from ${minimum} to ${maximum}.`)
  ]
}

function portIssues({ allowedPorts }: Settings): readonly Issue[] {
  const { minimum, maximum } = bounds.port
  const ports = listed(allowedPorts)
  const areSound = ports.every(port => /^\d{1,5}$/.test(port) && Number(port) >= minimum && Number(port) <= maximum)
  if (allowedPorts === undefined || (areSound && ports.length > 0 && ports.length <= 20)) return []
  const fix = `Set 1 to 20 numbers from ${minimum} to ${maximum} with commas between them.`
  return [settingIssue('allowedPorts', 'is not a list of ports', fix)]
}

function zoneIssues(settings: Settings, key: string): readonly Issue[] {
  const zone = settings[key]
  return zone === undefined || isZone(zone) ? [] : [settingIssue(key, 'is not a zone of the IANA database', zoneFix)]
}

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

/** What is wrong with the origins and headers among the settings. */
function headerIssues(settings: Settings): readonly Issue[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    if (/^probe\.[^.]+\.origin$/.test(key) && originOf(value) === undefined)
      return [
        settingIssue(
          key,
          'is not an origin',
          'Set scheme, host and, where needed, port alone: https://api.example.com.'
        )
      ]
    const [, name, header] = headerSetting.exec(key) ?? []
    if (name === undefined || header === undefined) return []
    if (isOwnHeader(header))
      return [settingIssue(key, 'is a header that no setting may change', 'Leave this header out.')]
    if (settings[`probe.${name}.origin`] === undefined)
      return [
        settingIssue(
          key,
          'needs the origin of its target',
          `Set the origin that the header is sent to (probe.${name}.origin).`
        )
      ]
    return []
  })
}

function isOwnHeader(header: string): boolean {
  return ownHeaders.has(header.toLowerCase()) || header.toLowerCase().startsWith('proxy-')
}

function alertIssues({ 'alert.url': url, 'alert.secret': secret }: Settings): readonly Issue[] {
  const issues: Issue[] = []
  if (url !== undefined && !isAlertAddress(url))
    issues.push(
      settingIssue(
        'alert.url',
        'is not an http or https address without credentials',
        'Set it as https://example.com/hook.'
      )
    )
  if (url !== undefined && secret === undefined)
    issues.push(
      settingIssue(
        'alert.secret',
        'is missing',
        'Set it beside the URL for alerts (alert.url): alerts are always signed.'
      )
    )
  return issues
}

function isAlertAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
