import { Link } from 'wouter'
import { type JsonSchema, type ProductDescription, useCatalogue } from '../../../api/products.js'
import { useAllDocuments, useDescriptions, useFigures } from '../../../api/reference.js'
import { Code } from '../../../parts/code.js'
import { Loaded, together } from '../../../parts/loaded.js'
import { Tabs } from '../../../parts/tabs.js'
import { DefinitionTable } from '../calls.js'
import { EventReference } from '../event-reference.js'
import { EventTable } from '../event-table.js'
import { settingId } from '../fragments.js'
import { chosenSettings } from '../schema-rows.js'
import { duration } from './durations.js'
import type { GuideSection } from './section.js'

const withLibrary = `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

createServer(async (request, response) => {
  let event
  try {
    const body = await text(request) // as it was sent, before anything parses it
    event = webhook.verify(body, request.headers)
  } catch {
    response.writeHead(400).end() // the signature is wrong, or the time is too far away
    return
  }
  try {
    // Your own function, which does nothing for an id that it has processed.
    await handle(request.headers['webhook-id'], event.type, event.data)
    response.writeHead(200).end()
  } catch {
    response.writeHead(500).end() // the webhook is sent again
  }
}).listen(8080)`

const byHand = `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isGenuine(secret: string, headers: Headers, body: string): boolean {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return (headers.get('webhook-signature') ?? '').split(' ').some(signature => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`

/** The guide about webhooks. */
export const webhookSections: readonly GuideSection[] = [
  {
    id: 'set-up',
    title: 'Where webhooks are sent',
    text: (
      <>
        <p>
          Products that send webhooks sign them as specified by{' '}
          <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. You choose the URL and the secret in the
          settings of the product. A secret begins with <code>whsec_</code>, then 24 to 64 random bytes in base64
          follow. This makes one in a shell:
        </p>
        <Code text='echo "whsec_$(openssl rand -base64 32)"' label="Making a secret" language="bash" />
        <SigningSettings />
      </>
    )
  },
  {
    id: 'request',
    title: 'The request',
    text: (
      <>
        <p>
          The body is JSON with <code>type</code> (the name of the event), <code>timestamp</code> (when it happened) and{' '}
          <code>data</code>. Its bytes are the same in every attempt. These headers identify and sign it:
        </p>
        <DefinitionTable
          label="Headers of a webhook"
          columns={['Header', 'Meaning']}
          rows={[
            [
              'webhook-id',
              'Identifies the event, and is the same in every attempt. If you have processed it already, do nothing and respond with 200.'
            ],
            [
              'webhook-timestamp',
              'The time of this attempt: Unix time in seconds. Refuse a webhook whose time is more than five minutes from yours.'
            ],
            [
              'webhook-signature',
              'One or more signatures, separated by spaces. Each is `v1,` followed by an HMAC-SHA256 in base64, computed over `<webhook-id>.<webhook-timestamp>.<body>`. The key is the part of the secret after `whsec_`, decoded from base64. Accept the webhook if one of them matches: while the setting of the previous secret is set too, there are two.'
            ]
          ]}
        />
      </>
    )
  },
  {
    id: 'verify',
    title: 'Verify a webhook',
    text: (
      <>
        <p>
          In JavaScript, use the library <code>standardwebhooks</code>. Install it with{' '}
          <code>npm install standardwebhooks</code>. <a href="https://www.standardwebhooks.com">Standard Webhooks</a>{' '}
          lists libraries for other languages. You can also verify without one.
        </p>
        <Tabs
          label="Ways to verify"
          tabs={[
            {
              name: 'With a library',
              content: <Code text={withLibrary} label="Verifying with the library" language="typescript" />
            },
            {
              name: 'Without a library',
              content: <Code text={byHand} label="Verifying without a library" language="typescript" />
            }
          ]}
        />
      </>
    )
  },
  { id: 'retry-times', title: 'Responses and retry times', text: <RetryTimes /> },
  { id: 'events', title: 'Events and payloads', text: <Events /> }
]

function useProducts() {
  return useCatalogue().data?.products.filter(({ config }) => config)
}

function SigningSettings() {
  const descriptions = useDescriptions(useProducts()?.map(({ slug }) => slug))
  return (
    <Loaded query={descriptions} lines={6}>
      {products => <SigningTable products={products} />}
    </Loaded>
  )
}

