import { Link } from 'wouter'
import { type ProductDescription, useCatalogue } from '../../../api/products.js'
import { useDescriptions } from '../../../api/reference.js'
import { Loaded } from '../../../parts/loaded.js'
import { fieldId } from '../fragments.js'
import { rowsOf } from '../schema-rows.js'
import type { GuideSection } from './section.js'

/** The names of fields that choose a part of a list. */
const partFields = /^(limit|after|before|cursor|offset|page)$/

/** The guide about responses with many items. */
export const paginationSections: readonly GuideSection[] = [
  {
    id: 'bounded-lists',
    title: 'Every list has a limit',
    text: (
      <p>
        A response is at most 4 MiB, and an action that returns a list returns a limited number of items. Where you can
        ask for fewer items, or for the items that follow, the action has the fields below.
      </p>
    )
  },
  {
    id: 'fields',
    title: 'Page through a list',
    text: (
      <>
        <ul className="bullets">
          <li>
            <code>limit</code> is the largest number of items in the response.
          </li>
          <li>
            <code>offset</code> is the number of items to skip. Add the number of items that you received, and ask again
            until a response has fewer than <code>limit</code>.
          </li>
          <li>
            <code>after</code> is where the next page begins. Send the <code>nextAfter</code> of the response before,
            until a response has none.
          </li>
        </ul>
        <PartFields />
      </>
    )
  },
  {
    id: 'usage',
    title: 'Usage',
    text: (
      <p>
        <code>GET /api/v1/products/usage</code> is divided by days: <code>from</code> and <code>to</code> are days such
        as <code>2026-01-31</code>. A response has at most 20,000 rows. Ask for a shorter time if yours has more.
      </p>
    )
  },
  {
    id: 'full-export',
    title: 'Everything at once',
    text: (
      <p>
        To read all that is stored for your account, use <Link to="/data">Export all data</Link> in the dashboard. It is
        one file with one record a line.
      </p>
    )
  }
]

/** The fields of all actions, from the descriptions of the products. */
function PartFields() {
  const descriptions = useDescriptions(useCatalogue().data?.products.map(({ slug }) => slug))
  return (
    <Loaded query={descriptions} lines={10}>
      {products => <PartTable products={products} />}
    </Loaded>
  )
}

function PartTable({ products }: { readonly products: readonly ProductDescription[] }) {
  const rows = products.flatMap(({ slug, title: product, actions }) =>
    actions.flatMap(({ name, title: action, inputSchema }) =>
      rowsOf(inputSchema)
        .filter(({ path }) => partFields.test(path))
        .map(row => ({ ...row, slug, product, name, action }))
    )
  )
  return (
    <table className="responsive" aria-label="Fields that choose a part of a list">
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col">Field</th>
          <th scope="col">Default</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ slug, product, name, action, path, title, defaultText, description }) => (
          <tr key={`${slug} ${name} ${path}`}>
            <td data-label="Action">
              <span>
                {product}: {action}
              </span>
            </td>
            <td data-label="Field" className="whole">
              <Link to={`/developers/products/${slug}#${fieldId(name, 'request', path)}`}>
                <code>{path}</code>
              </Link>
            </td>
            <td data-label="Default">{defaultText ?? 'none'}</td>
            <td data-label="Meaning">
              <span>{description ?? title}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
