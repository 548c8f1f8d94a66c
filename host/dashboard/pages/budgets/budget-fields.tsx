import { useId } from 'react'
import { type Budget, type CallLimit, periods } from '../../api/keys.js'
import { Issues } from '../../parts/form.js'

/** The places of a budget's numbers, in the order of their fields. */
const places = periods.flatMap(period => [`${period}/warnAt`, `${period}/stopAt`] as const)
type Place = (typeof places)[number]

/** What is typed in the fields of a budget. */
export type BudgetTexts = Readonly<Record<Place, string>>

/** What is wrong with it, by place. */
export type BudgetIssues = Readonly<Partial<Record<Place, string>>>

/** The fields of a budget as it is. */
export function textsOf(budget: Budget | null): BudgetTexts {
  const text = (period: keyof Budget, name: keyof CallLimit) => String(budget?.[period]?.[name] ?? '')
  return {
    'day/warnAt': text('day', 'warnAt'),
    'day/stopAt': text('day', 'stopAt'),
    'month/warnAt': text('month', 'warnAt'),
    'month/stopAt': text('month', 'stopAt')
  }
}

/** The budget that is typed, or what is wrong with it. */
export function budgetFrom(texts: BudgetTexts): { readonly budget: Budget } | { readonly issues: BudgetIssues } {
  const issues: Partial<Record<Place, string>> = {}
  for (const place of places)
    if (!isNumber(texts[place])) issues[place] = 'Enter a whole number from 1 to 1,000,000,000.'
  const numbers = (place: Place) => (texts[place].trim() === '' ? undefined : Number(texts[place]))
  const limits = periods.flatMap(period => {
    const [warnAt, stopAt] = [numbers(`${period}/warnAt`), numbers(`${period}/stopAt`)]
    if (warnAt !== undefined && stopAt !== undefined && warnAt > stopAt)
      issues[`${period}/warnAt`] ??= 'Enter a number that is not more than the one at which calls are refused.'
    const limit = { ...(warnAt !== undefined && { warnAt }), ...(stopAt !== undefined && { stopAt }) }
    return Object.keys(limit).length > 0 ? [[period, limit]] : []
  })
  return Object.keys(issues).length > 0 ? { issues } : { budget: Object.fromEntries(limits) }
}

/** Whether a field is empty, or has a number that the host accepts. */
function isNumber(text: string): boolean {
  return text.trim() === '' || /^[1-9]\d{0,8}$|^1000000000$/.test(text.trim())
}

interface BudgetFieldsProps {
  readonly texts: BudgetTexts
  readonly change: (texts: BudgetTexts) => void
  readonly issues: BudgetIssues
}

/** Fields for the calls of a day and of a month; an empty one is no limit. */
export function BudgetFields({ texts, change, issues }: BudgetFieldsProps) {
  return periods.map(period => (
    <fieldset key={period} className="stack">
      <legend className="legend">Calls of a {period} (UTC)</legend>
      {(['warnAt', 'stopAt'] as const).map(name => {
        const place: Place = `${period}/${name}`
        return (
          <CallsField
            key={name}
            label={name === 'warnAt' ? 'Send me an e-mail at' : 'Refuse further calls after'}
            text={texts[place]}
            change={text => change({ ...texts, [place]: text })}
            issue={issues[place]}
          />
        )
      })}
    </fieldset>
  ))
}

interface CallsFieldProps {
  readonly label: string
  readonly text: string
  readonly change: (text: string) => void
  readonly issue: string | undefined
}

function CallsField({ label, text, change, issue }: CallsFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        placeholder="No limit"
        aria-invalid={issue !== undefined}
        aria-describedby={issue === undefined ? undefined : `${id}-issues`}
        value={text}
        onChange={event => change(event.target.value)}
      />
      <Issues id={`${id}-issues`} issues={issue === undefined ? [] : [issue]} />
    </div>
  )
}
