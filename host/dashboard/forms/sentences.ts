import type { FieldIssue } from '../api/problem.js'

/** What is wrong with a value, by the keyword of JSON Schema that it violates. */
export const sentences: Readonly<Record<string, (limit: unknown) => string>> = {
  required: () => 'This field is required.',
  type: type => `This must be ${typeText(type)}.`,
  const: value => `This must be ${String(value)}.`,
  enum: values => `This must be one of ${listText(values)}.`,
  minLength: limit => (limit === 1 ? 'This field is required.' : `Enter at least ${limit} characters.`),
  maxLength: limit => `Enter at most ${limit} characters.`,
  minimum: limit => `This must be ${limit} or more.`,
  maximum: limit => `This must be ${limit} or less.`,
  exclusiveMinimum: limit => `This must be more than ${limit}.`,
  exclusiveMaximum: limit => `This must be less than ${limit}.`,
  multipleOf: limit => `This must be a multiple of ${limit}.`,
  minItems: limit => `Enter at least ${limit} ${limit === 1 ? 'item' : 'items'}.`,
  maxItems: limit => `Enter at most ${limit} ${limit === 1 ? 'item' : 'items'}.`,
  uniqueItems: () => 'All items must be different.',
  pattern: () => 'This does not have the required format.',
  format: format => `This is not a valid ${formats[String(format)] ?? String(format)}.`,
  anyOf: () => 'This does not have one of the allowed forms.',
  oneOf: () => 'This does not have one of the allowed forms.'
}

/** What people call the formats of JSON Schema. */
const formats: Readonly<Record<string, string>> = {
  'date-time': 'date and time',
  email: 'e-mail address',
  uri: 'address, such as https://example.com',
  time: 'time of day'
}

/** An issue that the host reports about a field, in the words of the form. */
export function issueSentence({ code = '', expected, detail, fix }: FieldIssue): string {
  const sentence = expected === undefined ? undefined : sentences[camelCase(code)]
  return sentence?.(expected) ?? [`This ${detail}.`, fix].filter(Boolean).join(' ')
}

function camelCase(code: string): string {
  return code.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}

function typeText(type: unknown): string {
  const names: Readonly<Record<string, string>> = {
    integer: 'a whole number',
    number: 'a number',
    boolean: 'yes or no',
    string: 'text',
    array: 'a list',
    object: 'an object'
  }
  return [type]
    .flat()
    .map(each => names[String(each)] ?? String(each))
    .join(' or ')
}

function listText(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : String(values)
}
