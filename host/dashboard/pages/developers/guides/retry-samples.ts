import { isSafeToRepeat, membersOf, type ProductDescription } from '../../../api/products.js'
import { programNeeds } from '../../../parts/code-samples.js'

/** A call that the samples make. */
interface SampleCall {
  readonly slug: string
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The first example of an action that needs an Idempotency-Key. */
export function sampleCall(products: readonly ProductDescription[]): SampleCall {
  const calls = products.flatMap(({ slug, actions }) =>
    actions
      .filter(action => !isSafeToRepeat(action))
      .flatMap(({ name, examples }) => examples.map(example => ({ slug, action: name, input: membersOf(example) })))
  )
  return calls.find(({ input }) => Object.keys(input).length > 0) ?? { slug: '…', action: '…', input: {} }
}

/** The call with the class Client. */
export function withClient({ slug, action, input }: SampleCall): string {
  return `${programNeeds('retries.mts', ['@product-host/sdk'])}
import { Client, RefusedError } from '@product-host/sdk/client'

const client = new Client({ url: '${location.origin}', key: process.env.PRODUCT_HOST_KEY })
const idempotencyKey = crypto.randomUUID() // keep it, to try again later
try {
  const answer = await client.execute(
    '${slug}',
    '${action}',
    ${literal(input, '    ')},
    { idempotencyKey }
  )
  // answer.ok is true, or false after an expected failure
} catch (error) {
  // the client has stopped trying
  if (error instanceof RefusedError) {
    // an error response: error.code, error.retryable, error.requestId
  } else {
    // no response, or one that is not JSON
  }
}`
}

/** The call without it: a loop that sends the request again. */
export function withLoop({ slug, action, input }: SampleCall): string {
  return `${programNeeds('retries.mts')}
const waits = [500, 1_000, 2_000] // milliseconds

const idempotencyKey = crypto.randomUUID() // keep it, to try again later
const answer = await execute(
  '${location.origin}/api/v1/products/${slug}/execute',
  ${literal({ action, ...input }, '  ')},
  idempotencyKey
)

async function execute(url: string, body: object, idempotencyKey: string) {
  const request = {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${process.env.PRODUCT_HOST_KEY}\`,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey
    },
    body: JSON.stringify(body)
  }
  for (let attempt = 0; ; attempt++) {
    const signal = AbortSignal.timeout(60_000) // longer than the action may run
    const response = await fetch(url, { ...request, signal })
      .catch(() => undefined)
    const answer: any = await response?.json().catch(() => undefined)
    if (response?.ok && answer) return answer // ok is true, or false after an expected failure
    const wait = waits[attempt]
    if (answer?.retryable === false || wait === undefined)
      throw new Error(\`\${answer?.code ?? 'no usable response'} \${answer?.requestId ?? ''}\`)
    const least = 1_000 * Number(response?.headers.get('Retry-After')) || wait
    const pause = least + least * Math.random()
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}`
}

/** An object as the argument of a call, with each member on its own line. */
function literal(value: Readonly<Record<string, unknown>>, indent: string): string {
  const members = Object.entries(value).map(([name, member]) => `${indent}  ${name}: ${sourceOf(member)}`)
  return `{\n${members.join(',\n')}\n${indent}}`
}

/** A value in TypeScript; texts are in single quotes where nothing in them has to be escaped. */
function sourceOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`
  const json = JSON.stringify(value)
  return typeof value === 'string' && !/['\\]/.test(json) ? `'${value}'` : json
}
