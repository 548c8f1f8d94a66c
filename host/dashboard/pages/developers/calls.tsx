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
  [
    'Authorization',
    'Bearer and the API key. Required to run actions and to read and save settings, not to describe products.'
  ],
  ['Content-Type', 'application/json, in UTF-8.'],
  [
    'Idempotency-Key',
    'Any text of up to 255 bytes. By default for 24 hours, the same request with the same key runs once.'
  ],
  [
    'Product-Contract',
    'The value of this header in an earlier response. If the contract has changed since, the response is 412 and nothing is run.'
  ],
  ['X-Request-Id', 'Your own id of the request, 8 to 128 characters. The response has the same one.']
] as const

const routes = [
  ['POST /api/v1/products/{slug}/execute', 'runs an action'],
  ['GET /api/v1/products/{slug}/execute', 'describes the product: every action with its schemas'],
  ['GET /api/v1/products', 'lists all products'],
  ['GET, PUT /api/v1/products/{slug}/config', 'reads and saves the settings of a connection product'],
  ['GET /api/v1/products/{slug}/access', 'whether the key may run the product, with the reasons'],
  ['GET /api/v1/products/usage', 'the usage of the account, as JSON or CSV'],
  ['POST /api/v1/products/keys/self/revoke', 'revokes the key that the request is sent with']
] as const

/** The format of every request and every response. */
export function Calls() {
  return (
    <>
      <p>
        A body has the name of the <code>action</code> and the fields of that action. Unknown fields are ignored and
        listed in <code>detail.ignoredFields</code>.
      </p>
      <DefinitionTable rows={routes} label="Routes" columns={['Route', 'Purpose']} />
      <Anchored id="request-headers" level={3} name="Request headers" />
      <DefinitionTable rows={headers} label="Headers" columns={['Header', 'Meaning']} />
      <Anchored id="responses" level={3} name="Responses" />
      <p>
        Status 200 means that the action ran. With <code>ok: true</code> it succeeded. With <code>ok: false</code> it
        failed in a way that the product expects, and <code>detail.error</code> has a <code>code</code>, a{' '}
        <code>message</code> and <code>retryable</code>. Every other status is an error response; see{' '}
        <Link to="/developers/guides/errors">Errors</Link>.
      </p>
      <Code text={response} label="The format of a response" canCopy={false} />
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
