import { Link } from 'wouter'
import { useSite } from '../../../api/site.js'
import { Code } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
import { DefinitionTable } from '../definition-table.js'
import type { GuideSection } from './section.js'

const routes = [
  ['POST /api/v1/products/{slug}/execute', 'Runs an action.'],
  ['GET /api/v1/products/{slug}/execute', 'Describes the product: every action with its schemas.'],
  ['GET /api/v1/products', 'Lists all products.'],
  ['GET /api/v1/products/{slug}/config', 'Returns the settings of the product.'],
  ['PUT /api/v1/products/{slug}/config', 'Saves settings of the product.'],
  ['GET /api/v1/products/{slug}/access', 'Says whether the API key may run the product, and why.'],
  ['GET /api/v1/products/usage', 'Returns the usage of the account by day, as JSON or CSV.'],
  ['POST /api/v1/products/keys/self/revoke', 'Revokes the API key that the request is sent with.']
] as const

const headers = [
  [
    'Authorization',
    'Required. `Bearer`, a space and the API key. Only the list of products and their descriptions can be read without it.'
  ],
  ['Content-Type', 'Required if the request has a body: `application/json`.'],
  [
    'Idempotency-Key',
    <>
      Optional. A new UUID, for example. If you send the request again with the same value, the action does not run a
      second time. <Link to="/developers/guides/retries#idempotency-key">Retries and idempotency</Link> has the details.
    </>
  ],
  [
    'Product-Contract',
    'Optional. Every response of a product has this header. Send its value back, and the request is refused with 412 if the fields of the product have changed in the meantime.'
  ],
  [
    'X-Request-Id',
    'Optional. Your own identifier of the request, 8 to 128 characters. The response has it as `requestId`.'
  ]
] as const

const request = `{
  "action": "name_of_the_action",
  "field": "value"
}`

const response = `{
  "ok": true,
  "productId": "slug",
  "action": "name_of_the_action",
  "summary": "Stored the value.",
  "latencyMs": 1.9,
  "metrics": {},
  "detail": {},
  "requestId": "…"
}`

const members = [
  ['ok', '`true` if the action succeeded. `false` if it failed in a way that the product expects.'],
  ['productId', 'The slug of the product.'],
  ['action', 'The name of the action.'],
  ['summary', 'The result in one sentence for people.'],
  ['latencyMs', 'How long the call took on the server, in milliseconds.'],
  ['metrics', 'Numbers about the result. The page of the product lists them.'],
  [
    'detail',
    'The result itself. The page of the product lists its fields. If `ok` is `false`, `detail.error` says what went wrong.'
  ],
  ['requestId', 'Identifies the request under Calls in the dashboard, and for support.']
] as const

/** The guide about the format of every request and every response. */
export const requestSections: readonly GuideSection[] = [
  {
    id: 'request',
    title: 'Run an action',
    text: (
      <>
        <p>
          Send <code>POST /api/v1/products/{'{slug}'}/execute</code>, where <code>{'{slug}'}</code> is the name of the
          product in addresses. <Link to="/developers#products">Products</Link> lists the slugs.
        </p>
        <p>
          In the body, <code>action</code> is the name of the action. Its other fields depend on the action, and are
          listed on the page of the product:
        </p>
        <Code text={request} label="The body of a request" language="json" canCopy={false} />
        <p>
          Fields that the action does not have are ignored; the response then lists them in{' '}
          <code>detail.ignoredFields</code>.
        </p>
      </>
    )
  },
  {
    id: 'request-headers',
    title: 'Request headers',
    text: <DefinitionTable rows={headers} label="Headers" columns={['Header', 'Meaning']} />
  },
  {
    id: 'responses',
    title: 'Response',
    text: (
      <>
        <p>Status 200 means that the action ran. The body has these fields:</p>
        <Code text={response} label="The body of a response" language="json" canCopy={false} />
        <DefinitionTable rows={members} label="Fields of a response" columns={['Field', 'Meaning']} />
        <p>
          With any other status, the action did not run or did not finish.{' '}
          <Link to="/developers/guides/errors">Errors</Link> describes these responses.
        </p>
      </>
    )
  },
  {
    id: 'routes',
    title: 'Routes',
    text: (
      <>
        <DefinitionTable rows={routes} label="Routes" columns={['Route', 'Purpose']} />
        <p>
          <a href="/openapi.json">openapi.json</a> has every parameter and every schema.
        </p>
      </>
    )
  },
  {
    id: 'limits',
    title: 'Limits',
    words:
      'rate limit, throttling, quota, too many requests, 429, Retry-After, RateLimit-Policy, concurrent executions, body size, deadline, timeout',
    text: <Limits />
  }
]

/** The limits of this deployment. */
function Limits() {
  const site = useSite()
  return (
    <Loaded query={site} lines={6}>
      {({ limits: { key, account, atOnce, bodyBytes } }) => (
        <>
          <dl className="details">
            <dt>Requests of an API key</dt>
            <dd>
              {key.requests.toLocaleString('en')} in {key.seconds} seconds
            </dd>
            <dt>Requests of an account</dt>
            <dd>
              {account.requests.toLocaleString('en')} in {account.seconds} seconds
            </dd>
            <dt>Running actions of an account</dt>
            <dd>{atOnce} at the same time</dd>
            <dt>Size of a body</dt>
            <dd>{bodyBytes / 1024} KiB</dd>
            <dt>Duration of an action</dt>
            <dd>Named with the action, on the page of its product</dd>
          </dl>
          <p>
            If you send more, the response is 429, and its header <code>Retry-After</code> says how many seconds to
            wait. Every response says in the header <code>RateLimit</code> how many requests are left.
          </p>
        </>
      )}
    </Loaded>
  )
}
