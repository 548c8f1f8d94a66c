import { Code } from '../../parts/code.js'

const answer = `{
  "ok": true,
  "productId": "the slug",
  "action": "the action",
  "summary": "One sentence for a person.",
  "latencyMs": 1.9,
  "metrics": { "figures": 1 },
  "detail": { "what": "the action found or did" },
  "requestId": "names this request in every log"
}`

const headers = [
  ['Authorization', 'Bearer and the key. Needed for running and for settings; describing needs none.'],
  ['Content-Type', 'application/json, in UTF-8.'],
  ['Idempotency-Key', 'Any text of up to 255 bytes. The same request with the same key is done once, for 24 hours.'],
  [
    'Product-Contract',
    'Sent back as it came: when the schemas have changed since, the answer is 412 and nothing is done.'
  ],
  ['X-Request-Id', 'Your own name for the request, 8 to 128 characters; it comes back.']
] as const

const routes = [
  ['POST /api/v1/products/{slug}/execute', 'runs an action'],
  ['GET /api/v1/products/{slug}/execute', 'describes the product: every action with its schemas'],
  ['GET /api/v1/products', 'lists all products'],
  ['GET, PUT /api/v1/products/{slug}/config', 'reads and saves settings of products that have some'],
  ['GET /api/v1/products/{slug}/access', 'says whether the key may run the product, and why'],
  ['GET /api/v1/products/usage', 'what the account used, as JSON or CSV'],
  ['POST /api/v1/products/keys/self/revoke', 'ends the key that it is sent with']
] as const

/** The form that every call and every answer has. */
export function Calls() {
  return (
    <>
      <p>
        A body names its <code>action</code> and, beside it, the fields of that action. Fields that the action does not
        know are ignored and listed in <code>detail.ignoredFields</code>.
      </p>
      <Listed rows={routes} label="Routes" columns={['Route', 'What it does']} />
      <h3>Headers of a request</h3>
      <Listed rows={headers} label="Headers" columns={['Header', 'Meaning']} />
      <h3>Answers</h3>
      <p>
        Status 200 means that the action ran. <code>ok: true</code>: what was asked was done. <code>ok: false</code>: it
        ended badly as the product foresaw, and <code>detail.error</code> says how, with <code>code</code>,{' '}
        <code>message</code> and <code>retryable</code>. Everything else is a refusal; see Errors.
      </p>
      <Code text={answer} label="The envelope of an answer" canCopy={false} />
    </>
  )
}

interface ListedProps {
  readonly rows: readonly (readonly [string, string])[]
  readonly columns: readonly [string, string]
  readonly label: string
}

function Listed({ rows, columns: [first, second], label }: ListedProps) {
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
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
