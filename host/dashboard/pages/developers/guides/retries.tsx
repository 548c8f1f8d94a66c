import { Link } from 'wouter'
import { isSafeToRepeat, type ProductDescription, useCatalogue } from '../../../api/products.js'
import { useDescriptions, useFigures } from '../../../api/reference.js'
import { Code } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
import { DefinitionTable } from '../definition-table.js'
import { actionPath } from '../fragments.js'
import { Sequence } from '../sequence.js'
import { duration } from './durations.js'
import { sampleCall, withClient, withLoop } from './retry-samples.js'
import type { GuideSection } from './section.js'

/** What to do about each response. */
const whatToDo = [
  ['200 with `"ok": true`', 'Nothing: the action has succeeded.'],
  [
    '200 with `"ok": false`',
    <>
      It is an <Link to="/developers/guides/errors#expected-failures">expected failure</Link>. If{' '}
      <code>detail.error.retryable</code> is <code>true</code>, send the request again later. Otherwise do not send it
      again.
    </>
  ],
  [
    'An error with `"retryable": true`',
    'The action has not run, or can run again without harm. Wait, then send the same request with the same key.'
  ],
  [
    'No response, or one that is not JSON',
    'The action may have run. Wait, then send the same request with the same key.'
  ],
  [
    'An error 5xx with `"retryable": false`, or 409 `outcome_unknown`',
    <>
      The action may have done its work, or a part of it, and does not run again with this key.{' '}
      <a href="#unknown">Find out what it did, and settle the outcome</a>.
    </>
  ],
  ['409 `outcome_settled`', 'Nothing: somebody found out that the action was done.'],
  [
    'Another error 4xx',
    <>
      The action has not run. <Link to="/developers/guides/errors#codes">Errors</Link> says what to change. A corrected
      request needs a new key.
    </>
  ]
] as const

/** The guide about retries and idempotency. */
export const retrySections: readonly GuideSection[] = [
  {
    id: 'when',
    title: 'When to send a request again',
    text: (
      <>
        <p>
          Send every request that runs an action with a new key in the header <code>Idempotency-Key</code>, such as a
          UUID. The response then decides what to do:
        </p>
        <DefinitionTable
          label="When to send a request again"
          columns={['Response', 'What to do']}
          hasPlainNames
          rows={whatToDo}
        />
        <p>
          An action that is not safe to repeat runs at most once for a key, whatever fails. The{' '}
          <a href="#safe-actions">actions that are safe to repeat</a> run again after a failure.
        </p>
        <p>
          A request that does not run an action needs no <code>Idempotency-Key</code>, and can be sent again without
          harm. If you get no response to a request that saves settings with <code>If-Match</code>, the same request,
          sent again, can get 412, because the first one has saved them: read the settings again.
        </p>
      </>
    )
  },
  {
    id: 'wait',
    title: 'How long to wait',
    text: (
      <>
        <p>
          Wait longer for a response than the time limit of the action. The page of the action has the limit; the pages
          under <Link to="/developers#products">Products</Link> list the actions.
        </p>
        <p>Between two attempts:</p>
        <ul className="bullets">
          <li>
            If the response has the header <code>Retry-After</code>, wait at least that many seconds.
          </li>
          <li>Otherwise wait half a second after the first attempt, and twice as long after each further one.</li>
          <li>
            Add a random time to each wait, up to the same length, so that many clients do not return at the same
            moment.
          </li>
          <li>
            Stop after four attempts. You can try again later, with the same <code>Idempotency-Key</code>, until 24
            hours after the first attempt. After that, the key is forgotten, and a request with it runs the action
            again.
          </li>
        </ul>
      </>
    )
  },
  {
    id: 'code',
    title: 'In TypeScript',
    words:
      'class Client, @product-host/sdk/client, npm install, idempotencyKey, RefusedError, retry loop, expected failure',
    text: <Samples />
  },
  {
    id: 'idempotency-key',
    title: 'Idempotency-Key',
    words:
      'UUID, Idempotent-Replayed, stored response, duplicate requests, run only once, idempotency_in_progress, idempotency_key_reused',
    text: <IdempotencyRules />
  },
  {
    id: 'unknown',
    title: 'When the outcome is unknown',
    words:
      'lost connection, no response, did a call go through, outcome_unknown, outcome_settled, crash, exactly once, at most once, settle',
    text: <UnknownOutcome />
  },
  {
    id: 'safe-actions',
    title: 'Actions that are safe without an Idempotency-Key',
    words: 'read-only, idempotent',
    text: <SafeActions />
  }
]

