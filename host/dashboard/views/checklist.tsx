import { Check, CircleAlert, CircleX, Minus } from 'lucide-react'
import { type Detail, type Item, itemsAt, statusText, type Tone, toneOf, type ViewOf, valueAt } from './answer.js'
import { joined } from './calendar.js'
import { Facts } from './cards.js'

/** The icon of each tone, in the order in which they are read: what has to be done comes first. */
const icons = { danger: CircleX, warning: CircleAlert, info: CircleAlert, plain: Minus, good: Check }

const order = Object.keys(icons)

/** What was checked: what failed first, and what passed folded. */
export function Checklist({ view, detail }: { readonly view: ViewOf<'checklist'>; readonly detail: Detail }) {
  const items = itemsAt(view.items, detail) ?? []
  const checks = items
    .map(item => ({ item, tone: toneOf(valueAt(view.status, item.value), view.tones) }))
    .sort((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone))
  const passed = checks.filter(({ tone }) => tone === 'good')
  const others = checks.filter(({ tone }) => tone !== 'good')
  return (
    <>
      {others.length > 0 && <CheckList checks={others} view={view} />}
      {passed.length > 0 && (
        <details>
          <summary>
            {passed.length} of {checks.length} {checks.length === 1 ? 'check' : 'checks'} passed
          </summary>
          <CheckList checks={passed} view={view} />
        </details>
      )}
    </>
  )
}

interface CheckListProps {
  readonly checks: readonly { readonly item: Item; readonly tone: Tone }[]
  readonly view: ViewOf<'checklist'>
}

function CheckList({ checks, view: { heading, text, facts, status } }: CheckListProps) {
  return (
    <ul className="checklist">
      {checks.map(({ item, tone }, index) => {
        const Icon = icons[tone]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no names, and their order is fixed
          <li key={index} className={`check ${tone}`}>
            <Icon size={18} aria-hidden="true" />
            <div className="stack tight-stack">
              <p>
                <strong>{joined(heading, item)}</strong>
                <span className="visually-hidden">: {resultText(valueAt(status, item.value))}</span>
              </p>
              {text && <p>{joined(text, item)}</p>}
              {facts && <Facts pointers={facts} item={item} />}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** What came of a check, for those who do not see its icon. */
function resultText(status: unknown): string {
  if (typeof status === 'boolean') return status ? 'passed' : 'not passed'
  return statusText(status)
}
