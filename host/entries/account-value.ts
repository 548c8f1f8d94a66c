import { type Static, Type } from '@product-host/sdk'

/** A setting of the account. */
const FromSetting = Type.Object(
  {
    setting: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,127}$' }),
    /** What forms call it; by default, its name. */
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    /** Whether it is stored encrypted and never shown; true when left out. */
    secret: Type.Optional(Type.Boolean()),
    /** Whether calls of an account that has not entered it are refused; true when left out. */
    required: Type.Optional(Type.Boolean()),
    /** What stands before it, such as `Bearer `. */
    prefix: Type.Optional(Type.String()),
    /** What is sent in its place when the host asks a server for its tools, which it does for no account. */
    sample: Type.Optional(Type.String())
  },
  { additionalProperties: false }
)

/** What a server is given: as the operator writes it, or a setting of the account. */
export const AccountValue = Type.Union([Type.String(), FromSetting])

/** What a server is given. */
export type AccountValue = Static<typeof AccountValue>

/** Values by the names of variables or headers. */
export const AccountValues = Type.Record(Type.String({ minLength: 1 }), AccountValue, { default: {} })

/** A setting of an account that a server is given. */
export interface GivenSetting extends Omit<Static<typeof FromSetting>, 'secret' | 'required'> {
  /** What it must match to be sent. */
  readonly pattern?: string
  readonly isSecret: boolean
  readonly isRequired: boolean
}

/** What a header can hold: one line of Latin letters. */
export const headerText = '^[\\t\\x20-\\x7e\\x80-\\xff]*$'

/** What a variable of an environment can hold. */
export const variableText = '^[^\\x00]*$'

/** The settings that values name, each once, and what they must match to be sent. */
export function settingsIn(values: readonly AccountValue[], pattern?: string): readonly GivenSetting[] {
  const given = values
    .filter(value => typeof value !== 'string')
    .map(({ secret: isSecret = true, required: isRequired = true, ...rest }) => ({
      ...rest,
      ...(pattern !== undefined && { pattern }),
      isSecret,
      isRequired
    }))
  return onceEach(given)
}

/** Of several of one name, the last. */
export function onceEach(settings: readonly GivenSetting[]): readonly GivenSetting[] {
  return [...new Map(settings.map(each => [each.setting, each])).values()]
}

/** What is wrong with headers of an entry, as the end of a sentence that begins with the entry; undefined when they can be sent. */
export function headersIssue(headers: Readonly<Record<string, AccountValue>>): string | undefined {
  for (const [name, value] of Object.entries(headers))
    try {
      new Headers({ [name]: typeof value === 'string' ? value : (value.prefix ?? '') })
    } catch {
      return `has a header "${name}" that cannot be sent`
    }
  return undefined
}

/** A setting by its name; undefined where the account has none. */
export type SettingOf = (name: string) => string | undefined

/** The text of a value; undefined where it is a setting that the account has not entered. */
export function textOf(value: AccountValue, settingOf: SettingOf): string | undefined {
  if (typeof value === 'string') return value
  const entered = settingOf(value.setting)
  return entered === undefined ? undefined : (value.prefix ?? '') + entered
}

/** The texts of values by their names; one whose setting the account has not entered is left out. */
export function textsOf(values: Readonly<Record<string, AccountValue>>, settingOf: SettingOf): Record<string, string> {
  const texts = Object.entries(values).map(([name, value]) => [name, textOf(value, settingOf)] as const)
  return Object.fromEntries(texts.filter(text => text[1] !== undefined)) as Record<string, string>
}

/** Whether a text is an absolute http or https URL without user name, password and fragment. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
}
