import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSite } from '../../../api/site.js'
import { Code, Marked, Prose } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
import { AnchoredName } from '../anchored.js'
import { DefinitionTable } from '../definition-table.js'
import { Folded } from '../folded.js'
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
      "pointer": "#/text",
      "code": "required",
      "detail": "is missing",
      "fix": "Send text."
    }
  ]
}`

const refusal = `{
  …
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

const fields = [
  ['ok', 'Always `false`.'],
  ['code', 'Identifies the kind of error. Use it in your program: its meaning never changes.'],
  ['detail', 'What is wrong, in a sentence for people.'],
  ['retryable', 'Whether you can send the same request again later, with the same `Idempotency-Key`.'],
  ['requestId', 'Identifies the request. Write it to your log, and include it when you ask for help.'],
  ['errors', 'Only if fields are wrong: at most 20 mistakes.'],
  ['errors[].pointer', 'The place in the body: `#` and a JSON Pointer, such as `#/text`.'],
  ['errors[].code', 'The kind of mistake, such as `required`.'],
  ['errors[].detail', 'What is wrong, to be read after the name of the field.'],
  ['errors[].fix', 'What to send instead, in a sentence.'],
  [
    'checks',
    'Only with 402 or 403, if a check did not allow the action: all checks that decide whether the action may run.'
  ],
  [
    'checks[].check',
    'What was checked: `scope` (of the API key), `plan` (of the account), `payment_card` (of the account) or `enabled` (whether the product is switched on).'
  ],
  [
    'checks[].source',
    'What decided: `key` (the API key), `billing` (the plan), `deployment` (this host) or `config` (the settings of the product).'
  ],
  ['checks[].outcome', '`passed`, `refused` or `not_required`.'],
  ['checks[].code', 'Only if the outcome is `refused`: the error code.'],
  ['checks[].detail', 'The reason for the outcome, in a sentence for people.'],
  [
    'links',
    'Only together with `checks`: `billing` is the page of the dashboard for the plan and the payment card, and `access` is the path that returns the checks again.'
  ],
  [
    'type, title, status, instance',
    'From RFC 9457: the code as a URN, its meaning, the HTTP status, and the request ID as a URN.'
  ]
] as const

const expectedFailure = `{
  "ok": false,
  "productId": "…",
  "action": "…",
  "summary": "The site did not answer in time.",
  "latencyMs": 10004.2,
  "metrics": {},
  "detail": {
    "error": {
      "code": "site_unreachable",
      "message": "The site did not answer in time.",
      "retryable": true
    }
  },
  "requestId": "…"
}`

/** What to do after each status of the API. */
const byStatus: Readonly<Record<number, ReactNode>> = {
  400: 'Correct the request, and send it with a new `Idempotency-Key`. `errors`, or else `detail`, says what is wrong.',
  401: (
    <>
      Send a valid API key, as <code>Authorization: Bearer …</code>. You create one under{' '}
      <Link to="/keys">API keys</Link> in the dashboard.
    </>
  ),
  402: (
    <>
      Start the trial, or renew the plan, under <Link to="/billing">Billing</Link> in the dashboard. Then send the
      request again.
    </>
  ),
  403: 'Do not send the request again until the cause is removed. `detail` describes the cause.',
  404: 'Correct the URL. `detail` says which part of it was not found.',
  405: 'Use a method that the header `Allow` of the response names.',
  408: 'Wait, then send the same request again, with the same `Idempotency-Key`.',
  409: 'Wait, then send the same request again, with the same `Idempotency-Key`.',
  412: 'Find out what has changed. Then decide whether to send the request.',
  413: (
    <>
      Send a smaller body. <Link to="/developers/guides/requests#limits">Limits</Link> has the largest size.
    </>
  ),
  415: 'Send the body as JSON, with `Content-Type: application/json`.',
  421: 'Send the request to the URL of this host, with its name in `Host`.',
  422: 'Send the request with a new `Idempotency-Key`.',
  429: 'Wait as many seconds as `Retry-After` says, then send the same request again, with the same `Idempotency-Key`.',
  431: 'Send fewer or shorter headers.',
  500: <MayHaveRun />,
  502: <MayHaveRun />,
  503: <MayStillRun />,
  504: <MayStillRun />
}

/** What to do after a code, if that is not the same for each code of its status. */
const byCode: Readonly<Record<string, ReactNode>> = {
  insufficient_scope: (
    <>
      Create an API key with the scope, under <Link to="/keys">API keys</Link> in the dashboard.
    </>
  ),
  invalid_confirmation: (
    <>
      Send the request without <code>confirmation</code>, show the new plan to a person, and send its token.
    </>
  ),
  outcome_unknown: 'Do not send the request again. Find out whether its plan was run.',
  account_disabled: 'Ask the operator of this host.',
  waitlisted: (
    <>
      Add it under <Link to="/billing">Billing</Link> in the dashboard.
    </>
  ),
  config_not_supported: 'Do not ask for its settings.',
  product_disabled: 'Switch it on in the settings of the product, in the dashboard.',
  revision_conflict: 'Get them again with `GET /api/v1/products/{slug}/config`, and send the new `ETag` as `If-Match`.',
  contract_changed: (
    <>
      Get the description of the product with <code>{'GET /api/v1/products/{slug}/execute'}</code>, and send its{' '}
      <code>Product-Contract</code> with the request.{' '}
      <Link to="/developers/guides/requests#request-headers">Request headers</Link> explains this header.
    </>
  ),
  response_too_large: 'Ask for less, such as with a smaller `limit`.'
}

/** The guide about errors. */
export const errorSections: readonly GuideSection[] = [
  {
    id: 'format',
    title: 'The format of an error response',
    text: (
      <>
        <p>
          Every error response of this host has a status of 400 or more, and is <code>application/problem+json</code>,
          as RFC 9457 specifies:
        </p>
        <Code text={problem} label="An error response" language="json" canCopy={false} />
        <Folded summary="What each field means">
          <DefinitionTable rows={fields} label="Fields of an error response" columns={['Field', 'Meaning']} />
        </Folded>
        <Folded summary="What a response with status 402 or 403 also has">
          <Code text={refusal} label="The checks and links of a response" language="json" canCopy={false} />
        </Folded>
      </>
    )
  },
  {
    id: 'expected-failures',
    title: 'Expected failures',
    text: (
      <>
        <p>
          If an action runs and fails in a way that its product expects, the status is 200 and <code>ok</code> is{' '}
          <code>false</code>. Unlike in an error response, <code>detail</code> is an object. Use{' '}
          <code>detail.error.code</code> in your program. The page of the action, under{' '}
          <Link to="/developers#products">Products</Link>, lists these codes. If <code>detail.error.retryable</code> is{' '}
          <code>true</code>, you can send the request again later, with a new <code>Idempotency-Key</code>. For example:
        </p>
        <Code text={expectedFailure} label="An expected failure" language="json" canCopy={false} />
      </>
    )
  },
  {
    id: 'confirmations',
    title: 'Plans to confirm',
    text: (
      <>
        <p>
          If the code of an expected failure is <code>needs_confirmation</code>, nothing was done. If{' '}
          <code>detail.error.details</code> has a <code>token</code>, it is a plan: show its <code>steps</code> and what
          is in <code>notUnderstood</code> to a person. If the person agrees, send a request with the same{' '}
          <code>action</code> and the token in <code>confirmation</code>, before <code>expiresAt</code>. It runs exactly
          these steps, once, and ignores all other fields. Sent again, the token returns the same response. Of a step
          with <code>schedule</code>, a schedule is made in place of a call.
        </p>
        <p>
          Over the Model Context Protocol, the client asks the person, if it supports elicitation. Fields by which a
          person agrees, such as <code>confirm</code>, are no arguments of tools, and have no effect there.
        </p>
      </>
    )
  },
  {
    id: 'codes',
    title: 'Error codes of the API',
    words: 'status, HTTP status',
    text: (
      <>
        <p>
          Each status says what to do; below it are its codes.{' '}
          <Link to="/developers/guides/retries">Retries and idempotency</Link> says how to send a request again.
        </p>
        <ErrorCodes isOfApi />
      </>
    )
  },
  {
    id: 'dashboard-codes',
    title: 'Other error codes',
    text: (
      <>
        <p>
          The routes of the API never return these codes. They occur on the pages of this host, in webhooks from Stripe
          and, if a browser sends the request, at <code>/mcp</code>.
        </p>
        <Folded summary="All other codes, by status">
          <ErrorCodes isOfApi={false} />
        </Folded>
      </>
    )
  }
]

/** The codes that a client of the API can get, or the others, from the table of the host, with what to do after each status. */
function ErrorCodes({ isOfApi }: { readonly isOfApi: boolean }) {
  const site = useSite()
  return (
    <Loaded query={site} lines={40}>
      {({ problems }) => {
        const own = problems.filter(problem => problem.isOfApi === isOfApi)
        return (
          <table className="responsive definitions grouped" aria-label={isOfApi ? 'Error codes' : 'Other error codes'}>
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Meaning</th>
              </tr>
            </thead>
            {[...Map.groupBy(own, ({ status }) => status)].map(([status, codes]) => (
              <tbody key={status}>
                <tr>
                  <th scope="rowgroup" colSpan={2}>
                    <span className="status-code">{status}</span>
                    {isOfApi && <Prose of={byStatus[status]} />}
                  </th>
                </tr>
                {codes.map(({ code, title }) => (
                  <tr key={code}>
                    <td>
                      <AnchoredName id={`code-${code}`} name={code} />
                    </td>
                    <td>
                      <Marked text={title.replace(/Idempotency-Key|Product-Contract|Host(?=\.)/g, '`$&`')} />{' '}
                      <Prose of={byCode[code]} />
                    </td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        )
      }}
    </Loaded>
  )
}

function MayHaveRun() {
  return (
    <>
      Do not send the same request again: the action may have done a part of its work, unless it only reads.{' '}
      <Link to="/developers/guides/retries#unknown">Find out what it did</Link>. If the error occurs again, send the{' '}
      <code>requestId</code> to the operator of this host.
    </>
  )
}

function MayStillRun() {
  return (
    <>
      If <code>retryable</code> is <code>true</code>, wait, then send the same request again. Otherwise the action may
      have done a part of its work, and may still be running: wait until its time limit has passed, then{' '}
      <Link to="/developers/guides/retries#unknown">find out what it did</Link>.
    </>
  )
}
