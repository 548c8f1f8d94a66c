import type { JsonSchema } from '../api/products.js'
import { isObject } from './answer.js'
import { Rows } from './table.js'
import { itemSchema, memberSchema } from './value-schema.js'
import { ValueText } from './value-text.js'
import { nameInWords } from './words.js'

interface MembersProps {
  readonly value: Readonly<Record<string, unknown>>
  readonly schema: JsonSchema | undefined
  /** How many objects it is in. */
  readonly depth?: number
}

/** Objects that are nested deeper are shown in one line. */
const deepest = 2

/** The members of an object with their titles, the simple ones first; lists of objects as tables. */
export function Members({ value, schema, depth = 0 }: MembersProps) {
  const members = Object.entries(value).filter(([, each]) => !isEmpty(each))
  const isBlock = (each: unknown) => depth < deepest && (isObject(each) || isListOfObjects(each))
  const simple = members.filter(([, each]) => !isBlock(each))
  const titleOf = (name: string) => memberSchema(schema, name)?.title ?? nameInWords(name)
  return (
    <div className="stack">
      {simple.length > 0 && (
        <dl className="details">
          {simple.map(([name, each]) => (
            <div key={name} className="pair">
              <dt>{titleOf(name)}</dt>
              <dd>
                <ValueText value={each} schema={memberSchema(schema, name)} name={name} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {members
        .filter(([, each]) => isBlock(each))
        .map(([name, each]) => (
          <section key={name} className="stack tight-stack">
            <h3>{titleOf(name)}</h3>
            {isObject(each) ? (
              <Members value={each} schema={memberSchema(schema, name)} depth={depth + 1} />
            ) : (
              <Rows
                items={listOf(each).map(item => ({
                  value: item,
                  schema: itemSchema(memberSchema(schema, name))
                }))}
                label={titleOf(name)}
              />
            )}
          </section>
        ))}
    </div>
  )
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
