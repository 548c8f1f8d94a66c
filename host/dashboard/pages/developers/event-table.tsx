import { Link } from 'wouter'
import type { ProductDescription } from '../../api/products.js'
import { Marked } from '../../parts/code.js'
import { eventId } from './fragments.js'

interface EventTableProps {
  readonly products: readonly ProductDescription[]
  readonly label: string
  /** Whether the rows name their products, and link to their pages. */
  readonly hasProducts?: boolean
}

/** The events that products declare, with when each is sent; an event links to its fields on the page of its product. */
export function EventTable({ products, label, hasProducts = false }: EventTableProps) {
  const rows = products.flatMap(({ slug, title, webhookEvents }) =>
    webhookEvents.map(event => ({ ...event, slug, title }))
  )
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
        {rows.map(({ name, slug, title, description }) => (
          <tr key={title + name}>
            <td>
              {hasProducts ? (
                <Link to={`/developers/products/${slug}#${eventId(name)}`}>
                  <code>{name}</code>
                </Link>
              ) : (
                <a href={`#${eventId(name)}`}>
                  <code>{name}</code>
                </a>
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
