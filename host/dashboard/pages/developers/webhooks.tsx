import { useProduct } from '../../api/products.js'
import type { ProductSummary, Schema } from '../../api/shapes.js'
import { familiesOf } from '../../forms/families.js'
import { Code } from '../../parts/code.js'
import { Tabs } from '../../parts/tabs.js'

const withLibrary = `import { Webhook } from 'standardwebhooks'

// body: the text of the request as it came, before anything parses it
const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, request.headers)
console.log(event.type, event.data)`

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

/** How products call back, which of them do, and how to know that it was them. */
export function Webhooks({ products }: { readonly products: readonly ProductSummary[] }) {
  return (
    <>
      <p>
        Products that call back sign what they send by <a href="https://www.standardwebhooks.com">Standard Webhooks</a>.
        You choose the address and the secret (<code>whsec_</code> and 24 to 64 bytes in base64) in the product’s
        settings:
      </p>
      <table className="responsive" aria-label="Products that call back">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Address</th>
            <th scope="col">Secret</th>
          </tr>
        </thead>
        <tbody>
          {products
            .filter(({ config }) => config)
            .map(({ slug, title }) => (
              <Signed key={slug} slug={slug} title={title} />
            ))}
        </tbody>
      </table>
      <ul className="bullets">
        <li>
          The body is JSON: <code>{'{"type", "timestamp", "data"}'}</code>; <code>type</code> says what happened, such
          as <code>lead.created</code> or <code>probe.down</code>.
        </li>
        <li>
          <code>webhook-id</code> names the event and is the same at every try: an id that you have seen needs no second
          look. <code>webhook-timestamp</code> is the time of this try, in seconds.
        </li>
        <li>
          <code>webhook-signature</code> holds one or more of <code>v1,</code> and the base64 of HMAC-SHA256 over{' '}
          <code>id.timestamp.body</code>; one that fits is enough, so that a secret can be changed without a gap.
        </li>
        <li>
          Answer 2xx within some seconds. Anything else, a redirect too, is tried again with growing pauses; 410 says
          that you want no more.
        </li>
      </ul>
      <Tabs
        label="Ways to verify"
        tabs={[
          { name: 'With a library', content: <Code text={withLibrary} label="Verifying with the library" /> },
          { name: 'By hand', content: <Code text={byHand} label="Verifying by hand" /> }
        ]}
      />
    </>
  )
}

function Signed({ slug, title }: { readonly slug: string; readonly title: string }) {
  const product = useProduct(slug)
  const schema = product.state === 'ready' ? product.body.config.settingsSchema : undefined
  return signingSecrets(schema ?? {}).map(({ secret, address }) => (
    <tr key={secret}>
      <td data-label="Product">{title}</td>
      <td data-label="Address">
        <code>{address}</code>
      </td>
      <td data-label="Secret">
        <code>{secret}</code>
      </td>
    </tr>
  ))
}

/** The settings whose secret signs what is sent to the address of another. */
function signingSecrets(schema: Schema): readonly { secret: string; address: string }[] {
  const own = Object.entries(schema.properties ?? {})
  const named = familiesOf(schema).flatMap(({ kind, members }) =>
    members.map(member => [`${kind}.<name>.${member.part}`, member.schema] as const)
  )
  return [...own, ...named].flatMap(([name, { writeOnly, sentTo }]) =>
    writeOnly && sentTo && name.endsWith('.secret') ? [{ secret: name, address: sentTo.replace('*', '<name>') }] : []
  )
}
