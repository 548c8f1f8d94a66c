import { createContext, useContext } from 'react'
import { type RecordsOfKind, useLastRecords } from '../api/data.js'
import { changedAt, headingOf } from '../views/record.js'
import { timeText } from '../views/words.js'
import type { InputProps } from './field.js'
import type { ChosenName, Control } from './field-plan.js'
import { ChosenNames, Text } from './inputs.js'

/** The product whose records the fields of a form name. */
export const RecordOwner = createContext('')

/** Most characters of a heading in the list, so that the time after it is seen. */
const longestHeading = 60

interface RecordChoiceProps extends InputProps {
  readonly control: Extract<Control, { readonly kind: 'record' }>
}

/** One of the account's own records, by its heading and its time. If the records cannot be read, the end of its key is typed. */
export function RecordChoice({ control: { start }, ...input }: RecordChoiceProps) {
  const { data, isError } = useLastRecords(useContext(RecordOwner), start)
  if (!data && isError) return <Text {...input} input="text" hint="" />
  const names = data ? recordNames(data, start) : []
  const hintId = `${input.id}-none`
  const isNone = data !== undefined && names.length === 0
  return (
    <>
      <ChosenNames
        {...input}
        described={isNone ? `${hintId} ${input.described}`.trim() : input.described}
        names={names}
        hint={input.isRequired ? 'Not set' : 'None'}
      />
      {isNone && (
        <p className="hint" id={hintId}>
          You have no {(data.kinds[start]?.title ?? 'record').toLowerCase()} yet.
        </p>
      )}
    </>
  )
}

/** The records as names, the one that was changed last first. */
function recordNames({ kinds, records }: RecordsOfKind, start: string): readonly ChosenName[] {
  const kind = kinds[start]
  return records
    .filter(({ key, isUnreadable }) => !isUnreadable && key !== start)
    .map(({ key, value }) => {
      const rest = key.slice(start.length)
      const heading = headingOf(value, kind, rest)
      const shown = heading.length > longestHeading ? `${heading.slice(0, longestHeading)}…` : heading
      const at = changedAt(value, kind)
      return { value: rest, text: at === undefined ? shown : `${shown} (${timeText(at)})`, at: at ?? '' }
    })
    .toSorted((one, other) => other.at.localeCompare(one.at))
}
