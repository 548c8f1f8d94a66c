import { Link } from 'wouter'
import { useSite } from '../../../api/site.js'
import { Code, Marked } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
import { DefinitionTable } from '../calls.js'
import type { GuideSection } from './section.js'

const problem = `{
  "type": "urn:product-host:problem:invalid_input",
  "title": "The input is not valid.",
  "status": 400,
  "detail": "The input does not fit; see errors.",
  "instance": "urn:product-host:request:…",
  "ok": false,
  "code": "invalid_input",
  "requestId": "…",
  "retryable": false,
  "errors": [
    {
      "pointer": "#/key",
      "code": "required",
      "detail": "is missing",
      "fix": "Send text."
    }
  ]
}`

const refusal = `{
  "type": "urn:product-host:problem:trial_required",
  "title": "The account has no plan yet.",
  "status": 402,
  "detail": "Start the trial first …",
  "instance": "urn:product-host:request:…",
  "ok": false,
  "code": "trial_required",
  "requestId": "…",
  "retryable": false,
  "checks": [
    {
      "check": "plan",
      "source": "billing",
      "outcome": "refused",
      "code": "trial_required",
      "detail": "Start the trial first …"
    },
    …
  ],
  "links": {
    "billing": "https://…/billing",
    "access": "/api/v1/products/…/access"
  }
}`

const expectedFailure = `{
  "ok": false,
  "productId": "parcels",
  "action": "deliver",
  "summary": "Nobody was free to drive the parcel.",
  "latencyMs": 1.9,
  "metrics": {},
  "detail": {
    "error": {
      "code": "no_driver",
      "message": "Nobody was free to drive the parcel.",
      "retryable": true
    }
  },
  "requestId": "…"
}`

/** What to do about each status that the host uses. */
const byStatus = [
  ['400', 'Change the request. The same request fails again.'],
  ['401', 'Send a valid API key. For the codes about signing in, `detail` says what is missing or wrong.'],
  ['402', 'Start the trial, or renew the plan, under Billing.'],
  ['403', 'Do not repeat the request. `detail` says what the key or the account lacks.'],
  ['404', 'Check the path and the slug of the product in it; `detail` says what was not found.'],
  ['405', 'Use a method that the header `Allow` of the response names.'],
  ['408', 'Send the request again, and send its body without a pause.'],
  [
    '409',
    'After `idempotency_in_progress`, wait and send the same request again. For the other codes, `detail` says what stands in the way.'
  ],
  [
    '412',
    'The settings or the product have changed since you read them. Read them again, then decide whether to send the request.'
  ],
  ['413', 'Send a smaller body.'],
  ['415', 'Send the body as JSON, with `Content-Type: application/json`.'],
  ['421', 'Send the request to the address of this host, with that address in `Host`.'],
  [
    '422',
    'Send this request with a new `Idempotency-Key`: the one that you sent belongs to an earlier, different request.'
  ],
  ['429', 'Wait as many seconds as `Retry-After` says, then send the same request again.'],
  ['431', 'Send fewer or shorter headers.'],
  ['499', 'Nothing: your program closed the connection.'],
  ['500', 'Do not repeat the request. Report its `requestId` to the operator of this host.'],
  ['501', 'Do not repeat the request. This host does not offer it.'],
  ['502', 'Do not repeat the request: it probably fails again. Report its `requestId` to the operator of this host.'],
  ['503', 'Wait as many seconds as `Retry-After` says, then send the same request again.'],
  [
    '504',
    'The action may have run. Send the same request again with the same `Idempotency-Key`. If you sent none, find out first whether the action ran.'
  ]
] as const

/** The guide about errors. */
export const errorSections: readonly GuideSection[] = [
  {
    id: 'format',
    title: 'The format of an error response',
    text: (
      <>
        <p>
          Every error response is <code>application/problem+json</code> (RFC 9457). Use <code>code</code> in your
          program: its meaning never changes. Show <code>detail</code> to a person; if there are <code>errors</code>,
          show the <code>detail</code> and <code>fix</code> of each. Write <code>requestId</code> to your log, and
          include it when you ask for help.
        </p>
        <Code text={problem} label="An error response" language="json" />
        <p>
          <code>errors</code> has at most 20 entries. Each has <code>pointer</code> (the member of the body, as a JSON
          Pointer after #), <code>code</code> (the kind of mistake, such as <code>required</code>), <code>detail</code>{' '}
          (what is wrong) and <code>fix</code> (what to send instead).
        </p>
        <p>
          If an API key, a plan or a product refuses a call (402 and 403), the response also has <code>checks</code> and{' '}
          <code>links</code>. Each check has <code>check</code> (<code>scope</code>, <code>plan</code>,{' '}
          <code>payment_card</code> or <code>enabled</code>), <code>source</code> (where it is decided: <code>key</code>
          , <code>billing</code>, <code>deployment</code> or <code>config</code>), <code>outcome</code> (
          <code>passed</code>, <code>refused</code> or <code>not_required</code>), <code>detail</code> and, if it
          refused the call, the error <code>code</code>. <code>links</code> has the page that helps, and as{' '}
          <code>access</code> the path that returns these checks:
        </p>
        <Code text={refusal} label="An error response with checks and links" language="json" />
      </>
    )
  },
  {
    id: 'expected-failures',
    title: 'Expected failures',
    text: (
      <>
        <p>
          Status 200 means that the action ran. If it failed in a way that the product expects, the response has{' '}
          <code>ok: false</code>, and its <code>detail</code> is an object: use <code>detail.error.code</code> in your
          program, and show <code>detail.error.message</code> to a person. The page of a product lists the codes of each
          action; they are not in the table below.
        </p>
        <Code text={expectedFailure} label="An expected failure" language="json" />
      </>
    )
  },
  {
    id: 'by-status',
    title: 'What to do, by status',
    text: (
      <>
        <DefinitionTable
          label="What to do, by status"
          columns={['Status', 'What to do']}
          rows={byStatus}
          hasPlainNames
        />
        <p>
          <Link to="/developers/guides/retries">Retries and idempotency</Link> says how to repeat a request.
        </p>
      </>
    )
  },
  { id: 'codes', title: 'Error codes', text: <ErrorCodes /> }
]

/** Every code that this host uses, from its own table. */
function ErrorCodes() {
  const site = useSite()
  return (
    <Loaded query={site} lines={20}>
      {({ problems }) => (
        <>
          <p>
            The last column is the member <code>retryable</code> of the response: whether the same request can succeed
            if you only wait and send it again.
          </p>
          <table className="responsive definitions codes" aria-label="Error codes">
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Status</th>
                <th scope="col">Meaning</th>
                <th scope="col">Retryable</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ code, status, title, retryable }) => (
                <tr key={code} id={`code-${code}`} tabIndex={-1}>
                  <td>
                    <a href={`#code-${code}`}>
                      <code>{code}</code>
                    </a>
                  </td>
                  <td data-label="Status">{status}</td>
                  <td>
                    <Marked text={title.replace(/Idempotency-Key|Product-Contract|Host(?=\.)/g, '`$&`')} />
                  </td>
                  <td data-label="Retryable">{retryable ? 'yes' : 'no'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Loaded>
  )
}
