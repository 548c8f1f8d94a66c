import { Link } from 'wouter'
import { Marked } from '../../parts/code.js'
import { Anchored } from './anchored.js'

const members = [
  ['ok', '`true` if the action succeeded.'],
  ['productId', 'The slug of the product.'],
  ['action', 'The name of the action.'],
  ['summary', 'What came of it, in a sentence for people.'],
  ['latencyMs', 'How long the call took, in milliseconds.'],
  ['metrics', 'Numbers that the action gives, each with a name of its own.'],
  [
    'detail',
    'Everything else that the action gives. If `ok` is `false`, `detail.error` has a `code`, a `message` and `retryable`.'
  ],
  ['requestId', 'Identifies the request in every log, and for support.']
] as const

const headers = [
  [
    'Authorization',
    '`Bearer` and the API key. Needed on every route except `GET /api/v1/products` and `GET /api/v1/products/{slug}/execute`.'
  ],
  ['Content-Type', 'Needed on requests with a body: `application/json`, in UTF-8.'],
  [
    'Idempotency-Key',
    'Optional. 1 to 255 printable ASCII characters, such as a UUID. A request that is sent again with the same value does not run again, with few exceptions: see Retries and idempotency under Guides.'
  ],
  [
    'Product-Contract',
    'Optional. Send the value that this header had in an earlier response of the same product. If the fields of any action of that product have changed since then, the response is 412 and nothing runs.'
  ],
  [
    'X-Request-Id',
    'Optional. Your own identifier of the request, 8 to 128 characters. It comes back in the same header and as `requestId`.'
  ]
] as const

const routes = [
  ['POST /api/v1/products/{slug}/execute', 'Runs an action.'],
  ['GET /api/v1/products/{slug}/execute', 'Describes the product: every action with its schemas.'],
  ['GET /api/v1/products', 'Lists all products.'],
  ['GET, PUT /api/v1/products/{slug}/config', 'Reads and saves the settings of a product that has any.'],
  ['GET /api/v1/products/{slug}/access', 'Says whether the API key may run the product, and why.'],
  [
    'GET /api/v1/products/usage',
    'Returns the usage of the account by day. `from` and `to` choose the days, `format=csv` gives CSV.'
  ],
  ['POST /api/v1/products/keys/self/revoke', 'Revokes the API key that the request is sent with.']
] as const

/** The format of every request and every response. */
export function Calls() {
  return (
    <>
      <p>
        <code>{'{slug}'}</code> is the slug of a product, its name in addresses. It stands beside the product under{' '}
        <a href="#products">Products</a>. The body of an execute request has the name of the <code>action</code> and the
        fields of that action. Unknown fields are ignored, and the response lists them in{' '}
        <code>detail.ignoredFields</code>.
      </p>
      <DefinitionTable rows={routes} label="Routes" columns={['Route', 'Purpose']} />
      <p>
        <a href="/openapi.json">openapi.json</a> has every parameter and every schema.
      </p>
      <Anchored id="request-headers" level={3} name="Request headers" />
      <DefinitionTable rows={headers} label="Headers" columns={['Header', 'Meaning']} />
      <Anchored id="responses" level={3} name="Response to an execute request" />
      <p>
        Status 200 means that the action ran: with <code>ok: true</code> it succeeded, with <code>ok: false</code> it
        could not do what was asked. Every other status is an error response; see{' '}
        <Link to="/developers/guides/errors">Errors</Link>.
      </p>
      <DefinitionTable rows={members} label="Fields of a response" columns={['Field', 'Meaning']} />
    </>
  )
}

interface DefinitionTableProps {
  readonly rows: readonly (readonly [string, string])[]
  readonly columns: readonly [string, string]
  readonly label: string
  /** Whether the names are words and not code. */
  readonly hasPlainNames?: boolean
}

/** Names with their meanings. */
export function DefinitionTable({
  rows,
  columns: [first, second],
  label,
  hasPlainNames = false
}: DefinitionTableProps) {
  return (
    <table className={`responsive definitions ${hasPlainNames ? 'labelled' : ''}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{second}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, meaning]) => (
          <tr key={name}>
            <td data-label={first}>{hasPlainNames ? <strong>{name}</strong> : <code>{name}</code>}</td>
            <td data-label={second}>
              <Marked text={meaning} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
