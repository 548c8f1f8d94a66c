import { Link } from 'wouter'
import { type ProductDescription, useCatalogue } from '../../../api/products.js'
import { useDescriptions, useFigures } from '../../../api/reference.js'
import { useSite } from '../../../api/site.js'
import { Code, Marked } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
import { DefinitionTable } from '../calls.js'
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
    // Without a response, or with one that is not JSON, the action may have run.
    const response = await fetch(url, request).catch(() => undefined)
    const body = await response?.json().catch(() => undefined)
    if (response?.ok && body) return body // also an answer with ok: false
    const wait = waits[attempt]
    if (body?.retryable === false || wait === undefined)
      throw new Error(body?.code ?? 'no usable response')
    const retryAfter = response?.headers.get('Retry-After')
    const least = retryAfter ? 1_000 * Number(retryAfter) : wait
    const pause = least + wait * Math.random()
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}`

/** The guide about retries and idempotency. */
export const retrySections: readonly GuideSection[] = [
  {
    id: 'when',
    title: 'When to repeat a request',
    text: (
      <>
        <ul className="bullets">
          <li>
            Repeat a request whose error response has <code>retryable: true</code>, with the same{' '}
            <code>Idempotency-Key</code>. One with <code>retryable: false</code> fails again unless you change it.
          </li>
          <li>
            Wait at least <code>Retry-After</code> seconds if the response has that header. Otherwise wait half a second
            and double the time after each attempt. Add a random amount to each wait, so that many clients do not return
            at the same moment.
          </li>
          <li>
            A response with status 200 and <code>ok: false</code> is an answer of the action. If its{' '}
            <code>detail.error.retryable</code> is <code>true</code>, you can send the request again later, with a new{' '}
            <code>Idempotency-Key</code>: with the old one, you get the same answer.
          </li>
          <li>Stop after three or four attempts.</li>
          <li>
            If no response arrived, or one that is not JSON, the action may have run. Repeat the request with the same{' '}
            <code>Idempotency-Key</code>.
          </li>
        </ul>
        <p className="whole">
          Our TypeScript client, <code>@product-host/sdk/client</code>, repeats requests as this loop does. Install it
          with <code>npm install @product-host/sdk</code>. In another language, or without it, write a loop such as this
          one:
        </p>
        <Code text={loop} label="A loop that retries" language="typescript" />
      </>
    )
  },
  { id: 'retryable-codes', title: 'Codes after which to repeat a request', text: <RetryableCodes /> },
  {
    id: 'idempotency-key',
    title: 'Idempotency-Key',
    text: (
      <>
        <p>
          Send <code>Idempotency-Key</code> with an execute request. If the same request arrives again, the action does
          not run again, and you get the stored response. The table below lists the exceptions. The value is any text of
          1 to 255 printable ASCII characters, such as a UUID. It belongs to one account and one product.
        </p>
        <IdempotencyRules />
      </>
    )
  },
  { id: 'safe-actions', title: 'Actions that are safe to repeat without an Idempotency-Key', text: <SafeActions /> }
]

/** The codes that the host marks as retryable, from its own table. */
function RetryableCodes() {
  const site = useSite()
  return (
    <Loaded query={site} lines={8}>
      {({ problems }) => (
        <ul className="bullets">
          {problems
            .filter(({ retryable }) => retryable)
            .map(({ code, status, title }) => (
              <li key={code}>
                <Link to={`/developers/guides/errors#code-${code}`}>
                  <code>{code}</code>
                </Link>{' '}
                ({status}): <Marked text={title.replace('Idempotency-Key', '`Idempotency-Key`')} />
                {code === 'product_timeout' && (
                  <>
                    {' '}
                    If the action calls other services, as the page of its product says, see 504 under{' '}
                    <a href="#idempotency-key">Idempotency-Key</a> first.
                  </>
                )}
              </li>
            ))}
        </ul>
      )}
    </Loaded>
  )
}

function IdempotencyRules() {
  const figures = useFigures()
  return (
    <Loaded query={figures} lines={10}>
      {({ idempotency: { storedMs, leaseReserveMs } }) => (
        <>
          <DefinitionTable
            label="What the same Idempotency-Key returns"
            columns={['First response', 'The same request again']}
            hasPlainNames
            rows={[
              [
                '200',
                `The stored response, byte for byte, for ${duration(storedMs)}, with the header \`Idempotent-Replayed: true\`. This is also so with \`ok: false\`.`
              ],
              [
                '400',
                'If the action refused its input: the stored response. Otherwise the request is handled as a new one.'
              ],
              [
                '401 to 429, 503',
                'These come before the action runs, and are not stored. The request is handled as a new one.'
              ],
              [
                '500, 502',
                'They are not stored. Do not repeat the request by a program: the action would run again, and its first run may have changed something.'
              ],
              [
                '504',
                'If the action calls other services, as the page of its product says: the stored response, because it may have reached them. Find out what was done, then send the request with a new key. For every other action: it runs again.'
              ],
              [
                'None yet',
                `409 \`idempotency_in_progress\` while the first request is running. If the host stops meanwhile, you get this until ${duration(leaseReserveMs)} after the time limit of the action; then the action runs again.`
              ]
            ]}
          />
          <p>
            The same key with another body: the response is 422{' '}
            <Link to="/developers/guides/errors#code-idempotency_key_reused">
              <code>idempotency_key_reused</code>
            </Link>
            .
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
      <p>
        These actions declare that a second run with the same input changes nothing. Send every other action with an{' '}
        <code>Idempotency-Key</code>.
      </p>
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
                {annotations.readOnlyHint ? 'It only reads.' : 'A second run stores the same again.'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