function SigningTable({ products }: { readonly products: readonly ProductDescription[] }) {
  return (
    <table className="responsive" aria-label="Products that send webhooks">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Setting of the URL</th>
          <th scope="col">Setting of the secret</th>
        </tr>
      </thead>
      <tbody>
        {products.flatMap(({ slug, title, config }) =>
          signingSecrets(config.settingsSchema ?? {}).map(({ secret, url }) => (
            <tr key={slug + secret}>
              <td data-label="Product">{title}</td>
              <td data-label="Setting of the URL">
                <Link to={`/developers/products/${slug}#${encodeURIComponent(settingId(url))}`}>
                  <code>{url}</code>
                </Link>
              </td>
              <td data-label="Setting of the secret">
                <Link to={`/developers/products/${slug}#${encodeURIComponent(settingId(secret))}`}>
                  <code>{secret}</code>
                </Link>
              </td>
            </tr>
          ))
        )}
      </tbody>
    </table>
  )
}

/** The settings with a signing secret, each with the setting that has the URL. */
function signingSecrets(schema: JsonSchema): readonly { secret: string; url: string }[] {
  const schemas = { ...schema.properties, ...chosenSettings(schema) }
  return Object.entries(schemas).flatMap(([name, { writeOnly, sentTo }]) =>
    writeOnly && sentTo && name.endsWith('.secret') ? [{ secret: name, url: sentTo.replace('*', '<name>') }] : []
  )
}

/** When a webhook is sent again, from the figures of the host. */
function RetryTimes() {
  const figures = useFigures()
  return (
    <Loaded query={figures} lines={14}>
      {({ webhooks }) => {
        const { delaysMs, jitter, timeoutMs, longestRetryAfterMs, failuresToOpen, openMs, deadLetterMs } = webhooks
        return (
          <>
            <ul className="bullets">
              <li>
                Respond with a 2xx status within {duration(timeoutMs)}. A product can have a setting for another time.
              </li>
              <li>After a 5xx, 408, 425 or 429, or without a response, the webhook is sent again.</li>
              <li>After a redirect or any other 4xx, it is not sent again.</li>
              <li>
                After a 410, nothing more is sent to this URL until you change it or its secret, or until an operator
                sends a webhook again and it is delivered.
              </li>
            </ul>
            <DefinitionTable
              label="Attempts"
              columns={['Attempt', 'Wait after the previous attempt']}
              hasPlainNames
              rows={delaysMs.map((delay, index) => [String(index + 2), duration(delay)])}
            />
            <p>
              All {delaysMs.length + 1} attempts take about {duration(delaysMs.reduce((sum, each) => sum + each, 0))}.
            </p>
            <ul className="bullets">
              <li>
                Each wait is up to {jitter * 100}% shorter or longer, so that failed webhooks do not return at the same
                moment.
              </li>
              <li>
                <code>Retry-After</code> of a 429 or 503 delays the next attempt, by at most{' '}
                {duration(longestRetryAfterMs)}.
              </li>
              <li>
                After {failuresToOpen} failures in a row, nothing is sent to the URL for {duration(openMs)}, then one of
                the waiting webhooks. If it is delivered, the others follow; if not, they wait for another{' '}
                {duration(openMs)}. None of them loses an attempt.
              </li>
              <li>
                A webhook that was not delivered is stored for {duration(deadLetterMs)}. An operator can send it again,
                with the same <code>webhook-id</code>.
              </li>
            </ul>
          </>
        )
      }}
    </Loaded>
  )
}

/** All events that products send, with the fields of their data, and the recorded webhooks. */
function Events() {
  const slugs = useProducts()?.map(({ slug }) => slug)
  const all = together(useDescriptions(slugs), useAllDocuments(slugs))
  return (
    <Loaded query={all} lines={60}>
      {([products, documents]) => (
        <>
          <EventTable products={products} label="Events" hasProducts />
          {documents.some(({ samples }) => samples?.webhooks.length) && (
            <p>
              The requests below were recorded in a test with a sample secret. Their bodies are shown on several lines,
              so that their signatures do not match.
            </p>
          )}
          {products.map(product => (
            <EventReference
              key={product.slug}
              product={product}
              documents={documents.find(({ slug }) => slug === product.slug)}
              hasProduct
            />
          ))}
        </>
      )}
    </Loaded>
  )
}
