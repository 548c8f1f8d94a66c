import type { Fault, Settings } from '@product-host/sdk'
import { isTimeZone } from './calendar.js'

/** What the schema cannot say: ranges, the order of floor and target, the time zone, the alert's address and secret. */
export function checkSettings(settings: Settings): readonly Fault[] {
  return [...rangeFaults(settings), ...orderFaults(settings), ...zoneFaults(settings), ...alertFaults(settings)]
}

const ranges = [
  { name: 'resalePer1kGbp', least: 0, most: 10_000 },
  { name: 'targetMarginPct', least: 0, most: 100 },
  { name: 'floorMarginPct', least: 0, most: 100 },
  { name: 'monthlyBudgetGbp', least: 0.01, most: 999_999_999 },
  { name: 'anomalyZ', least: 1, most: 100 }
]

function rangeFaults(settings: Settings): readonly Fault[] {
  return ranges.flatMap(({ name, least, most }) => {
    const text = settings[name]
    if (text === undefined || (Number(text) >= least && Number(text) <= most)) return []
    return [fault(name, `is not from ${least} to ${most}`, `Send a number from ${least} to ${most}.`)]
  })
}

function* orderFaults({ floorMarginPct, targetMarginPct }: Settings): Generator<Fault> {
  if (Number(floorMarginPct) > Number(targetMarginPct))
    yield fault('floorMarginPct', 'is above targetMarginPct', 'Send a floor that is not above the target.')
}

function* zoneFaults({ timezone = '' }: Settings): Generator<Fault> {
  if (!isTimeZone(timezone))
    yield fault('timezone', 'is not a known time zone', 'Send an IANA name such as Europe/London.')
}

function* alertFaults({ 'alert.url': url, 'alert.secret': secret }: Settings): Generator<Fault> {
  if (url !== undefined && !isWebAddress(url))
    yield fault('alert.url', 'is not a web address', 'Send an http or https URL without credentials in it.')
  if (url !== undefined && secret === undefined)
    yield fault('alert.secret', 'is missing', 'Send the secret that alerts to alert.url are signed with.')
  if (secret !== undefined && !isSecret(secret))
    yield fault('alert.secret', 'is not a signing secret', 'Send whsec_ and 24 to 64 bytes in base64.')
}

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
}

/** The form that Standard Webhooks 1.0 gives symmetric secrets. */
function isSecret(text: string): boolean {
  const base64 = text.replace(/^whsec_/, '')
  const bytes = Buffer.from(base64, 'base64')
  return base64 !== text && bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64
}

function fault(name: string, detail: string, fix: string): Fault {
  return { pointer: `#/settings/${name}`, detail, fix }
}
