import { Link } from 'wouter'
import { type JsonSchema, type ProductDescription, useCatalogue } from '../../../api/products.js'
import { useDescriptions } from '../../../api/reference.js'
import { CallExamples, Code, Marked } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
import { actionPath } from '../fragments.js'
import { responseRows } from '../schema-rows.js'
import type { GuideSection } from './section.js'

/** The guide about responses with many items. */
export const paginationSections: readonly GuideSection[] = [
  {
    id: 'fields',
    title: 'Page through a list',
    text: <Paging />
  },
  {
    id: 'usage',
    title: 'Usage by day',
    text: (
      <p>
        <code>GET /api/v1/products/usage</code> has no pages. The query parameters <code>from</code> and <code>to</code>{' '}
        are the first and the last day in UTC, such as <code>2026-01-31</code>. Without them, you get the last 30 days.
        In <code>usage</code>, each day has a row for each product, action and API key that were used. A response has at
        most 20,000 rows. If the days have more, the response is 400{' '}
        <Link to="/developers/guides/errors#code-invalid_input">
          <code>invalid_input</code>
        </Link>
        : ask for fewer days. <a href="/openapi.json">openapi.json</a> has all parameters.
      </p>
    )
  },
  {
    id: 'full-export',
    title: 'Everything at once',
    text: (
      <p>
        To read all that is stored for your account, use <Link to="/data">Export all data</Link> in the dashboard. You
        get one file of JSON Lines: one record in JSON on each line.
      </p>
    )
  },
  {
    id: 'largest-response',
    title: 'The largest response',
    text: (
      <p>
        A response has at most 4&nbsp;MiB. A larger one is not cut short: the response is 502{' '}
        <Link to="/developers/guides/errors#code-response_too_large">
          <code>response_too_large</code>
        </Link>
        . If the request only reads, such as one for a page of a list, ask for less, for example with a smaller{' '}
        <code>limit</code>. Any other request has done its work: find out what it did, for example under{' '}
        <Link to="/data">Data</Link> in the dashboard, before you send a request again.
      </p>
    )
  }
]

/** How to read page after page, with the actions that have pages and an example, from the descriptions of the products. */
function Paging() {
  const descriptions = useDescriptions(useCatalogue().data?.products.map(({ slug }) => slug))
  return (
    <Loaded query={descriptions} lines={24}>
      {products => {
        const actions = products.flatMap(pagedActions)
        const [first] = actions
        return first ? (
          <>
            <p>
              The actions in this table return a list in pages. <code>limit</code> is the page size: the number of items
              in a page. If there are more items, the response has a value for the next page, and <em>Next page</em>{' '}
              says how to send it. On the last page, that value is missing. All other actions return everything in one
              response.
            </p>
            <PagedActions actions={actions} />
            <Example {...first} />
            <p>
              Each page is a new request: if you send an <code>Idempotency-Key</code>, use a new one.
            </p>
            <p>
              If items are added or deleted while you read a list with <code>offset</code>, a page can repeat an item,
              or leave one out. The <a href="#full-export">export</a> has each item exactly once. A list with{' '}
              <code>after</code> continues where the page before ended.
            </p>
          </>
        ) : (
          <p>No action of this deployment has pages.</p>
        )
      }}
    </Loaded>
  )
}

/** An action with pages: the field that asks for the next one, and the member of the response that its value is from. */
interface PagedAction {
  readonly slug: string
  readonly product: string
  readonly name: string
  readonly title: string
  readonly limit: JsonSchema
  /** The member of `detail` that has the items. */
  readonly list: string
  /** The field that the request has to have for the list to be there; undefined if it always is. */
  readonly asking: JsonSchema | undefined
  readonly field: string
  readonly next: string
  /** The input of an example with a limit; the limit alone if there is none. */
  readonly input: Readonly<Record<string, unknown>>
}

/** Fields that say where a page begins, and the member of `detail` that says where the next one does. */
const positions = [
  ['after', 'nextAfter'],
  ['offset', 'nextOffset']
] as const

