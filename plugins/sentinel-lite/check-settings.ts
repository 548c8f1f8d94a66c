import type { Fault, Settings } from '@product-host/sdk'
import { bounds, scheduleSeconds } from './bounds.js'
import { cronFault, cronFix, isZone, zoneFix } from './heartbeat/cron.js'
import { monitorsInSettings } from './heartbeat/schedule.js'
import { headerFaults } from './probe/headers.js'
import { listed, numberSettings, settingFault } from './settings.js'

/** What the schema of the settings cannot say: ranges, ports, zones, cron patterns, origins, and settings that need each other. */
export function checkSettings(settings: Settings): readonly Fault[] {
  return [
    ...Object.entries(numberSettings).flatMap(([key, range]) => rangeFaults(settings, key, range)),
    ...portFaults(settings),
    ...zoneFaults(settings, 'timezone'),
    ...monitorsInSettings(settings).flatMap(name => heartbeatFaults(settings, name)),
    ...headerFaults(settings),
    ...alertFaults(settings)
  ]
}

function heartbeatFaults(settings: Settings, name: string): readonly Fault[] {
  const of = (field: string) => `heartbeat.${name}.${field}`
  const cron = settings[of('cron')]
  const faults = [
    ...scheduleSeconds.flatMap(field => rangeFaults(settings, of(field), bounds[field])),
    ...zoneFaults(settings, of('timezone'))
  ]
  const detail = cron === undefined ? undefined : cronFault(cron)
  if (detail !== undefined) faults.push(settingFault(of('cron'), detail, cronFix))
  if (cron !== undefined && settings[of('periodSeconds')] !== undefined)
    faults.push(
      settingFault(of('periodSeconds'), 'stands beside a cron pattern', 'Set a period or a cron pattern, not both.')
    )
  if (Number(settings[of('minRunSeconds')] ?? 0) > Number(settings[of('maxRunSeconds')] ?? Infinity))
    faults.push(settingFault(of('minRunSeconds'), 'is over maxRunSeconds', 'Set it to maxRunSeconds at most.'))
  return faults
}

function rangeFaults(
  settings: Settings,
  key: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number }
): readonly Fault[] {
  const value = settings[key]
  if (value === undefined || (Number(value) >= minimum && Number(value) <= maximum)) return []
  return [
    settingFault(key, `is not from ${minimum} to ${maximum}`, `Set a whole number from ${minimum} to ${maximum}.`)
  ]
}

function portFaults({ allowedPorts }: Settings): readonly Fault[] {
  const { minimum, maximum } = bounds.port
  const ports = listed(allowedPorts)
  const areSound = ports.every(port => /^\d{1,5}$/.test(port) && Number(port) >= minimum && Number(port) <= maximum)
  if (allowedPorts === undefined || (areSound && ports.length > 0 && ports.length <= 20)) return []
  const fix = `Set 1 to 20 numbers from ${minimum} to ${maximum} with commas between them.`
  return [settingFault('allowedPorts', 'is not a list of ports', fix)]
}

function zoneFaults(settings: Settings, key: string): readonly Fault[] {
  const zone = settings[key]
  return zone === undefined || isZone(zone) ? [] : [settingFault(key, 'is not a zone of the IANA database', zoneFix)]
}

function alertFaults({ 'alert.url': url, 'alert.secret': secret }: Settings): readonly Fault[] {
  const faults: Fault[] = []
  if (url !== undefined && !isAlertAddress(url))
    faults.push(
      settingFault(
        'alert.url',
        'is not an http or https address without credentials',
        'Set it as https://example.com/hook.'
      )
    )
  if (url !== undefined && secret === undefined)
    faults.push(
      settingFault('alert.secret', 'is missing', 'Set it beside alert.url: alerts leave signed or not at all.')
    )
  return faults
}

function isAlertAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
