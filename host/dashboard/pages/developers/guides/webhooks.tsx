import { Fragment } from 'react'
import { Link } from 'wouter'
import { type JsonSchema, type ProductDescription, useCatalogue } from '../../../api/products.js'
import { useAllDocuments, useDescriptions, useFigures } from '../../../api/reference.js'
import { Code } from '../../../parts/code.js'
import { Loaded, together } from '../../../parts/loaded.js'
import { Tabs } from '../../../parts/tabs.js'
import { DefinitionTable } from '../definition-table.js'
import { WebhookSample } from '../event-reference.js'
import { EventTable } from '../event-table.js'
import { settingId } from '../fragments.js'
import { chosenSettings } from '../schema-rows.js'
import { Sequence } from '../sequence.js'
import { duration } from './durations.js'
import type { GuideSection } from './section.js'
import { byHand, withLibrary } from './webhook-samples.js'

/** The guide about webhooks. */
export const webhookSections: readonly GuideSection[] = [
  {
    id: 'set-up',
    title: 'Set up',
    text: (
      <>
        <p>
          In the settings of the product, enter the URL of your receiver and, so that you can verify the webhooks, a
          secret with which the product signs them. A secret is <code>whsec_</code> and 24 to 64 random bytes in base64.
          This command makes one:
        </p>
        <Code text='echo "whsec_$(openssl rand -base64 32)"' label="Making a secret" language="bash" />
        <SigningSettings />
      </>
    )
  },
  {
    id: 'events',
    title: 'Events',
    words: 'payloads, types of events',
    text: <Events />
  },
  {
    id: 'request',
    title: 'The request',
    text: (
      <>
        <p>
          A webhook is a <code>POST</code> request. If there is a secret, it is signed as{' '}
          <a href="https://www.standardwebhooks.com">Standard Webhooks</a> specifies. In its body, <code>type</code> is
          the name of the event, <code>timestamp</code> is when it happened, and <code>data</code> depends on the event.
        </p>
        <Example />
        <DefinitionTable
          label="Headers of a webhook"
          columns={['Header', 'Meaning']}
          rows={[
            [
              'webhook-id',
              'Identifies the event, and is the same in every attempt. If you have processed it already, do nothing and respond with 200.'
            ],
            ['webhook-timestamp', 'When this attempt was made: Unix time in seconds.'],
            [
              'webhook-signature',
              'The signature: `v1,` and an HMAC-SHA256 in base64. There can be two, separated by a space.'
            ]
          ]}
        />
      </>
    )
  },
  {
    id: 'verify',
    title: 'Verify the signature of a webhook',
    text: (
      <>
        <p>
          Verify the signature before you use a webhook, and refuse one whose time is more than five minutes from yours.
          In JavaScript, the library <code>standardwebhooks</code> does both; Standard Webhooks lists{' '}
          <a href="https://www.standardwebhooks.com">libraries for other languages</a>.
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
  {
    id: 'retry-times',
    title: 'Responses and retry times',
    words: 'attempts, delays, time-out, dead letter, Retry-After, status 200, 410',
    text: <RetryTimes />
  }
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
  const rows = products.flatMap(({ slug, title, config }) =>
    webhookSettings(config.settingsSchema ?? {}).map(settings => ({ slug, title, ...settings }))
  )
  return (
    <>
      <p>These are the settings. The name of a product opens its settings in the dashboard:</p>
      <table className="responsive" aria-label="Products that send webhooks">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">URL</th>
            <th scope="col">Secret</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ slug, title, url, secret }) => (
            <tr key={slug + secret}>
              <td data-label="Product">
                <Link to={`/products/${slug}/config`}>{title}</Link>
              </td>
              <td data-label="URL">
                <SettingLink slug={slug} setting={url} />
              </td>
              <td data-label="Secret">
                <SettingLink slug={slug} setting={secret} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ url }) => url.includes('<name>')) && (
        <p>
          <code>{'<name>'}</code> stands for a name that you choose.
        </p>
      )}
      <p>To change a secret without losing a webhook, make your receiver accept both the old and the new one first.</p>
      {rows.map(
        ({ slug, title, previous }) =>
          previous !== undefined && (
            <p key={slug + previous}>
              {title} can also sign with both for that time: enter the old secret as{' '}
              <SettingLink slug={slug} setting={previous} />.
            </p>
          )
      )}
    </>
  )
}

function SettingLink({ slug, setting }: { readonly slug: string; readonly setting: string }) {
  return (
    <Link to={`/developers/products/${slug}#${encodeURIComponent(settingId(setting))}`}>
      <code>{setting}</code>
    </Link>
  )
}

/** The settings of the webhooks to one URL. */
interface WebhookSettings {
  readonly url: string
  readonly secret: string
  /** Undefined if only one secret can be set. */
  readonly previous: string | undefined
  /** Undefined if the time-out cannot be set. */
  readonly timeout: string | undefined
}

