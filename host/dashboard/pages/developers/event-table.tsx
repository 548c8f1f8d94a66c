import { Link } from 'wouter'
import type { ProductDescription } from '../../api/products.js'
import { Marked } from '../../parts/code.js'
import { actionId, eventId, settingId } from './fragments.js'

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
          <tr key={product.slug + name}>
            <td>
              {hasProducts ? (
                <Link to={`/developers/products/${product.slug}#${eventId(name)}`}>
                  <code>{name}</code>
                </Link>
              ) : (
                <a href={`#${eventId(name)}`}>
                  <code>{name}</code>
                </a>
              )}
            </td>
            {hasProducts && <td>{product.title}</td>}
            <td>
              <Marked text={description} linkOf={name => addressOf(product, name)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Where a name in a text is described: an action of the product, or one of its settings. */
function addressOf({ slug, actions, config }: ProductDescription, name: string): string | undefined {
  const page = `/developers/products/${slug}`
  if (actions.some(action => action.name === name)) return `${page}#${actionId(name)}`
  return config.settingsSchema?.properties?.[name] ? `${page}#${settingId(name)}` : undefined
}
