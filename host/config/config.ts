import type { Issue, Settings } from '@product-host/sdk'
import { type SettingsRules, settingPointer } from '@product-host/sdk/runtime'
import { isJsonObject } from '../base/json.js'

/** An account's configuration of a connection product, with its secrets in clear: for the host only. */
export interface AccountConfig {
  readonly enabled: boolean
  readonly settings: Settings
  /** The names of the secrets that are stored and that no key decrypts; they are not among the settings. */
  readonly unreadable: readonly string[]
  /** 0 if it was never saved; each change adds one. */
  readonly revision: number
  /** ISO 8601; undefined if it was never saved. */
  readonly updatedAt: string | undefined
  /** The `name` of the destination for which the settings were saved; left out where the product had none. */
  readonly savedFor?: string
}

/** The origins that the host sends a product's settings to: an account saves them for these alone. */
export interface SettingsDestination {
  readonly origins: readonly string[]
  /** Differs for other origins. */
  readonly name: string
  /** Whether it is another one than before, which no operator has approved. */
  readonly isMoved: boolean
  /** Whether what was saved for a destination may be sent to this one; undefined for what was saved before the store had names for them. */
  accepts(savedFor: string | undefined): boolean
}

/** Why a product gets none of an account's settings, as a sentence; undefined where it gets them. */
export function withheldReason(
  { settings, savedFor }: Pick<AccountConfig, 'settings' | 'savedFor'>,
  destination: SettingsDestination | undefined
): string | undefined {
  if (!destination || Object.keys(settings).length === 0 || destination.accepts(savedFor)) return undefined
  return `The settings were saved for another address than ${destination.origins.join(' and ')}, where they would be sent now; save them again.`
}

/** The changes of a revision, without values. */
export interface Revision {
  readonly revision: number
  /** ISO 8601. */
  readonly at: string
  readonly keyId: string
  readonly enabled: boolean
  /** The names of the settings that were added, changed or removed. */
  readonly changed: readonly string[]
}

/** A revision with the settings that it had, secrets masked. */
export interface StoredRevision extends Revision {
  /** Left out of the oldest revisions, if all would take too much room. */
  readonly settings?: Settings
}

/** Replaces a secret in every answer; sent back, it leaves the secret unchanged. */
export const mask = '********'

/** The config of an account that has saved none. */
export const neverSaved: AccountConfig = {
  enabled: true,
  settings: {},
  unreadable: [],
  revision: 0,
  updatedAt: undefined
}

/** A change that a caller sends; omitted members do not change. */
export interface ConfigUpdate {
  readonly enabled?: boolean
  /** All settings: they replace the present ones. */
  readonly settings?: Settings
}

/** The result of a change: a config to save, or its issues. */
type ValidatedChange =
  | { readonly issues: readonly Issue[] }
  | { readonly enabled: boolean; readonly settings: Settings; readonly changed: readonly string[] }

const nameForm = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/

const longestValue = 4_096

const mostNames = 1_024

/** The members of a request's body. */
export const changeMembers = ['enabled', 'settings'] as const satisfies readonly (keyof ConfigUpdate)[]

/** The change in a request's body. */
export function readChange(
  body: Readonly<Record<string, unknown>>
): ConfigUpdate | { readonly issues: readonly Issue[] } {
  const { enabled, settings } = body
  const issues: Issue[] = []
  if (enabled !== undefined && typeof enabled !== 'boolean') issues.push(typeIssue('#/enabled', 'a boolean'))
  if (settings !== undefined && !isJsonObject(settings)) issues.push(typeIssue('#/settings', 'an object of strings'))
  if (isJsonObject(settings)) issues.push(...settingIssues(settings))
  if (issues.length > 0) return { issues }
  return {
    ...(typeof enabled === 'boolean' && { enabled }),
    ...(isJsonObject(settings) && { settings: settings as Settings })
  }
}

/**
 * Validates a change of a config by the product's rules. A masked secret keeps its value, unless the address that it is
 * sent to changes.
 */
export function validateChange(
  before: AccountConfig,
  change: ConfigUpdate,
  rules: SettingsRules,
  destination?: SettingsDestination
): ValidatedChange {
  const { enabled = before.enabled } = change
  if (!change.settings) return { enabled, settings: before.settings, changed: [] }
  const settings = Object.fromEntries(
    Object.entries(change.settings).map(([name, value]) => [
      name,
      isMaskedSecret(name, value, rules) ? (before.settings[name] ?? mask) : value
    ])
  )
  const masked = maskedSecretIssues(before, change.settings, settings, rules, withheldReason(before, destination))
  const issues = [...masked, ...rules.check(settings)]
  if (issues.length > 0) return { issues }
  const names = new Set([...Object.keys(before.settings), ...before.unreadable, ...Object.keys(settings)])
  const isChanged = (name: string) => before.unreadable.includes(name) || before.settings[name] !== settings[name]
  return { enabled, settings, changed: [...names].filter(isChanged).sort() }
}

function maskedSecretIssues(
  { settings: before, unreadable }: AccountConfig,
  sent: Settings,
  after: Settings,
  rules: SettingsRules,
  withheld: string | undefined
): readonly Issue[] {
  const [resolvedBefore, resolvedAfter] = [rules.resolve(before), rules.resolve(after)]
  return Object.entries(sent).flatMap(([name, value]): Issue[] => {
    if (!isMaskedSecret(name, value, rules)) return []
    const pointer = settingPointer(name)
    if (unreadable.includes(name))
      return [
        {
          pointer,
          code: 'secret_needed',
          detail: 'is stored, but no key of this host decrypts it',
          fix: 'Send the secret again.'
        }
      ]
    if (before[name] === undefined)
      return [
        {
          pointer,
          code: 'no_secret',
          detail: 'is masked, and no secret is stored under this name',
          fix: 'Send the secret itself.'
        }
      ]
    if (withheld !== undefined)
      return [
        {
          pointer,
          code: 'secret_needed',
          detail: 'is stored for another address than it would be sent to now',
          fix: 'Send the secret again.'
        }
      ]
    const address = rules.addressOf(name)
    if (address === undefined || resolvedBefore[address] === resolvedAfter[address]) return []
    const detail = `is stored for the address in ${address}, which changes`
    return [{ pointer, code: 'secret_needed', detail, fix: 'Send the secret again, together with the new address.' }]
  })
}

function isMaskedSecret(name: string, value: string, rules: SettingsRules): boolean {
  return value === mask && rules.isSecret(name)
}

function settingIssues(settings: Readonly<Record<string, unknown>>): readonly Issue[] {
  const entries = Object.entries(settings)
  if (entries.length > mostNames)
    return [
      {
        pointer: '#/settings',
        code: 'max_properties',
        detail: `has more than ${mostNames} members`,
        fix: `Send at most ${mostNames} settings.`
      }
    ]
  return entries.flatMap(([name, value]): Issue[] => {
    if (!nameForm.test(name))
      return [
        {
          pointer: '#/settings',
          code: 'pattern',
          detail: 'has a name that is not allowed',
          fix: `Send names that match ${nameForm.source}.`
        }
      ]
    if (typeof value !== 'string') return [typeIssue(settingPointer(name), 'a string')]
    if (value.length > longestValue && [...value].length > longestValue)
      return [
        {
          pointer: settingPointer(name),
          code: 'max_length',
          detail: `is longer than ${longestValue} characters`,
          fix: 'Send a shorter value.'
        }
      ]
    return []
  })
}

function typeIssue(pointer: string, what: string): Issue {
  return { pointer, code: 'type', detail: `is not ${what}`, fix: `Send ${what}.` }
}