function pagedActions({ slug, title: product, actions }: ProductDescription): readonly PagedAction[] {
  return actions.flatMap(({ name, title, inputSchema, outputSchema, examples }) => {
    const { limit, ...fields } = inputSchema.properties ?? {}
    const members = responseRows(outputSchema).map(({ path }) => path)
    const position = positions.find(([field, next]) => fields[field] && members.includes(`detail.${next}`))
    if (!limit || !position) return []
    const [field, next] = position
    const list = listBefore(next, outputSchema)
    if (list === undefined) return []
    const { input } = examples.findLast(example => 'limit' in example.input) ?? {
      input: { limit: limit.default ?? 10 }
    }
    return [
      {
        slug,
        product,
        name,
        title,
        limit,
        list,
        asking: fields[list],
        field,
        next,
        input
      }
    ]
  })
}

/** The member of `detail` that is a list in pages: the last list before the one that says where the next page begins. */
function listBefore(next: string, { oneOf = [] }: JsonSchema): string | undefined {
  const success = oneOf.find(({ properties }) => properties?.ok?.const === true)?.properties
  const members = Object.entries(success?.detail?.properties ?? {})
  const position = members.findIndex(([name]) => name === next)
  return members.slice(0, position).findLast(([, { items }]) => items)?.[0]
}

function PagedActions({ actions }: { readonly actions: readonly PagedAction[] }) {
  return (
    <table className="responsive top-aligned" aria-label="Actions with pages">
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col">List</th>
          <th scope="col">Page size</th>
          <th scope="col">Next page</th>
        </tr>
      </thead>
      <tbody>
        {actions.map(({ slug, product, name, title, limit, list, asking, field, next }) => (
          <tr key={`${slug} ${name}`}>
            <td data-label="Action">
              <span>
                <Link to={actionPath(slug, name)}>
                  {product}: {title}
                </Link>{' '}
                <code className="unbroken">{name}</code>
              </span>
            </td>
            <td className={asking ? 'whole long' : 'whole'} data-label="List">
              <span>
                <code>detail.{list}</code>
                {asking && (
                  <>
                    , if you send <code>{list}</code>
                  </>
                )}
              </span>
              {asking?.description && (
                <p className="hint">
                  <Marked text={asking.description} />
                  {asking.enum && <Marked text={` Values: ${asking.enum.map(value => `\`${value}\``).join(', ')}.`} />}
                </p>
              )}
            </td>
            <td data-label="Page size">
              <span>
                <span className="unbroken">
                  {limit.default !== undefined && `${String(limit.default)} by default`}
                  {limit.default !== undefined && limit.maximum !== undefined && ','}
                </span>{' '}
                {limit.maximum !== undefined && <span className="unbroken">{limit.maximum} at most</span>}
              </span>
            </td>
            <td data-label="Next page">
              <span>
                <span className="unbroken">
                  Send <code>detail.{next}</code>
                </span>{' '}
                <span className="unbroken">
                  as <code>{field}</code>
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The first two pages of an action. */
function Example({ slug, product, title, list, field, next, input }: PagedAction) {
  const position = field === 'offset' ? Number(input.limit) : cursor
  return (
    <>
      <h3>
        Example: {title} in {product}
      </h3>
      <ol className="instructions">
        <li>
          <p>Ask for the first page.</p>
          <CallExamples slug={slug} input={input} label="A request for the first page" isSafe />
        </li>
        <li>
          <p>
            The items are in <code>detail.{list}</code>. If there are more, the response has <code>detail.{next}</code>.
          </p>
          <Code
            text={`{\n  …\n  "detail": {\n    "${list}": [ … ],\n    "${next}": ${JSON.stringify(position)}\n  }\n}`}
            label="The list and the next page in the response"
            canCopy={false}
            language="json"
          />
        </li>
        <li>
          <p>
            Send the same fields, and this value as <code>{field}</code>. Continue until a response has no{' '}
            <code>detail.{next}</code>.
          </p>
          <CallExamples
            slug={slug}
            input={{ ...input, [field]: position }}
            label="A request for the next page"
            isSafe
          />
        </li>
      </ol>
    </>
  )
}

/** A cursor as one response has it. */
const cursor = 'msg_01M7WV7Q2CJ5T0R8E4H9XBN3GK'
