import { Link } from 'wouter'
import { isSafeToRepeat, type ProductDescription, useCatalogue } from '../../../api/products.js'
import { useDescriptions, useFigures } from '../../../api/reference.js'
import { Code } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
import { DefinitionTable } from '../definition-table.js'
import { actionId } from '../fragments.js'
import { duration } from './durations.js'
import { sampleCall, withClient, withLoop } from './retry-samples.js'
import type { GuideSection } from './section.js'

/** What to do about each response. */
const whatToDo = [
  [
    '200',
    <>
      If <code>ok</code> is <code>true</code>, the action has succeeded. If it is <code>false</code>, the response is an{' '}
      <Link to="/developers/guides/errors#expected-failures">expected failure</Link>: if{' '}
      <code>detail.error.retryable</code> is <code>true</code>, you can send the request again later, with a new{' '}
      <code>Idempotency-Key</code>. Otherwise do not send it again.
    </>
  ],
  [
    'An error with `"retryable": true` in its body',
    'Wait, then send the same request with the same `Idempotency-Key`.'
  ],
  [
    'An error with `"retryable": false` in its body',
    <>
      Do not send the same request again. <Link to="/developers/guides/errors#codes">Errors</Link> says for each status
      what to do instead.
    </>
  ],
  ['No response, or a response that is not JSON', 'Wait, then send the same request with the same `Idempotency-Key`.']
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
          If you follow this table, an action can take effect twice only in one situation: you got no response, or one
          that is not JSON. See <a href="#twice">When an action can take effect twice</a>.
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
          Wait longer for a response than the time limit of the action. The page of the product has the limit, below the
          title of the action; <Link to="/developers#products">Products</Link> lists these pages.
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
    id: 'twice',
    title: 'When an action can take effect twice',
    text: (
      <>
        <p>
          If you get no response, or one that is not JSON, the action may have run. A request with the same{' '}
          <code>Idempotency-Key</code> runs it again in three cases:
        </p>
        <ul className="bullets">
          <li>The host failed while it ran the action.</li>
          <li>
            The response that did not reach you was an error with a status of 5xx and <code>"retryable": false</code>,
            other than a 503 or 504 of an action that calls other services.
          </li>
          <li>The key is forgotten, because the first attempt was more than 24 hours ago.</li>
        </ul>
        <p>If an action must not take effect twice even then, do not send the same request again. Instead:</p>
        <ol className="bullets">
          <li>Wait until the time limit of the action has passed, because it may still be running.</li>
          <li>
            Find out what the action did, for example under <Link to="/data">Data</Link> in the dashboard.
          </li>
          <li>
            Only if it did nothing, send the request with a new <code>Idempotency-Key</code>, because the earlier one
            can return a stored error. If it did a part of its work, decide what to send for the rest.
          </li>
        </ol>
        <p>
          With <code>{'new Client({ url, key, patience: { attempts: 1 } })'}</code>, the class <code>Client</code> sends
          each request only once.
        </p>
      </>
    )
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

function IdempotencyRules() {
  const figures = useFigures()
  return (
    <Loaded query={figures} lines={10}>
      {({ idempotency: { storedMs, leaseReserveMs } }) => (
        <>
          <p>
            With the same key, the host recognises a request that you send again. The key is any text of 1 to 255
            printable ASCII characters. Keys are separate for each account and each product. Within {duration(storedMs)}
            , the earlier response of the host, even if it did not reach you, decides what happens if you send the same
            request:
          </p>
          <DefinitionTable
            label="What the same Idempotency-Key returns"
            columns={['Earlier response', 'What happens']}
            hasPlainNames
            rows={[
              [
                '200',
                'You get the stored response, with the header `Idempotent-Replayed: true`. The action does not run again.'
              ],
              [
                'An error with `"retryable": true`',
                'The request is handled as a new one. The action has not run, or can run twice without harm.'
              ],
              ['400 or 422', 'You get the same error again.'],
              [
                'Another error with status 4xx and `"retryable": false`',
                'The request is handled as a new one. The action has not run.'
              ],
              [
                'An error with status 5xx and `"retryable": false`',
                'The action runs again. An exception: if the status is 503 or 504, and the action calls other services (the page of its product says so), you get the stored response.'
              ],
              [
                'No response yet: the action is running',
                'You get 409 `idempotency_in_progress`. Wait, then send the request again.'
              ],
              [
                'No response: the host failed while it ran the action',
                `You get 409 \`idempotency_in_progress\` until the time limit of the action and ${duration(leaseReserveMs)} more have passed. After that, the action runs again.`
              ]
            ]}
          />
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
                  <Link to={`/developers/products/${slug}#${actionId(name)}`}>{title}</Link>{' '}
                  <code className="unbroken">{name}</code>
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
