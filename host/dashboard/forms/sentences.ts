/** What is wrong with a value, by the keyword of its schema that it does not fit. */
export function sentenceFor(keyword: string, limit: unknown): string {
  return sentences[keyword]?.(limit) ?? 'This does not fit.'
}

const sentences: Readonly<Record<string, (limit: unknown) => string>> = {
  required: () => 'This is needed.',
  type: type => `This has to be ${kind(type)}.`,
  const: value => `This has to be ${JSON.stringify(value)}.`,
  enum: values => `This has to be one of ${list(values)}.`,
  minLength: limit => (limit === 1 ? 'This is needed.' : `At least ${limit} characters are needed.`),
  maxLength: limit => `At most ${limit} characters are taken.`,
  minimum: limit => `This has to be ${limit} or more.`,
  maximum: limit => `This has to be ${limit} or less.`,
  exclusiveMinimum: limit => `This has to be more than ${limit}.`,
  exclusiveMaximum: limit => `This has to be less than ${limit}.`,
  multipleOf: limit => `This has to be a multiple of ${limit}.`,
  minItems: limit => `At least ${limit} are needed.`,
  maxItems: limit => `At most ${limit} are taken.`,
  uniqueItems: () => 'No two may be the same.',
  pattern: () => 'This is not of the form that is described.',
  format: format => `This is not a ${format === 'date-time' ? 'date and time' : format}.`,
  anyOf: () => 'This is of none of the forms that are taken.',
  oneOf: () => 'This is of none of the forms that are taken.'
}

function kind(type: unknown): string {
  const names: Readonly<Record<string, string>> = {
    integer: 'a whole number',
    number: 'a number',
    boolean: 'yes or no',
    string: 'text',
    array: 'a list',
    object: 'an object'
  }
  return (Array.isArray(type) ? type : [type]).map(each => names[String(each)] ?? String(each)).join(' or ')
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : String(values)
}
