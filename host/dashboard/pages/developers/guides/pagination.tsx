import { Link } from 'wouter'
import { type ProductDescription, useCatalogue } from '../../../api/products.js'
import { useDescriptions } from '../../../api/reference.js'
import { CallExamples, Code } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
import { actionId, fieldId } from '../fragments.js'
import { rowsOf } from '../schema-rows.js'
import type { GuideSection } from './section.js'

/** The names of fields that choose a part of a list. */
const partFields = /^(limit|after|before|cursor|offset|page)$/

/** The guide about responses with many items. */
export const paginationSections: readonly GuideSection[] = [
  {
    id: 'largest-response',
    title: 'A response is at most 4\u00a0MiB',
    text: (
      <p>
        A larger response fails with an error; it is never cut short. If the action has the field <code>limit</code>,
        ask again with a smaller one. Otherwise, ask for less in each request.
      </p>
    )
  },
  {
    id: 'fields',
    title: 'Page through a list',
    text: (
      <>
        <p>
          Not every action has pages. Those that do work in one of two ways; the reference of the action says which. In
          both, <code>limit</code> is the largest number of items in a response. Its default and its maximum are in the
          reference; a larger value is refused.
        </p>
        <ul className="bullets">
          <li>
            <strong>By offset.</strong> <code>offset</code> is the number of items to skip. Add the number of items that
            you received to it, and ask again until a response has fewer items than <code>limit</code>.
          </li>
          <li>
            <strong>By cursor.</strong> Leave <code>after</code> out for the first page. Then send the{' '}
            <code>detail.nextAfter</code> of the previous response as <code>after</code>. When a response has no{' '}
            <code>detail.nextAfter</code>, you have reached the end.
          </li>
        </ul>
        <PartFields />
      </>
    )
  },
  {
    id: 'usage',
    title: 'Usage by day',
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
    <Loaded query={descriptions} lines={24}>
      {products => (
        <>
          <NextPage products={products} />
          <PartTable products={products} />
        </>
      )}
    </Loaded>
  )
}

/** The first two pages of an action that pages by cursor, if there is one; its input is that of an example with a limit. */
function NextPage({ products }: { readonly products: readonly ProductDescription[] }) {
  const [paged] = products.flatMap(({ slug, title, actions }) =>
    actions.flatMap(action => {
      const example = action.examples.findLast(({ input }) => 'limit' in input)
      return example && action.inputSchema.properties?.after ? [{ slug, product: title, action, example }] : []
    })
  )
  if (!paged) return null
  const { slug, product, action, example } = paged
  return (
    <>
      <p>
        For example, by cursor: “{example.title}” of{' '}
        <Link to={`/developers/products/${slug}#${actionId(action.name)}`}>
          {product}: {action.title}
        </Link>
        :
      </p>
      <CallExamples slug={slug} input={example.input} label="A request for the first page" />
      <p>If there is more, the response says where the next page begins:</p>
      <Code
        text={`"detail": {\n  …,\n  "nextAfter": "${cursor}"\n}`}
        label="The end of the response"
        canCopy={false}
        language="json"
      />
      <p>
        Send that value as <code>after</code> to read the next page:
      </p>
      <CallExamples slug={slug} input={{ ...example.input, after: cursor }} label="A request for the next page" />
    </>
  )
}

/** A cursor as one response has it. */
const cursor = 'msg_01M7WV7Q2CJ5T0R8E4H9XBN3GK'

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
            <td data-label="Meaning" className="long">
              <span>{description ?? title}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
