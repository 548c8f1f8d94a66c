import type { Fault, Settings } from '@product-host/sdk'
import { type SettingsRules, settingPointer } from '@product-host/sdk/runtime'
import { type Config, mask } from './config.js'

/** What a caller asks to save: what is left out stays as it is. */
export interface ConfigChange {
  readonly enabled?: boolean
  /** The whole map of settings. */
  readonly settings?: Settings
}

/** What a change comes to: a config to save, or what is wrong with it. */
export type Judged =
  | { readonly faults: readonly Fault[] }
  | { readonly enabled: boolean; readonly settings: Settings; readonly changed: readonly string[] }

const nameForm = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/
const longestValue = 4_096
const mostNames = 1_024

/** The members of a request's body that make a change. */
export const changeMembers = ['enabled', 'settings'] as const satisfies readonly (keyof ConfigChange)[]

/** The change in a request's body. */
export function readChange(
  body: Readonly<Record<string, unknown>>
): ConfigChange | { readonly faults: readonly Fault[] } {
  const { enabled, settings } = body
  const faults: Fault[] = []
  if (enabled !== undefined && typeof enabled !== 'boolean') faults.push(typeFault('#/enabled', 'a boolean'))
  if (settings !== undefined && !isObject(settings)) faults.push(typeFault('#/settings', 'an object of strings'))
  if (isObject(settings)) faults.push(...settingFaults(settings))
  if (faults.length > 0) return { faults }
  return {
    ...(typeof enabled === 'boolean' && { enabled }),
    ...(isObject(settings) && { settings: settings as Settings })
  }
}

/** Judges a change of a config by the product's rules: masked secrets are kept, but not for another address. */
export function judgeChange(before: Config, change: ConfigChange, rules: SettingsRules): Judged {
  const { enabled = before.enabled } = change
  if (!change.settings) return { enabled, settings: before.settings, changed: [] }
  const settings = Object.fromEntries(
    Object.entries(change.settings).map(([name, value]) => [
      name,
      isKept(name, value, rules) ? (before.settings[name] ?? mask) : value
    ])
  )
  const faults = [...keptFaults(before.settings, change.settings, settings, rules), ...rules.check(settings)]
  if (faults.length > 0) return { faults }
  const names = new Set([...Object.keys(before.settings), ...Object.keys(settings)])
  return { enabled, settings, changed: [...names].filter(name => before.settings[name] !== settings[name]).sort() }
}

function keptFaults(before: Settings, sent: Settings, after: Settings, rules: SettingsRules): readonly Fault[] {
  const [resolvedBefore, resolvedAfter] = [rules.resolve(before), rules.resolve(after)]
  return Object.entries(sent).flatMap(([name, value]): Fault[] => {
    if (!isKept(name, value, rules)) return []
    const pointer = settingPointer(name)
    if (before[name] === undefined)
      return [
        {
          pointer,
          code: 'no_secret',
          detail: 'is masked, and no secret is kept under this name',
          fix: 'Send the secret itself.'
        }
      ]
    const address = rules.addressOf(name)
    if (address === undefined || resolvedBefore[address] === resolvedAfter[address]) return []
    const detail = `is kept for the address in ${address}, which changes`
    return [{ pointer, code: 'secret_needed', detail, fix: 'Send the secret anew, together with the new address.' }]
  })
}

function isKept(name: string, value: string, rules: SettingsRules): boolean {
  return value === mask && rules.isSecret(name)
}

function settingFaults(settings: Readonly<Record<string, unknown>>): readonly Fault[] {
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
  return entries.flatMap(([name, value]): Fault[] => {
    if (!nameForm.test(name))
      return [
        {
          pointer: '#/settings',
          code: 'pattern',
          detail: 'has a name that is not allowed',
          fix: `Send names that match ${nameForm.source}.`
        }
      ]
    if (typeof value !== 'string') return [typeFault(settingPointer(name), 'a string')]
    if (value.length > longestValue)
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

function typeFault(pointer: string, what: string): Fault {
  return { pointer, code: 'type', detail: `is not ${what}`, fix: `Send ${what}.` }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
