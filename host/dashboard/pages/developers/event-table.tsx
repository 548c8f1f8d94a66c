import { Link } from 'wouter'
import type { ProductDescription } from '../../api/products.js'
import { eventId, productPath } from './fragments.js'
import { ProductText } from './product-text.js'

interface EventTableProps {
  readonly products: readonly ProductDescription[]
  readonly label: string
  /** Whether the rows name their products, and link to their pages. */
  readonly hasProducts?: boolean
}

/** The events that products declare, with when each is sent; an event links to its fields on the page of its product. */
export function EventTable({ products, label, hasProducts = false }: EventTableProps) {
  const rows = products.flatMap(product => product.webhookEvents.map(event => ({ ...event, product })))
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
        {rows.map(({ name, product, description }) => (
          <tr
            key={product.slug + name}
            id={hasProducts ? eventId(name) : undefined}
            tabIndex={hasProducts ? -1 : undefined}
          >
            <td>
              <Link to={`${productPath(product.slug)}#${eventId(name)}`}>
                <code>{name}</code>
              </Link>
            </td>
            {hasProducts && <td>{product.title}</td>}
            <td>
              <ProductText product={product} text={description} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