/** Both ways to follow the rules in TypeScript, with an action of this deployment. */
function Samples() {
  const descriptions = useDescriptions(useCatalogue().data?.products.map(({ slug }) => slug))
  return (
    <Loaded query={descriptions} lines={40}>
      {products => {
        const call = sampleCall(products)
        return (
          <>
            <p>
              The class <code>Client</code> of <code>@product-host/sdk/client</code> follows these rules. If you leave{' '}
              <code>idempotencyKey</code> out, each call of <code>execute</code> creates a new one, so a later call runs
              the action again. To try again later, pass an <code>idempotencyKey</code> of your own, and keep it. After
              an expected failure, <code>execute</code> returns, and does not run the action again.
            </p>
            <Code text={withClient(call)} label="A call with the class Client" language="typescript" />
            <p>
              Without the class <code>Client</code>, write a loop such as this one:
            </p>
            <Code text={withLoop(call)} label="A loop that retries" language="typescript" />
          </>
        )
      }}
    </Loaded>
  )
}

const replayed = <code>Idempotent-Replayed</code>

function IdempotencyRules() {
  const figures = useFigures()
  return (
    <Loaded query={figures} lines={10}>
      {({ idempotency: { storedMs, leaseReserveMs } }) => (
        <>
          <Sequence
            label="A request whose response is lost, and the same request again"
            between={['Your program', 'Host', 'Product']}
            steps={[
              { from: 'Your program', to: 'Host', text: 'Request with a new key' },
              { from: 'Host', to: 'Product', text: 'Runs the action' },
              { from: 'Product', to: 'Host', text: 'Result' },
              { from: 'Host', text: 'Stores the response with the key' },
              { from: 'Host', to: 'Your program', text: 'Response, but the connection is lost', isLost: true },
              { from: 'Your program', to: 'Host', text: 'The same request with the same key' },
              { from: 'Host', to: 'Your program', text: <>The stored response, with {replayed}</> }
            ]}
          />
          <p>
            With the same key, the host recognises a request that you send again. The key is any text of 1 to 255
            printable ASCII characters. Keys are separate for each account and each product. For {duration(storedMs)}, a
            key belongs to its request, even if no response reached you.
          </p>
          <p>
            While the first request is running, you get 409 <code>idempotency_in_progress</code>. If its host fails,
            that ends {duration(leaseReserveMs)} after the time limit of the action.
          </p>
          <p>
            The same request has the same action and the same fields. A different request gets 422{' '}
            <code>idempotency_key_reused</code> while an action runs with the key, or a response is stored for it: send
            a corrected request with a new key.
          </p>
        </>
      )}
    </Loaded>
  )
}

const settling = `POST /api/v1/products/outcomes/settle
Idempotency-Key: 8e03978e

{ "product": "…", "outcome": "done", "note": "Found in the ledger." }`

function UnknownOutcome() {
  return (
    <>
      <p>
        An action that is not safe to repeat had begun, and then it failed, took too long, or its host failed. The host
        does not guess:
      </p>
      <ol className="bullets">
        <li>
          <code>GET /api/v1/products/outcomes</code> with the header <code>Idempotency-Key</code> says what is known:
          the action, when it began and on which host, and how the request ended. If the action ends later, its response
          is stored, and the key returns it.
        </li>
        <li>
          Find out what the action did, for example under <Link to="/data">Data</Link> in the dashboard.
        </li>
        <li>
          Settle the outcome under <Link to="/calls">Calls</Link>, or with a key that has every scope. After{' '}
          <code>done</code>, the key answers 409 <code>outcome_settled</code>. After <code>not_done</code>, the same
          request runs. If a part was done, settle it as <code>done</code>, and send the rest with a new key.
        </li>
      </ol>
      <Code text={settling} label="A request that settles an outcome" />
    </>
  )
}

/** The actions that declare it, from the descriptions of the products. */
function SafeActions() {
  const descriptions = useDescriptions(useCatalogue().data?.products.map(({ slug }) => slug))
  return (
    <Loaded query={descriptions} lines={20}>
      {products => <SafeTable products={products} />}
    </Loaded>
  )
}

function SafeTable({ products }: { readonly products: readonly ProductDescription[] }) {
  const safe = products.flatMap(({ slug, title, actions }) =>
    actions.filter(isSafeToRepeat).map(action => ({ slug, product: title, ...action }))
  )
  return (
    <>
      <p>You can leave the key out for these actions: they can run twice with the same input without harm.</p>
      <table className="responsive" aria-label="Actions that are safe to repeat">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Action</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {safe.map(({ slug, product, name, title, annotations }) => (
            <tr key={`${slug} ${name}`}>
              <td data-label="Product">{product}</td>
              <td data-label="Action">
                <span>
                  <Link to={actionPath(slug, name)}>{title}</Link> <code className="unbroken">{name}</code>
                </span>
              </td>
              <td data-label="Why">
                {annotations.readOnlyHint ? 'It only reads.' : 'A second run stores the same result.'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
