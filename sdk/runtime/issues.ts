import type { ErrorObject } from 'ajv'
import type { Issue } from '../errors.js'

/** Ajv's errors as issues, one a place where possible; they name places and expectations, never what was sent. */
export function toIssues(errors: readonly ErrorObject[]): readonly Issue[] {
  return withoutBranches(errors).map(error => {
    const { detail, fix } = explain(error)
    const expected = expectedOf(error)
    return {
      ...{ pointer: pointerOf(error), code: snakeCase(error.keyword), detail, fix },
      ...(expected !== undefined && { expected })
    }
  })
}

/** Keywords by which a value shows that a branch was not meant for it. */
const misfits = ['type', 'const', 'enum', 'anyOf', 'oneOf']

/** Of a choice that failed, keeps what is wrong within a branch that was meant where there is such, and the choice alone where not. */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  return errors.filter(error =>
    choices.every(choice => {
      const inside = errors.filter(other => other !== choice && isInside(other, choice))
      const deeper = inside.filter(
        other => other.instancePath !== choice.instancePath || !misfits.includes(other.keyword)
      )
      if (error === choice) return deeper.length === 0
      return !inside.includes(error) || deeper.includes(error)
    })
  )
}

/** Whether an error lies in a branch of a choice, and at its place: the items of an array share a schema, but not a place. */
function isInside(error: ErrorObject, choice: ErrorObject): boolean {
  return (
    error.schemaPath.startsWith(`${choice.schemaPath}/`) &&
    (error.instancePath === choice.instancePath || error.instancePath.startsWith(`${choice.instancePath}/`))
  )
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const name =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : undefined
  return `#${encodeURI(instancePath)}${name === undefined ? '' : `/${encodeURI(escapePointer(String(name)))}`}`
}

/** One step of a JSON Pointer (RFC 6901, section 3). */
export function escapePointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The operand of the keyword; left out where it says less to a program than the detail, or where a description stands for it. */
function expectedOf(error: ErrorObject): unknown {
  const { keyword, params } = error
  if (keyword === 'required' || keyword === 'uniqueItems') return true
  if (keyword === 'pattern') return isDescribed(error) ? undefined : params.pattern
  return params.limit ?? params.multipleOf ?? params.format ?? params.allowedValue ?? params.allowedValues
}

function isDescribed({ keyword, params, parentSchema }: ErrorObject): boolean {
  return keyword === 'pattern' && params.pattern.length > readablePattern && Boolean(parentSchema?.description)
}

/** A longer pattern says less to a person than the description of the field. */
const readablePattern = 40

function explain(error: ErrorObject): { detail: string; fix: string } {
  const { keyword, params, schema, parentSchema } = error
  if (keyword === 'required') return { detail: 'is missing', fix: 'Send this property.' }
  if (keyword === 'additionalProperties') return { detail: 'is not a known property', fix: 'Leave it out.' }
  if (isDescribed(error))
    return {
      detail: 'is not text of the form that its description asks for',
      fix: `Send this: ${parentSchema?.description}`
    }
  const expected = expectation(keyword, params, schema)
  return { detail: `is not ${expected}`, fix: `Send ${expected}.` }
}

function expectation(keyword: string, params: ErrorObject['params'], schema: unknown): string {
  switch (keyword) {
    case 'type':
      return [params.type].flat().map(withArticle).join(' or ')
    case 'const':
      return JSON.stringify(params.allowedValue)
    case 'enum':
      return `one of ${oneOf(params.allowedValues)}`
    case 'anyOf':
    case 'oneOf':
      return branches(schema)
    case 'minLength':
      return `text of at least ${counted(params.limit, 'character')}`
    case 'maxLength':
      return `text of at most ${counted(params.limit, 'character')}`
    case 'minItems':
      return `an array of at least ${counted(params.limit, 'item')}`
    case 'maxItems':
      return `an array of at most ${counted(params.limit, 'item')}`
    case 'minProperties':
      return `an object of at least ${counted(params.limit, 'member')}`
    case 'maxProperties':
      return `an object of at most ${counted(params.limit, 'member')}`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `a number ${params.comparison} ${params.limit}`
    case 'multipleOf':
      return `a multiple of ${params.multipleOf}`
    case 'format':
      return `a valid ${params.format}`
    case 'pattern':
      return `text that matches the pattern ${params.pattern}`
    case 'uniqueItems':
      return 'an array of items that differ'
    default:
      return `what the schema's "${keyword}" asks for`
  }
}

function branches(schema: unknown): string {
  const options = Array.isArray(schema) ? schema : []
  const constants = options.filter(option => 'const' in option).map(option => option.const)
  const types = [
    ...new Set(options.filter(option => !('const' in option)).map(option => String(option.type ?? 'object')))
  ]
  return [...(constants.length > 0 ? [`one of ${oneOf(constants)}`] : []), ...types.map(withArticle)].join(' or ')
}

function oneOf(values: readonly unknown[]): string {
  return values.map(value => JSON.stringify(value)).join(', ')
}

function withArticle(type: string): string {
  return type === 'null' ? 'null' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function snakeCase(keyword: string): string {
  return keyword.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
