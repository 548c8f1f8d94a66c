import { Link } from 'wouter'
import { useSite } from '../../../api/site.js'
import { Code } from '../../../parts/code.js'
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

/** What to do about each status that the host uses. */
const byStatus = [
  ['400, 413, 415, 422, 431', 'Change the request. The same request fails again.'],
  ['401', 'Send a valid API key: it is missing, wrong, expired or revoked.'],
  ['402', 'Start the trial, or renew the plan, under Billing.'],
  ['403', 'Do not repeat the request. `detail` says what the key or the account lacks.'],
  ['404', 'Check the path and the short name of the product in it.'],
  ['405', 'Use a method that the header `Allow` of the response names.'],
  ['408', 'Send the request again, and without pauses.'],
  [
    '409',
    'After `idempotency_in_progress`, wait and send the same request again. For the other codes, `detail` says what stands in the way.'
  ],
  ['412', 'Read the settings or the product again, then decide whether to send the request.'],
  ['421', 'Send the request to the address of this host.'],
  ['429', 'Wait as many seconds as `Retry-After` says, then send the same request again.'],
  ['499', 'Nothing: your program closed the connection.'],
  ['500', 'Do not repeat the request. Report its `requestId`.'],
  ['501', 'Do not repeat the request. This host does not offer it.'],
  ['502', 'Do not repeat the request: it probably fails again. Report its `requestId`.'],
  ['503', 'Wait as many seconds as `Retry-After` says, then send the same request again.'],
  ['504', 'The action may have run. Send the same request again, with the same `Idempotency-Key`.']
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
          <code>errors</code> has at most 20 entries. Each names one member of the body by its JSON Pointer, what is
          wrong with it, and what to send instead.
        </p>
        <p>
          A 402, and a 403 about a key or a product, also has <code>checks</code>: every condition for the call, each
          with <code>outcome</code> (<code>passed</code>, <code>refused</code> or <code>not_required</code>) and{' '}
          <code>detail</code>. Its <code>links</code> lead to the pages that help.
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
      <>
        <DefinitionTable label="What to do, by status" columns={['Status', 'What to do']} rows={byStatus} />
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
        <table className="responsive definitions codes" aria-label="Error codes">
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">Meaning</th>
              <th scope="col">Repeat</th>
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
                <td>{title}</td>
                <td data-label="Repeat">{retryable ? 'yes' : 'no'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Loaded>
  )
}
