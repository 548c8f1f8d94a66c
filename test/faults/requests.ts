// Mutated requests over every route, made by fast-check from the schemas of OpenAPI: no 5xx, no reset, and every refusal is a problem that
// OpenAPI describes. npx node dist-test/faults/requests.js [requests] [seed]
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import fc, { type Arbitrary } from 'fast-check'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { nearMissesOf, valuesOf } from '../../sdk/dist/testing/arbitrary.js'
import { dataFolder } from '../fixtures/host-process.js'
import { Interface, type OpenApi } from '../fixtures/openapi-validator.js'
import { serve } from './serving-host.js'
import { ending, figure } from './store.js'

const count = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const atOnce = 32

/** A request as it is sent. */
interface Mutated {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer | undefined
}

interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

await ending(async t => {
  const host = await serve(t, await dataFolder(t), {
    environment: { PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited-all.json' }
  })
  const described = await Interface.of(host.url)
  const statuses = new Map<number, number>()
  const faults: string[] = []
  let failed = 0
  let resets = 0
  let sent = 0
  const agents = Array.from(
    { length: atOnce },
    (_, index) => new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.0.${2 + index}` })
  )
  const mutated = fc.sample(mutations(described.document), { numRuns: Math.min(count, 5_000), seed })
  const sender = async (agent: Agent, number: number) => {
    // Fresh samples for each part of the work: a sample of all would not fit into memory.
    for (let part = mutated, round = 0; sent < count; round++) {
      for (const each of part) {
        if (sent++ >= count) return
        const received = await sendMutated(agent, host.port, each)
        if (!received) {
          resets++
          faults.push(`${shown(each)}: the connection was lost`)
          continue
        }
        statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
        if (received.status >= 500) {
          failed++
          faults.push(`${shown(each)}: ${received.status} ${received.text.slice(0, 200)}`)
        } else if (received.status >= 400 && each.method !== 'HEAD')
          for (const fault of described.faults(each.method, each.path, received))
            faults.push(`${shown(each)}: ${received.status} ${fault}`)
      }
      part = fc.sample(mutations(described.document), { numRuns: 500, seed: seed + number * 1_000 + round + 1 })
    }
  }
  await Promise.all(agents.map((agent, number) => sender(agent, number)))
  await host.end('SIGTERM')
  figure('seed', seed)
  figure('requests', Math.min(sent, count))
  figure('answers by status', JSON.stringify(Object.fromEntries([...statuses].sort())))
  figure('5xx', failed, failed === 0)
  figure('connections lost', resets, resets === 0)
  figure('refusals that are not as OpenAPI says', faults.length - failed - resets, faults.length === failed + resets)
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`)
})

function shown({ method, path, body }: Mutated): string {
  return `${method} ${path} ${body?.toString('latin1').slice(0, 120) ?? ''}`
}

function mutations({ paths }: OpenApi): Arbitrary<Mutated> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation }))
  )
  const schemas = (operation: (typeof operations)[number]['operation']) =>
    operation.requestBody?.content['application/json']?.schema
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const schema = schemas(operation)
    const value = schema ? fc.oneof(valuesOf(schema), nearMissesOf(schema), fc.jsonValue()) : fc.jsonValue()
    const example = Object.values(operation.requestBody?.content['application/json']?.examples ?? {}).map(
      each => each.value
    )
    const text = fc.oneof(value, example.length > 0 ? fc.constantFrom(...example) : value).map(toText)
    return fc.record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD') }
      ),
      path: fc.oneof({ weight: 8, arbitrary: fc.constant(path) }, { weight: 1, arbitrary: mutatedPath(path) }),
      headers: headers(),
      body:
        method === 'GET'
          ? fc.constant(undefined)
          : fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: text.chain(flipped) })
    })
  })
}

function toText(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? '')
}

/** A body of which some bytes were changed, left out or doubled. */
function flipped(text: Buffer): Arbitrary<Buffer> {
  return fc
    .array(fc.tuple(fc.nat(Math.max(0, text.length - 1)), fc.nat(255)), { minLength: 1, maxLength: 4 })
    .map(changes => {
      const changed = Buffer.from(text)
      for (const [at, byte] of changes) if (at < changed.length) changed[at] = byte
      return changed.subarray(0, changes.length % 2 === 0 ? changed.length : Math.floor(changed.length * 0.9))
    })
}

function mutatedPath(path: string): Arbitrary<string> {
  const piece = fc.stringMatching(/^[A-Za-z0-9%._~!$&'()*+,;=:@-]{0,20}$/)
  return fc.oneof(
    piece.map(text => `${path}${text}`),
    piece.map(text => `${path}?${text}=${text}`),
    piece.map(text => `/${text}`),
    piece.map(text => path.replace(/[^/]+$/, text)),
    fc.constant(`${path}/`),
    fc.constant(`//${path}`)
  )
}

function headers(): Arbitrary<OutgoingHttpHeaders> {
  const token = fc.stringMatching(/^[\x21-\x7e]{0,40}$/)
  return fc
    .record(
      {
        Authorization: fc.oneof(
          { weight: 12, arbitrary: fc.constant(`Bearer ${demoKey}`) },
          { weight: 1, arbitrary: token }
        ),
        'Content-Type': fc.oneof(
          { weight: 8, arbitrary: fc.constant('application/json') },
          { weight: 1, arbitrary: token }
        ),
        'Idempotency-Key': token,
        'If-Match': token,
        'If-None-Match': token,
        'Product-Contract': token,
        'X-Request-Id': token,
        Accept: token,
        'Accept-Encoding': token,
        Traceparent: token,
        Origin: token
      },
      { requiredKeys: ['Authorization', 'Content-Type'] }
    )
    .map(values => ({ ...values }))
}

function sendMutated(
  agent: Agent,
  port: number,
  { method, path, headers, body }: Mutated
): Promise<Received | undefined> {
  return new Promise(resolve => {
    const length = body === undefined ? {} : { 'Content-Length': body.length }
    const sent = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      response => {
        const pieces: Buffer[] = []
        response.on('data', piece => pieces.push(piece))
        response.on('error', () => resolve(undefined))
        response.on('end', () => {
          const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)] satisfies [string, string]]
          )
          const text = Buffer.concat(pieces).toString()
          resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), text })
        })
      }
    )
    sent.on('error', () => resolve(undefined))
    sent.end(body)
  })
}
