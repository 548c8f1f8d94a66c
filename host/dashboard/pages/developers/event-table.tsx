import type { ProductDescription } from '../../api/products.js'
import type { ProductDocuments } from '../../api/reference.js'
import { Marked } from '../../parts/code.js'
import { eventId } from './fragments.js'

interface EventTableProps {
  readonly products: readonly ProductDescription[]
  readonly documents: readonly ProductDocuments[]
  readonly label: string
  /** Whether the rows name their products. */
  readonly hasProducts?: boolean
}

/** The events that products declare, with when each is sent; an event links to its sample on the same page, where there is one. */
export function EventTable({ products, documents, label, hasProducts = false }: EventTableProps) {
  const rows = products.flatMap(({ slug, title, webhookEvents }) => {
    const webhooks = documents.find(each => each.slug === slug)?.samples?.webhooks ?? []
    return webhookEvents.map(event => ({
      ...event,
      title,
      isSampled: webhooks.some(each => each.event === event.name)
    }))
  })
  if (rows.length === 0) return null
  return (
    <table className="responsive definitions" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Event</th>
          {hasProducts && <th scope="col">Product</th>}
          <th scope="col">Sent when</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, title, description, isSampled }) => (
          <tr key={title + name} {...(!isSampled && { id: eventId(name), tabIndex: -1 })}>
            <td>
              {isSampled ? (
                <a href={`#${encodeURIComponent(eventId(name))}`}>
                  <code>{name}</code>
                </a>
              ) : (
                <code>{name}</code>
              )}
            </td>
            {hasProducts && <td>{title}</td>}
            <td>
              <Marked text={description} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
