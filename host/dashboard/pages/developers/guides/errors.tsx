import { Link } from 'wouter'
import { useSite } from '../../../api/site.js'
import { Code } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
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

const expectedFailure = `{
  "ok": false,
  "productId": "the slug",
  "action": "the action",
  "summary": "One sentence.",
  "latencyMs": 1.9,
  "metrics": {},
  "detail": {
    "error": {
      "code": "not_found",
      "message": "…",
      "retryable": false
    }
  },
  "requestId": "…"
}`

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
          <code>errors</code> has at most 20 entries. Each names one member of the body by its JSON Pointer, what is
          wrong with it, and what to send instead.
        </p>
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
          <code>ok: false</code> and <code>detail.error</code>. The reference of each product lists the codes of each
          action.
        </p>
        <Code text={expectedFailure} label="An expected failure" language="json" />
      </>
    )
  },
  {
    id: 'by-status',
    title: 'What to do, by status',
    text: (
      <dl className="details">
        <dt>400, 412, 413, 415, 422</dt>
        <dd>Change the request. The same request fails again.</dd>
        <dt>401, 403</dt>
        <dd>
          Check the key, its scopes and its expiry. <code>checks</code> says which condition refused the request.
        </dd>
        <dt>402</dt>
        <dd>The account needs a plan.</dd>
        <dt>404</dt>
        <dd>Check the slug of the product.</dd>
        <dt>409</dt>
        <dd>
          Something else stands in the way: <code>detail</code> says what. After <code>idempotency_in_progress</code>,
          wait and send the same request again.
        </dd>
        <dt>429</dt>
        <dd>
          Wait for <code>Retry-After</code> seconds.
        </dd>
        <dt>502, 504</dt>
        <dd>
          The product failed, or was too slow. A 504 may be repeated; after a 502 the same request probably fails again.
        </dd>
        <dt>500, 503</dt>
        <dd>
          The host failed or is overloaded. Repeat the request after <code>Retry-After</code> seconds.
        </dd>
        <dt>Retries</dt>
        <dd>
          See <Link to="/developers/guides/retries">Retries and idempotency</Link>.
        </dd>
      </dl>
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
        <table className="responsive whole" aria-label="Error codes">
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Code</th>
              <th scope="col">Meaning</th>
              <th scope="col">Retry</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ code, status, title, retryable }) => (
              <tr key={code} id={`code-${code}`} tabIndex={-1}>
                <td data-label="Status">{status}</td>
                <td data-label="Code">
                  <a href={`#code-${code}`}>
                    <code>{code}</code>
                  </a>
                </td>
                <td data-label="Meaning">{title}</td>
                <td data-label="Retry">{retryable ? 'yes' : 'no'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Loaded>
  )
}
