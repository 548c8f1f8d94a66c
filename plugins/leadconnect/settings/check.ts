import type { Fault, Settings } from '@product-host/sdk'
import { byRules, inbox } from '../delivery/destination.js'
import { destinationFaults, memberFaults, ownerFaults, ruleFaults, targetFaults } from './targets.js'
import { addressFaults, type Complaint, hoursFaults, secretFaults, zoneFaults } from './values.js'

/** Judges the value of one setting; `own` is the part of its name that the account chose. */
type Judge = (value: string, settings: Settings, own: string) => readonly Complaint[]

const judges: Readonly<Record<string, Judge>> = {
  'destination.*.url': addressFaults,
  'destination.*.secret': secretFaults,
  'destination.*.secretPrevious': secretFaults,
  'rule.*.when': ruleFaults,
  'rule.*.to': targetFaults,
  'pool.*.members': memberFaults,
  'owner.*.hours': hoursFaults,
  'owner.*.timezone': zoneFaults,
  'owner.*.destination': destinationFaults,
  'fallback.owner': ownerFaults,
  'fallback.destination': destinationFaults,
  timezone: zoneFaults
}

/** What the schema cannot say of an account's settings: every fault with the setting that it lies in. */
export function checkSettings(settings: Settings): readonly Fault[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const [family = '', own = '', part] = name.split('.')
    const complaints =
      family === 'destination' && [inbox, byRules].includes(own)
        ? [{ code: 'reserved_name', detail: 'is of a built-in destination', fix: 'Choose another name.' }]
        : (judges[part === undefined ? name : `${family}.*.${part}`]?.(value, settings, own) ?? [])
    return complaints.map(complaint => ({ pointer: `#/settings/${name}`, ...complaint }))
  })
}
