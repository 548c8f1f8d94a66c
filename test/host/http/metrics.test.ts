import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, failingPlugin, movableClock, notesPlugin, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const later = { Prefer: 'respond-async' }
const notes = '/api/v1/products/notes/execute'

/** The value of a series, by the name and labels as they stand in the text. */
async function metrics(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/metrics`, { headers: { Connection: 'close', ...headers } })
  const text = await response.text()
  return {
    response,
    text,
    value: (series: string) =>
      text
        .split('\n')
        .find(line => line.startsWith(`${series} `))
        ?.slice(series.length + 1)
  }
}

t.test('what happens is measured', async t => {
  const { url, call } = await start(t, {
    plugins: { ...notesPlugin, ...failingPlugin }
  })
  for (const text of ['milk', 'bread', '']) await call('POST', notes, { action: 'add', text }, key)
  await call('POST', '/api/v1/products/failing/execute', { action: 'fail', how: 'throw' }, key)
  const { response, value } = await metrics(url)
  t.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const execute = 'route="/api/v1/products/:slug/execute"'
  const requests = (labels: string) => value(`product_host_requests_total{${execute},${labels}}`)
  t.equal(requests('product="notes",action="add",status="200",code=""'), '2')
  t.equal(requests('product="notes",action="add",status="400",code="invalid_input"'), '1')
  t.equal(requests('product="failing",action="fail",status="502",code="product_error"'), '1')
  t.equal(value(`product_host_request_seconds_count{${execute},product="notes",action="add"}`), '3')
  t.equal(value('product_host_product_circuit{product="notes",state="ready"}'), '1')
  t.equal(value('product_host_product_circuit{product="notes",state="failing"}'), '0')
  t.equal(value('product_host_product_calls{product="notes",state="running"}'), '0')
  t.equal(value('product_host_product_calls{product="notes",state="waiting"}'), '0')
  t.equal(value('product_host_requests_in_flight'), '1')
  t.equal(value('product_host_jobs{state="due"}'), '0')
  t.equal(value('product_host_jobs{state="dead"}'), '0')
  t.ok(Number(value('product_host_store_seconds_count{operation="set"}')) >= 2)
  t.ok(Number(value('product_host_event_loop_delay_seconds{statistic="p99"}')) >= 0)
  t.ok(Number(value('process_resident_memory_bytes')) > 0)
})

t.test('the runs of all hosts are measured, and how long the one has waited that was accepted first', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const { url, call } = await start(t, { plugins: controlledPlugin, store: await Store.open(backend), clock })
  const run = (id: string) =>
    call('POST', '/api/v1/products/controlled/execute', { action: 'pass', id, how: 'wait' }, { ...key, ...later })
  const measured = async () => {
    const { value } = await metrics(url)
    return ['queued', 'running']
      .map(state => value(`product_host_runs{state="${state}"}`))
      .concat(value('product_host_oldest_queued_run_seconds'))
  }
  // An account has half of the places, so that the next account finds one.
  const places = Array.from({ length: 12 }, (_, index) => `place ${index}`)
  for (const id of places) await run(id)
  for (const id of places) await begun.reached(id)
  await run('waits')
  clock.advance(30_000)
  t.strictSame(await measured(), ['1', '12', '30'])
  for (const id of [...places, 'waits']) opened.reach(id)
})

t.test('without runs, none waits', async t => {
  const { value } = await metrics((await start(t)).url)
  t.equal(value('product_host_runs{state="queued"}'), '0')
  t.equal(value('product_host_runs{state="running"}'), '0')
  t.equal(value('product_host_oldest_queued_run_seconds'), '0')
})

t.test('what is measured passes the rules of promtool check metrics', async t => {
  const { url, call } = await start(t)
  await call('POST', notes, { action: 'add', text: 'milk' }, key)
  const { text } = await metrics(url)
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  t.ok(types.length > 10)
  for (const [, name = '', type = ''] of types) {
    const series = text.split('\n').filter(line => line.startsWith(name))
    const hasLabel = (label: string) =>
      series.some(line => line.includes(`{${label}="`) || line.includes(`,${label}="`))
    t.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'), `${name} has a help text`)
    t.equal(name.endsWith('_total'), type === 'counter', `${name} ends with _total exactly if it is a counter`)
    if (type !== 'summary') t.notOk(hasLabel('quantile'), `${name} is no summary and has no label quantile`)
    if (type !== 'histogram') t.notOk(hasLabel('le'), `${name} is no histogram and has no label le`)
    t.notMatch(name, /_(?:milliseconds|ms|kilobytes|minutes|hours|days)(?:_|$)/, `${name} has a base unit`)
    t.notMatch(name, new RegExp(`_${type}(?:_|$)`), `${name} does not repeat its type`)
  }
})

t.test('no label holds what a caller made up', async t => {
  const { url, call } = await start(t)
  const planted = 'plantedvalue'
  await call('POST', notes, { action: planted }, key)
  await call('POST', `/api/v1/products/${planted}/execute`, { action: planted }, key)
  await call('GET', `/${planted}`)
  await call('GET', `/api/v1/products/${planted}/config`, undefined, key)
  const { text, value } = await metrics(url)
  t.notMatch(text, planted)
  t.equal(
    value(
      'product_host_requests_total{route="/api/v1/products/:slug/execute",product="notes",action="",status="400",code="unknown_action"}'
    ),
    '1'
  )
  t.equal(value('product_host_requests_total{route="none",product="",action="",status="404",code="not_found"}'), '1')
})

t.test('two hosts of one process count apart', async t => {
  const [one, two] = [await start(t), await start(t)]
  await one.call('POST', notes, { action: 'latest' }, key)
  const series =
    'product_host_requests_total{route="/api/v1/products/:slug/execute",product="notes",action="latest",status="200",code=""}'
  t.equal((await metrics(one.url)).value(series), '1')
  t.equal((await metrics(two.url)).value(series), undefined)
})

t.test('with a token it is for who has it', async t => {
  const { url } = await start(t, { environment: { METRICS_TOKEN: 'a token of the operator' } })
  const ask = async (authorization?: string) =>
    (await metrics(url, authorization === undefined ? {} : { Authorization: authorization })).response
  const missing = await ask()
  t.equal(missing.status, 401)
  t.equal(missing.headers.get('www-authenticate'), 'Bearer')
  t.equal((await ask('Bearer another token')).status, 401)
  t.equal((await ask('Bearer a token of the operator')).status, 200)
})

const keys = Buffer.alloc(32, 7).toString('base64')
const production = {
  NODE_ENV: 'production',
  DEMO_MODE: '',
  PUBLIC_URL: 'https://products.example',
  ENCRYPTION_KEYS: keys
}

t.test('in production without a token it is for this machine alone, and not through a proxy', async t => {
  const { url } = await start(t, { environment: production })
  t.equal((await metrics(url)).response.status, 200)
  for (const [name, value] of [
    ['X-Forwarded-For', '203.0.113.1'],
    ['X-Forwarded-Host', 'products.example'],
    ['X-Forwarded-Proto', 'https'],
    ['Forwarded', 'for=203.0.113.1'],
    ['Via', '1.1 proxy'],
    ['X-Real-IP', '203.0.113.1']
  ] as const) {
    const { response, text } = await metrics(url, { [name]: value })
    t.equal(response.status, 401, name)
    t.equal(response.headers.get('www-authenticate'), 'Bearer')
    t.match(JSON.parse(text), { code: 'missing_key', detail: /METRICS_TOKEN/ })
  }
  const proxied = await start(t, { environment: { ...production, TRUST_PROXY: '1' } })
  t.equal((await metrics(proxied.url)).response.status, 401)
})

t.test('in production with a token it is for whoever has it, through a proxy as well', async t => {
  const { url } = await start(t, { environment: { ...production, METRICS_TOKEN: 'a token' } })
  t.equal((await metrics(url)).response.status, 401)
  t.equal((await metrics(url, { Authorization: 'Bearer a token', Via: '1.1 proxy' })).response.status, 200)
})

t.test('while the store is away its failures are counted, and the rest is there', async t => {
  const backend = memoryBackend(Date.now)
  const store = await Store.open(backend)
  const { url, call } = await start(t, { store })
  const away = async () => {
    throw new StoreUnavailable('away')
  }
  Object.assign(backend, { get: away, read: away, commit: away, list: away, set: away })
  t.equal((await call('POST', notes, { action: 'latest' }, key)).status, 503)
  const { response, value } = await metrics(url)
  t.equal(response.status, 200)
  t.ok(Number(value('product_host_store_failures_total{operation="get"}')) >= 1)
  t.equal(value('product_host_jobs{state="due"}'), undefined)
  t.equal(value('product_host_runs{state="queued"}'), undefined)
  t.equal(value('product_host_oldest_queued_run_seconds'), undefined)
})
