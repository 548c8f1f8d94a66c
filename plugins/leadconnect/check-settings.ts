import type { Issue, Settings } from '@product-host/sdk'
import { isTimeZone } from '@product-host/toolkit/calendar'
import { byRules, destinationOf, inbox } from './delivery/destination.js'
import { conditionIssues } from './routing/conditions.js'
import { listedOwners, poolOf, targetOf } from './routing/roster.js'

/** Checks the value of one setting; `own` is the part of its name that the account chose. */
type SettingCheck = (value: string, settings: Settings, own: string) => readonly SettingIssue[]

const settingChecks: Readonly<Record<string, SettingCheck>> = {
  'destination.*.url': addressIssues,
  'destination.*.secret': secretIssues,
  'destination.*.secretPrevious': secretIssues,
  'rule.*.when': ruleIssues,
  'rule.*.to': targetIssues,
  'pool.*.members': memberIssues,
  'owner.*.hours': hoursIssues,
  'owner.*.timezone': zoneIssues,
  'owner.*.destination': destinationIssues,
  'fallback.owner': ownerIssues,
  'fallback.destination': destinationIssues,
  timezone: zoneIssues
}

/** What the schema cannot say of an account's settings: every issue with its setting. */
export function checkSettings(settings: Settings): readonly Issue[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const [family = '', own = '', part] = name.split('.')
    const complaints =
      family === 'destination' && [inbox, byRules].includes(own)
        ? [{ code: 'reserved_name', detail: 'is of a built-in destination', fix: 'Choose another name.' }]
        : (settingChecks[part === undefined ? name : `${family}.*.${part}`]?.(value, settings, own) ?? [])
    return complaints.map(complaint => ({ pointer: `#/settings/${name}`, ...complaint }))
  })
}

/** An issue whose pointer the caller knows. */
type SettingIssue = Omit<Issue, 'pointer'>

/** Checks the address of a destination. */
function addressIssues(value: string, settings: Settings): readonly SettingIssue[] {
  const address = URL.parse(value)
  if (!address)
    return [
      { code: 'invalid_url', detail: 'is not an address', fix: 'Send an address such as https://crm.example/leads.' }
    ]
  if (address.username !== '' || address.password !== '')
    return [
      {
        code: 'credentials_in_url',
        detail: 'holds a user name or a password',
        fix: 'Leave them out, and set the authorization header of the destination (authorization).'
      }
    ]
  if (address.protocol === 'http:' && settings.allowHttp !== 'true')
    return [
      {
        code: 'not_https',
        detail: 'is not https',
        fix: 'Send an https URL, or turn on “Allow http:// destinations” (allowHttp).'
      }
    ]
  return []
}

/** Checks a signing secret, whose length the schema knows: what follows the prefix has to be sound base64. */
function secretIssues(value: string): readonly SettingIssue[] {
  const key = value.replace(/^whsec_/, '')
  if (Buffer.from(key, 'base64').toString('base64') === key) return []
  return [
    {
      code: 'invalid_secret',
      detail: 'is not base64',
      fix: 'Send whsec_ and 24 to 64 random bytes in base64, with padding.'
    }
  ]
}

/** Checks the name of a time zone. */
function zoneIssues(value: string): readonly SettingIssue[] {
  if (isTimeZone(value)) return []
  return [{ code: 'unknown_timezone', detail: 'is not a time zone', fix: 'Send an IANA name such as Europe/London.' }]
}

/** Checks working hours. */
function hoursIssues(value: string): readonly SettingIssue[] {
  const [start, end] = value.split('-').map(time => time.replace(/^0(?=\d)/, '').replace(/:00$/, ''))
  if (start !== end) return []
  return [
    {
      code: 'no_hours',
      detail: 'starts when it ends',
      fix: 'Send hours such as 09-17, or leave them out for any time.'
    }
  ]
}

/** Checks the condition of a rule. */
function ruleIssues(value: string, settings: Settings, number: string): readonly SettingIssue[] {
  const fix =
    'Send comparisons such as country=GB and score>=70, or JSON Logic with the operators that the README lists.'
  const issues = conditionIssues(value).map(detail => ({ code: 'invalid_rule', detail, fix }))
  if (settings[`rule.${number}.to`] !== undefined) return issues
  return [
    ...issues,
    {
      code: 'rule_without_target',
      detail: 'says when but not to whom',
      fix: `Also set who or what gets the lead (rule.${number}.to).`
    }
  ]
}

/** Checks who or what a rule gives leads to. */
function targetIssues(value: string, settings: Settings): readonly SettingIssue[] {
  const { kind, name } = targetOf(value)
  if (kind === 'owner') return ownerIssues(name, settings)
  if (kind === 'destination') return destinationIssues(name, settings)
  return poolOf(settings, name).length > 0 ? [] : [unknown('pool', 'Set the members of this pool')]
}

/** Checks the name of a destination that leads are sent to. */
function destinationIssues(name: string, settings: Settings): readonly SettingIssue[] {
  if (name === inbox || destinationOf(settings, name)) return []
  return [unknown('destination', 'Set the URL of this destination')]
}

/**
 * Checks the name of an owner: any name while no owners are listed; else one with settings of its own, or in a pool.
 */
function ownerIssues(name: string, settings: Settings): readonly SettingIssue[] {
  const listed = listedOwners(settings)
  return listed.size === 0 || listed.has(name)
    ? []
    : [unknown('owner', 'Add this owner to the owners or to a pool (owner.<name>.active)')]
}

/** Checks the members of a pool. */
function memberIssues(_value: string, settings: Settings, pool: string): readonly SettingIssue[] {
  const names = poolOf(settings, pool).map(({ name }) => name)
  if (new Set(names).size === names.length) return []
  return [
    {
      code: 'repeated_member',
      detail: 'names somebody twice',
      fix: 'Name everybody once, with a weight: priya:2,tom:1.'
    }
  ]
}

function unknown(kind: string, remedy: string): SettingIssue {
  return {
    code: `unknown_${kind}`,
    detail: `names ${kind === 'owner' ? 'an' : 'a'} ${kind} that does not exist`,
    fix: `${remedy}, or name another ${kind}.`
  }
}
