import { Link } from 'wouter'
import { typeInput } from '../api/action-state.js'
import { useCatalogue } from '../api/products.js'
import { type Detail, type Item, type ViewOf, valueAt } from './answer.js'
import { nameInWords } from './words.js'

/** An action of a product whose form an item opens. */
export interface Opened {
  readonly slug: string
  readonly action: string
  /** JSON Pointers to what of the item each field is filled with. */
  readonly input: Readonly<Record<string, string>>
  /** What the link says; the title of the action when left out. */
  readonly title?: string
}

/** What the items of a view open, where it is known of which product they are. */
export function openedBy({ opens }: Pick<ViewOf<'table'>, 'opens'>, { slug }: Detail): Opened | undefined {
  return opens && slug !== undefined ? { slug, ...opens } : undefined
}

/** The way from an item to the form of an action, which is filled in with what is known of the item. */
export function Opens({
  opened: { slug, action, input, title },
  item
}: {
  readonly opened: Opened
  readonly item: Item
}) {
  const products = useCatalogue().data?.products ?? []
  const name = products.find(each => each.slug === slug)?.actionTitles[action] ?? nameInWords(action)
  const filled = Object.fromEntries(
    Object.entries(input).flatMap(([name, pointer]) => {
      const value = valueAt(pointer, item.value)
      return value === undefined ? [] : [[name, value]]
    })
  )
  return (
    <Link to={`/products/${slug}?action=${action}`} onClick={() => typeInput(slug, action, filled)}>
      {title ?? name}
    </Link>
  )
}
