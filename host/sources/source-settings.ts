import { type Product, ProductError, type Settings, Type } from '@product-host/sdk'
import type { GivenSetting } from '../entries/account-value.js'

/** The code of a call that lacks a setting, with what it means. */
export const settingErrors = { setting_missing: 'The account has not entered a setting that the server needs.' }

/** The settings of a product whose server is given them. */
export function settingsSchema(settings: readonly GivenSetting[]): NonNullable<Product['settings']> {
  const properties = settings.map(({ setting, title = setting, description, isSecret, pattern }) => {
    const about = {
      title,
      ...(description !== undefined && { description }),
      ...(pattern !== undefined && { pattern }),
      ...(isSecret && { writeOnly: true })
    }
    return [setting, Type.Optional(Type.String({ ...about, minLength: 1 }))] as const
  })
  return Type.Object(Object.fromEntries(properties))
}

/** Throws the expected failure of a call whose account lacks a setting that the server needs. */
export function requireSettings(settings: readonly GivenSetting[], entered: Settings): void {
  const missing = settings.find(({ setting, isRequired }) => isRequired && entered[setting] === undefined)
  if (!missing) return
  const message = `The setting "${missing.setting}" of the product is missing.`
  throw new ProductError('setting_missing', message, { details: { setting: missing.setting } })
}
