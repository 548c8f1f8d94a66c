import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { Interface } from '../fixtures/openapi-validator.js'

const headers = { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json', Connection: 'close' }

const { url } = await startProcess(t, await dataFolder(t))
const described = await Interface.of(url)

t.test('every example of every product is answered as the interface describes it', { timeout: 230_000 }, async t => {
  let answers = 0
  for (const [path, { post }] of Object.entries(described.document.paths))
    for (const [name, { value }] of Object.entries(post?.requestBody?.content['application/json']?.examples ?? {})) {
      t.strictSame(described.bodyFaults(path, value), [], `${path} ${name} is a request`)
      // An example's address is somebody's; egress refuses this one, and nothing leaves the machine.
      const elsewhere = typeof value.url === 'string' ? { url: 'http://127.0.0.1:9/' } : {}
      const body = JSON.stringify({ ...value, ...elsewhere })
      const response = await fetch(url + path, { method: 'POST', headers, body })
      const reply = { status: response.status, headers: response.headers, text: await response.text() }
      t.equal(reply.status, 200, `${path} ${name} ${reply.text.slice(0, 300)}`)
      t.strictSame(described.faults('POST', path, reply), [], `${path} ${name} is answered`)
      answers++
    }
  t.ok(answers > 30)
})

t.test('every operation that only reads is answered as the interface describes it', { timeout: 230_000 }, async t => {
  const body = JSON.stringify({ action: 'recall', key: 'none' })
  const later = { ...headers, Prefer: 'respond-async' }
  const accepted = await fetch(`${url}/api/v1/products/core/execute`, { method: 'POST', headers: later, body })
  const schedule = { name: 'Daily', cron: '0 8 * * *', product: 'core', action: 'recall', input: { key: 'none' } }
  const made = await fetch(`${url}/api/v1/products/schedules`, {
    method: 'POST',
    headers,
    body: JSON.stringify(schedule)
  })
  const person = await fetch(`${url}/dashboard/api/accounts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', password: 'seven green elephants' })
  })
  const Cookie = person.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  const asPerson = async (path: string, body: object) =>
    fetch(`${url}/dashboard/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie },
      body: JSON.stringify(body)
    })
  const endpoint = await asPerson('/products/webhooks', { url: 'https://hooks.example.org/' })
  t.equal(endpoint.status, 201)
  const hook = await asPerson('/products/hooks', {
    product: 'sentinel-lite',
    hook: 'signal',
    name: 'Backup',
    input: { name: 'backup' }
  })
  t.equal(hook.status, 201)
  const { url: hookUrl } = (await hook.clone().json()) as { url: string }
  const byId = { '/schedules/': made, '/webhooks/': endpoint, '/products/hooks/': hook }
  const ids = (path: string) => Object.entries(byId).find(([part]) => path.includes(part))?.[1] ?? accepted
  const idOf = (answer: Response) => /[^/]+$/.exec(answer.headers.get('location') ?? '')?.[0] ?? ''
  for (const [path, { get }] of Object.entries(described.document.paths)) {
    if (!get) continue
    const isCall = path.startsWith('/hooks/')
    const isOfSession = path.includes('/webhooks') || path.includes('/products/hooks')
    const address = isCall ? new URL(hookUrl).pathname : isOfSession ? path.replace('/api/v1', '/dashboard/api') : path
    const response = await fetch(url + address.replace('{id}', idOf(ids(path))), {
      headers: isOfSession ? { Cookie } : headers
    })
    const reply = { status: response.status, headers: response.headers, text: await response.text() }
    // Her account has no plan, so that the call of her hook is refused.
    t.equal(reply.status, isCall ? 403 : 200, path)
    t.strictSame(described.faults('GET', path, reply), [], path)
  }
})
