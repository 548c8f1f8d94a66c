import { CopyButton } from '../parts/copy.js'
import { Badge } from '../parts/values.js'
import {
  type Detail,
  headingOf,
  type Item,
  itemsAt,
  statusText,
  textAt,
  titleAt,
  toneOf,
  type ViewOf,
  valueAt
} from './answer.js'
import { joined } from './calendar.js'
import { Opens, openedBy } from './opens.js'

/** Items side by side. */
export function Cards({ view, detail }: { readonly view: ViewOf<'cards'>; readonly detail: Detail }) {
  const items = itemsAt(view.items, detail) ?? []
  const opened = openedBy(view, detail)
  const Heading = headingOf(view)
  if (items.length === 0) return <p className="quiet">There is nothing to show.</p>
  return (
    <ul className="result-cards">
      {items.map((item, index) => {
        const status = view.status ? valueAt(view.status, item.value) : undefined
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards have no names, and their order is fixed
          <li key={index} className="result-card">
            {(view.heading || typeof status === 'string') && (
              <div className="card-head">
                {view.heading && <Heading>{joined(view.heading, item)}</Heading>}
                {typeof status === 'string' && <Badge tone={toneOf(status, view.tones)}>{statusText(status)}</Badge>}
              </div>
            )}
            {view.text && <Text pointers={view.text} item={item} canCopy={view.copy === true} />}
            {view.facts && <Facts pointers={view.facts} item={item} />}
            {opened && <Opens opened={opened} item={item} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Texts to read one after the other, each with a button that copies it. */
export function Messages({ view, detail }: { readonly view: ViewOf<'messages'>; readonly detail: Detail }) {
  const items = itemsAt(view.items, detail) ?? []
  const Heading = headingOf(view)
  if (items.length === 0) return <p className="quiet">There is no message.</p>
  return (
    <ol className="messages">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no names, and their order is fixed
        <li key={index} className="result-card">
          {view.heading && <Heading>{joined(view.heading, item)}</Heading>}
          <Text pointers={view.text} item={item} canCopy />
          {view.facts && <Facts pointers={view.facts} item={item} />}
        </li>
      ))}
    </ol>
  )
}

interface PointersOfItem {
  readonly pointers: readonly string[]
  readonly item: Item
}

function Text({ pointers, item, canCopy }: PointersOfItem & { readonly canCopy: boolean }) {
  const texts = pointers.map(pointer => verbatimAt(pointer, item)).filter(Boolean)
  if (texts.length === 0) return null
  return (
    <div className="copied-text">
      <p className="verbatim">{texts.join('\n')}</p>
      {canCopy && <CopyButton text={texts.join('\n')} />}
    </div>
  )
}

/** A text as it is: what is copied is what the product wrote. */
function verbatimAt(pointer: string, item: Item): string {
  const value = valueAt(pointer, item.value)
  return typeof value === 'string' ? value : textAt(pointer, item)
}

/** Members of an item with their titles; those that it has. */
export function Facts({ pointers, item }: PointersOfItem) {
  const facts = pointers.flatMap(pointer => {
    const text = textAt(pointer, item)
    return text === '' ? [] : [[titleAt(pointer, item.schema), text] as const]
  })
  if (facts.length === 0) return null
  return (
    <dl className="details quiet">
      {facts.map(([title, text]) => (
        <div key={title} className="pair">
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
