import { Link } from 'wouter'
import { Code, Marked } from '../../parts/code.js'
import { Anchored } from './anchored.js'

const response = `{
  "ok": true,
  "productId": "the slug",
  "action": "the action",
  "summary": "One sentence.",
  "latencyMs": 1.9,
  "metrics": { "figures": 1 },
  "detail": { "any": "members that the action defines" },
  "requestId": "identifies this request in every log"
}`

const headers = [
  ['Authorization', '`Bearer` and the API key. Every route needs it but the two that list and describe products.'],
  ['Content-Type', '`application/json`, in UTF-8.'],
  [
    'Idempotency-Key',
    'Optional. Any text of up to 255 bytes. A request that is sent again with the same `Idempotency-Key` runs only once.'
  ],
  [
    'Product-Contract',
    'Optional. The value of this header in an earlier response. If the fields of the product have changed since then, the response is 412 and nothing runs.'
  ],
  ['X-Request-Id', 'Optional. Your own id of the request, 8 to 128 characters. The response has the same one.']
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
        <code>{'{slug}'}</code> is the short name of a product, which stands beside it under{' '}
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
      <Anchored id="responses" level={3} name="Responses" />
      <p>
        Status 200 means that the action ran. With <code>ok: true</code> it succeeded. With <code>ok: false</code> it
        failed in a way that the product expects, and <code>detail.error</code> has a <code>code</code>, a{' '}
        <code>message</code> and <code>retryable</code>. Every other status is an error response; see{' '}
        <Link to="/developers/guides/errors">Errors</Link>.
      </p>
      <Code text={response} label="The format of a response" language="json" />
    </>
  )
}

interface DefinitionTableProps {
  readonly rows: readonly (readonly [string, string])[]
  readonly columns: readonly [string, string]
  readonly label: string
}

/** Names with their meanings. */
export function DefinitionTable({ rows, columns: [first, second], label }: DefinitionTableProps) {
  return (
    <table className="responsive definitions" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{second}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, meaning]) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>
              <Marked text={meaning} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