/** The settings with a signing secret, each with those that belong to it. */
function webhookSettings(schema: JsonSchema): readonly WebhookSettings[] {
  const schemas = { ...schema.properties, ...chosenSettings(schema) }
  const existing = (name: string) => (schemas[name] ? name : undefined)
  return Object.entries(schemas).flatMap(([secret, { writeOnly, sentTo }]) =>
    writeOnly && sentTo && secret.endsWith('.secret')
      ? [
          {
            url: sentTo.replace('*', '<name>'),
            secret,
            previous: existing(`${secret}Previous`),
            timeout: existing(secret.replace(/secret$/, 'timeoutMs'))
          }
        ]
      : []
  )
}

/** When a webhook is sent again, from the figures of the host. */
function RetryTimes() {
  const all = together(useFigures(), useDescriptions(useProducts()?.map(({ slug }) => slug)))
  return (
    <Loaded query={all} lines={14}>
      {([{ webhooks }, products]) => {
        const { delaysMs, jitter, timeoutMs, longestRetryAfterMs, failuresToOpen, openMs, deadLetterMs } = webhooks
        return (
          <>
            <p>The response of your receiver decides what happens next:</p>
            <DefinitionTable
              label="What follows your response"
              columns={['Response', 'What happens next']}
              hasPlainNames
              rows={[
                ['2xx', 'The webhook is delivered. Nothing more is sent.'],
                ['5xx, 408, 425 or 429', 'The webhook is sent again later.'],
                [
                  'No connection, or no response in time',
                  <>
                    The webhook is sent again later. The receiver has {duration(timeoutMs)}
                    <TimeoutSettings products={products} />.
                  </>
                ],
                [
                  '410',
                  'The webhook is given up, and nothing more is sent to this URL until you change the URL or the secret.'
                ],
                ['Any other', 'The webhook is given up.']
              ]}
            />
            <Sequence
              label="A webhook that is delivered by the third attempt"
              between={['Host', 'Your receiver']}
              steps={[
                { from: 'Host', to: 'Your receiver', text: 'First attempt' },
                { from: 'Your receiver', to: 'Host', text: '503' },
                { from: 'Host', text: `Waits about ${duration(delaysMs[0] ?? 0)}` },
                { from: 'Host', to: 'Your receiver', text: 'Second attempt, with the same webhook-id' },
                {
                  from: 'Host',
                  text: `No response in ${duration(timeoutMs)}; waits about ${duration(delaysMs[1] ?? 0)}`
                },
                { from: 'Host', to: 'Your receiver', text: 'Third attempt, with the same webhook-id' },
                { from: 'Your receiver', to: 'Host', text: '200: delivered' }
              ]}
            />
            <p>
              After {delaysMs.length + 1} attempts, in about{' '}
              {Math.round(delaysMs.reduce((sum, each) => sum + each, 0) / day)} days, the webhook is given up. The waits
              are:
            </p>
            <table className="responsive" aria-label="Attempts">
              <thead>
                <tr>
                  <th scope="col">Attempt</th>
                  <th scope="col">Wait after the previous attempt</th>
                </tr>
              </thead>
              <tbody>
                {delaysMs.map((delay, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the number of the attempt is the index
                  <tr key={index}>
                    <td data-label="Attempt">{index + 2}</td>
                    <td data-label="Wait after the previous attempt">{duration(delay)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <ul className="bullets">
              <li>Each wait is up to {jitter * 100}% shorter or longer.</li>
              <li>
                If you respond with 429 or 503 and <code>Retry-After</code>, the next attempt waits for that time, at
                most {duration(longestRetryAfterMs)}.
              </li>
              <li>
                After {failuresToOpen} failures in a row, of any webhooks to one URL, nothing is sent to it for{' '}
                {duration(openMs)}. This uses up no attempt.
              </li>
              <li>
                A webhook that is given up is stored for {duration(deadLetterMs)}. The operator of this host can send it
                again. For some events, you can do that yourself: see <a href="#events">Events</a>.
              </li>
            </ul>
          </>
        )
      }}
    </Loaded>
  )
}

/** The length of a day, in milliseconds. */
const day = 86_400_000

/** The settings by which the time differs from the usual one. */
function TimeoutSettings({ products }: { readonly products: readonly ProductDescription[] }) {
  return products.flatMap(({ slug, title, config }) =>
    webhookSettings(config.settingsSchema ?? {}).map(
      ({ timeout }) =>
        timeout !== undefined && (
          <Fragment key={slug + timeout}>
            ; in {title}, the setting <SettingLink slug={slug} setting={timeout} /> changes it
          </Fragment>
        )
    )
  )
}

/** All events that products send; the page of a product has their fields. */
function Events() {
  const descriptions = useDescriptions(useProducts()?.map(({ slug }) => slug))
  return (
    <Loaded query={descriptions} lines={20}>
      {products => (
        <>
          <p>The name of an event links to the fields of its data.</p>
          <EventTable products={products} label="Events" hasProducts />
        </>
      )}
    </Loaded>
  )
}

/** The first recorded webhook. */
function Example() {
  const documents = useAllDocuments(useProducts()?.map(({ slug }) => slug))
  return (
    <Loaded query={documents} lines={24}>
      {all =>
        all
          .flatMap(({ samples }) => samples?.webhooks ?? [])
          .slice(0, 1)
          .map(webhook => <WebhookSample key={webhook.event} webhook={webhook} />)
      }
    </Loaded>
  )
}
