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
  ['PUT /api/v1/products/{slug}/config', 'Replaces all settings of the product.'],
  [
    'GET /api/v1/products/{slug}/access',
    'Says whether the API key may run the actions of the product, and if not, why.'
  ],
  ['GET /api/v1/products/usage', 'Returns the usage of the account by day, as JSON or CSV.'],
  ['POST /api/v1/products/keys/self/revoke', 'Revokes the API key that the request is sent with.']
] as const

const request = `POST /api/v1/products/{slug}/execute
Host: ${location.host}
Authorization: Bearer …
Content-Type: application/json

{
  "action": "…",
  …
}`

const headers = [
  [
    'Authorization',
    <>
      Required. <code>Bearer</code>, a space and the API key, which you create under <Link to="/keys">API keys</Link> in
      the dashboard. Its scopes say for which products it can run actions and change settings. Only the list of products
      and their descriptions can be read without it.
    </>
  ],
  ['Content-Type', 'Required if the request has a body: `application/json`.'],
  [
    'Idempotency-Key',
    <>
      Only to run an action. Optional, but recommended: a new value for each new request, such as a UUID. Send the same
      value again only if you got no response, a response that is not JSON, or a status of 400 or more with{' '}
      <code>"retryable": true</code>. A 200 is stored, and the same value returns it again.{' '}
      <Link to="/developers/guides/retries">Retries and idempotency</Link> says more.
    </>
  ],
  [
    'Product-Contract',
    'Only to run an action. Optional: the value of this header in the response to `GET /api/v1/products/{slug}/execute`. If the actions or fields of the product have changed since, the response is 412, and the action does not run.'
  ],
  [
    'If-Match',
    'Only to save settings. Optional: the `ETag` of an earlier response with the settings. If they have changed since, the response is 412, and nothing is saved.'
  ],
  [
    'X-Request-Id',
    'Optional. Your own identifier of the request, 8 to 128 letters, digits, dots, hyphens and underscores. The response has it as `requestId`.'
  ]
] as const

const response = `{
  "ok": true,
  "productId": "…",
  "action": "…",
  "summary": "Stored the value.",
  "latencyMs": 1.9,
  "metrics": {},
  "detail": { … },
  "requestId": "…"
}`

const members = [
  [
    'ok',
    <>
      <code>true</code> if the action succeeded. <code>false</code> after an{' '}
      <Link to="/developers/guides/errors#expected-failures">expected failure</Link>.
    </>
  ],
  ['productId', 'The slug of the product, as in the URL.'],
  ['action', 'The action, as in the request.'],
  ['summary', 'The result in one sentence for people.'],
  ['latencyMs', 'How long the action took, in milliseconds.'],
  ['metrics', 'Numbers about the result. The page of the action lists them.'],
  [
    'detail',
    'The result itself. The page of the action lists its fields. If `ok` is `false`, `detail.error` says what went wrong.'
  ],
  [
    'requestId',
    <>
      Identifies the request. With it, you find the request under <Link to="/calls">Calls</Link> in the dashboard.
    </>
  ]
] as const

/** The guide about the format of every request and every response. */
export const requestSections: readonly GuideSection[] = [
  {
    id: 'request',
    title: 'Run an action',
    text: (
      <>
        <p>
          A request to <code>{location.origin}</code> looks like this:
        </p>
        <Code text={request} label="A request that runs an action" canCopy={false} />
        <p>
          In the URL, <code>{'{slug}'}</code> identifies the product. <Link to="/developers#products">Products</Link>{' '}
          lists the slugs. In the body, <code>action</code> identifies the action. The other fields depend on the
          action. The page of the action lists these fields. The <Link to="/developers#quickstart">Quickstart</Link> has
          a complete request.
        </p>
        <p>
          Fields that the action does not have are ignored; the response then lists them in{' '}
          <code>detail.ignoredFields</code>. A name that is close to a field which is missing is listed in{' '}
          <code>detail.misspeltFields</code>. If the missing field decides about money, safety or delivery, the action
          does not run, and the response has the code <code>misspelt_field</code>.
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
    title: 'Response of an action',
    text: (
      <>
        <p>Status 200 means that the action ran. The body then has these fields:</p>
        <Code text={response} label="The body of a response" language="json" canCopy={false} />
        <DefinitionTable rows={members} label="Fields of a response" columns={['Field', 'Meaning']} />
        <p>
          With any other status, there is no result. After a status of 5xx, the action may have run.{' '}
          <Link to="/developers/guides/errors">Errors</Link> describes these responses.
        </p>
      </>
    )
  },
  {
    id: 'api-keys',
    title: 'Create, replace and revoke API keys',
    words: 'rotate an API key, rotation, renew, roll, expiry, leaked, stolen, compromised, scope, secret, credential',
    text: (
      <>
        <p>
          You create a key under <Link to="/keys">API keys</Link> in the dashboard. You choose its name, when it
          expires, and for which products it can be used. The key is shown once.
        </p>
        <p>
          To rotate a key, select <em>Replace</em> beside it. You get a new key with the same scopes. The old one works
          for one more hour, or for the time that you choose: until then, give the new key to your programs.
        </p>
        <p>
          To end a key at once, select <em>Revoke</em> beside it, or send{' '}
          <code>POST /api/v1/products/keys/self/revoke</code> with the key. Do this if somebody else may have it.
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
          <a href="/openapi.json">openapi.json</a> has every parameter, and the format of every response.
        </p>
      </>
    )
  },
  {
    id: 'limits',
    title: 'Limits',
    words:
      'rate limit, throttling, quota, too many requests, 429, Retry-After, RateLimit-Policy, concurrent executions, body size, deadline, timeout, time out',
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
            <dt>Requests per API key</dt>
            <dd>
              {key.requests.toLocaleString('en')} in {key.seconds} seconds
            </dd>
            <dt>Requests per account</dt>
            <dd>
              {account.requests.toLocaleString('en')} in {account.seconds} seconds
            </dd>
            <dt>Running actions per account</dt>
            <dd>{atOnce} at the same time</dd>
            <dt>Size of a request body</dt>
            <dd>{bodyBytes / 1024} KiB</dd>
            <dt>Size of a response</dt>
            <dd>4 MiB</dd>
            <dt>Time limit of an action</dt>
            <dd>On the page of the action</dd>
          </dl>
          <p>
            If there are too many requests or running actions, the response is 429, and its header{' '}
            <code>Retry-After</code> says how many seconds to wait. If the request body is too large, the response is
            413. If the action takes too long, the response is 504. If its result is too large, you get a 502, although
            the action has run; <Link to="/developers/guides/pagination#largest-response">The largest response</Link>{' '}
            says what to do.
          </p>
          <p>
            Every response to a request with an API key has the header <code>RateLimit</code>, which says how many
            requests are left. In this example, 499 requests are left for the API key, and 1,998 for the account, in the
            next 8 seconds:
          </p>
          <Code
            text={'RateLimit: "key";r=499;t=8, "account";r=1998;t=8'}
            label="The header RateLimit"
            canCopy={false}
          />
        </>
      )}
    </Loaded>
  )
}
