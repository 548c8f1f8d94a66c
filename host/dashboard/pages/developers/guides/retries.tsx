import { Link } from 'wouter'
import { type ProductDescription, useCatalogue } from '../../../api/products.js'
import { useDescriptions, useFigures } from '../../../api/reference.js'
import { Code } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
import { DefinitionTable } from '../definition-table.js'
import { actionId } from '../fragments.js'
import { duration } from './durations.js'
import type { GuideSection } from './section.js'

const loop = `const waits = [500, 1_000, 2_000]

async function execute(url: string, apiKey: string, input: object): Promise<unknown> {
  const request = {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${apiKey}\`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID() // one for all attempts
    },
    body: JSON.stringify(input)
  }
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(url, request).catch(() => undefined)
    const body = await response?.json().catch(() => undefined)
    if (response?.ok && body) return body // with ok: true or ok: false
    const wait = waits[attempt]
    const mayRepeat =
      !body || // no response, or none in JSON
      [408, 429, 503].includes(response?.status ?? 0) ||
      body.code === 'idempotency_in_progress'
    if (!mayRepeat || wait === undefined) throw new Error(body?.code ?? 'no usable response')
    const least = 1_000 * Number(response?.headers.get('Retry-After')) || wait
    const pause = least + wait * Math.random()
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}`

const errorCodes = <Link to="/developers/guides/errors#codes">Errors</Link>

/** What to do about each response. */
const whatToDo = [
  [
    'No response, or none in JSON, whatever its status',
    'The action may have run. Wait, then send the same request with the same `Idempotency-Key`. If the action has succeeded, you get its response, and it does not run again.'
  ],
  [
    '200',
    'The action has run. If `ok` is `false` and `detail.error.retryable` is `true`, you can send the request again later, with a new `Idempotency-Key`.'
  ],
  ['400', 'The action has not run. Correct the request, and send it with a new `Idempotency-Key`.'],
  ['408, 429', 'The action has not run. Wait, then send the same request with the same `Idempotency-Key`.'],
  [
    '503',
    'Wait, then send the same request with the same `Idempotency-Key`. If the action may have run already, it does not run again, and the response has the header `Idempotent-Replayed: true`.'
  ],
  [
    '409 `idempotency_in_progress`',
    'The action is running. Wait, then send the same request with the same `Idempotency-Key`.'
  ],
  ['Other 4xx', <>The action has not run. Do not send the request again. {errorCodes} says what to do instead.</>],
  [
    '500, 502, 504',
    <>
      The action may have run. Find out what it did, for example under <Link to="/data">Data</Link> in the dashboard. If
      it has to run again, send the request with a new <code>Idempotency-Key</code>.
    </>
  ],
  [
    '5xx with the header `Idempotent-Replayed: true`',
    'This is the stored response to your earlier request. Do the same as after a 504.'
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
          Send every request that runs an action with the header <code>Idempotency-Key</code> and a new value, such as a
          UUID. The response then decides what to do:
        </p>
        <DefinitionTable
          label="When to send a request again"
          columns={['Response', 'What to do']}
          hasPlainNames
          rows={whatToDo}
        />
      </>
    )
  },
  {
    id: 'wait',
    title: 'How long to wait',
    text: (
      <ul className="bullets">
        <li>
          If the response has the header <code>Retry-After</code>, wait at least that many seconds.
        </li>
        <li>Otherwise wait half a second after the first attempt, and twice as long after each further one.</li>
        <li>Add a random time to each wait, so that many clients do not return at the same moment.</li>
        <li>Stop after four attempts. You can send the request again later, with the same value.</li>
      </ul>
    )
  },
  {
    id: 'code',
    title: 'In TypeScript',
    text: (
      <>
        <p>
          The class <code>Client</code> of <code>@product-host/sdk/client</code> sends an <code>Idempotency-Key</code>{' '}
          with every request, and repeats those whose error response has <code>retryable: true</code>, also after a 504.
          Install it with <code>npm install @product-host/sdk</code>. Where an action must not take effect twice, use a
          loop such as this one, which follows the table above:
        </p>
        <Code text={loop} label="A loop that retries" language="typescript" />
      </>
    )
  },
  {
    id: 'idempotency-key',
    title: 'Idempotency-Key',
    words:
      'UUID, Idempotent-Replayed, stored response, duplicate requests, run only once, idempotency_in_progress, idempotency_key_reused',
    text: <IdempotencyRules />
  },
  {
    id: 'safe-actions',
    title: 'Actions that are safe without an Idempotency-Key',
    words: 'read-only, idempotent',
    text: <SafeActions />
  }
]

function IdempotencyRules() {
  const figures = useFigures()
  return (
    <Loaded query={figures} lines={10}>
      {({ idempotency: { storedMs, leaseReserveMs } }) => (
        <>
          <p>
            The value is any text of 1 to 255 printable ASCII characters. It counts only within one account and one
            product. For {duration(storedMs)}, the same request with the same value gets the stored response, with the
            header <code>Idempotent-Replayed: true</code>. These responses are stored:
          </p>
          <ul className="bullets">
            <li>200</li>
            <li>400 because of the input of the action</li>
            <li>
              504 of an action that calls other services, and 503 if such an action may have reached them (the page of a
              product says which actions call other services)
            </li>
          </ul>
          <p>
            No other response is stored: the same request runs the action again. A different request with the same value
            gets 422 <code>idempotency_key_reused</code>. If this host fails while the action is running, you get 409{' '}
            <code>idempotency_in_progress</code> until {duration(leaseReserveMs)} after the time limit of the action,
            which the page of its product names.
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
    actions
      .filter(({ annotations }) => annotations.readOnlyHint || annotations.idempotentHint)
      .map(action => ({ slug, product: title, ...action }))
  )
  return (
    <>
      <p>These actions can run twice with the same input without harm.</p>
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
              <td data-label="Why">{annotations.readOnlyHint ? 'It only reads.' : 'A second run stores the same.'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
