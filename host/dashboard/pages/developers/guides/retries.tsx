import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type ProductDescription, useCatalogue } from '../../../api/products.js'
import { useDescriptions, useFigures } from '../../../api/reference.js'
import { Code, Marked } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
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
    // Leave 504 out if it does no harm that the action takes effect twice.
    const isFinal = body?.retryable === false || response?.status === 504
    if (isFinal || wait === undefined) throw new Error(body?.code ?? 'no usable response')
    const least = 1_000 * Number(response?.headers.get('Retry-After')) || wait
    const pause = least + wait * Math.random()
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}`

const errorCodes = <Link to="/developers/guides/errors#codes">Errors</Link>

/** Whether the action has run, and what to do, by what a program receives. */
const responses: readonly (readonly [response: string, hasRun: string, whatToDo: ReactNode])[] = [
  [
    '200',
    'Yes',
    'If `ok` is `true`, nothing. If it is `false` and `detail.error.retryable` is `true`, send the request again later, with a new `Idempotency-Key`.'
  ],
  ['400', 'No', 'Correct the request, and send it with a new `Idempotency-Key`.'],
  ['408, 429, 503', 'No', 'Wait, then send the same request with the same `Idempotency-Key`.'],
  [
    '409 `idempotency_in_progress`',
    'It is running',
    'Wait, then send the same request with the same `Idempotency-Key`.'
  ],
  ['Other 4xx', 'No', <>Do not send the request again. {errorCodes} says what to do instead.</>],
  [
    '500, 502',
    'Perhaps',
    'Do not send the request again automatically. The action would run again, and can then take effect twice.'
  ],
  [
    '504',
    'Perhaps',
    'As after a 500. If it does no harm that the action takes effect twice, wait, then send the same request with the same `Idempotency-Key`.'
  ],
  [
    'No response, or one that is not JSON',
    'Perhaps',
    'Wait, then send the same request with the same `Idempotency-Key`. If the action has succeeded, you get its response, and it does not run again.'
  ]
]

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
        <Responses />
        <p>
          If the response has the header <code>Idempotent-Replayed: true</code>, it is the stored response to your
          earlier request, and sending the request again changes nothing.
        </p>
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
        <li>Stop after four attempts.</li>
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
          and repeats requests by these rules, also after a 504. Install it with{' '}
          <code>npm install @product-host/sdk</code>. Without it, write a loop such as this one, which stops after a
          504:
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
  },
  {
    id: 'external-actions',
    title: 'Actions that call other services',
    text: <ExternalActions />
  }
]

function Responses() {
  return (
    <table className="responsive definitions" aria-label="When to send a request again">
      <thead>
        <tr>
          <th scope="col">Response</th>
          <th scope="col">Has the action run?</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        {responses.map(([response, hasRun, whatToDo]) => (
          <tr key={response}>
            <td>
              <strong>
                <Marked text={response} />
              </strong>
            </td>
            <td className="labelled" data-label="Has the action run?">
              {hasRun}
            </td>
            <td>{typeof whatToDo === 'string' ? <Marked text={whatToDo} /> : whatToDo}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function IdempotencyRules() {
  const figures = useFigures()
  return (
    <Loaded query={figures} lines={10}>
      {({ idempotency: { storedMs, leaseReserveMs } }) => (
        <>
          <p>
            The value is any text of 1 to 255 printable ASCII characters. Other accounts and other products can use the
            same value. For {duration(storedMs)}, the same request with the same value gets:
          </p>
          <ul className="bullets">
            <li>After a 200 or a 400 of the action: the stored response.</li>
            <li>
              After a 503 or a 504 of an action that <a href="#external-actions">calls other services</a> and may have
              reached them: the stored response.
            </li>
            <li>
              While the action is running: 409 <code>idempotency_in_progress</code>. If the host fails meanwhile, until{' '}
              {duration(leaseReserveMs)} after the time limit of the action.
            </li>
            <li>In all other cases, the action runs.</li>
          </ul>
          <p>
            A different request with the same value gets 422 <code>idempotency_key_reused</code>.
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

/** The actions whose effect reaches other machines, from the descriptions of the products. */
function ExternalActions() {
  const descriptions = useDescriptions(useCatalogue().data?.products.map(({ slug }) => slug))
  return (
    <Loaded query={descriptions} lines={6}>
      {products => (
        <ul className="bullets">
          {products.flatMap(({ slug, title: product, actions }) =>
            actions
              .filter(({ effect }) => effect === 'external')
              .map(({ name, title }) => (
                <li key={`${slug} ${name}`}>
                  <Link to={`/developers/products/${slug}#${actionId(name)}`}>{title}</Link> in {product}
                </li>
              ))
          )}
        </ul>
      )}
    </Loaded>
  )
}
