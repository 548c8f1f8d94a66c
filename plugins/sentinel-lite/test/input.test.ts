import { InvalidInput } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t, { type Test } from 'tap'
import sentinel from '../dist/index.js'
import { defaultName, readAddress } from '../dist/probe/address.js'

/** Runs an action with an input that has to be refused before anything is kept, asked or scheduled; its faults. */
async function refusal(action: 'probe' | 'heartbeat', input: Record<string, unknown>): Promise<readonly string[]> {
  const { run, storage, requests, jobs } = testContext(sentinel, { egress: { request: () => ({}) } })
  try {
    await run(action, input)
    return []
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    const effects = [...(await storage.list('')), ...requests, ...jobs()]
    return effects.length > 0 ? ['it had effects'] : error.issues.map(({ pointer, detail }) => `${pointer} ${detail}`)
  }
}

const probing =
  (t: Test) =>
  async (input: Record<string, unknown>, ...issues: readonly string[]) =>
    t.strictSame(await refusal('probe', { url: 'https://acme.com', ...input }), issues)
const beating =
  (t: Test) =>
  async (input: Record<string, unknown>, ...issues: readonly string[]) =>
    t.strictSame(await refusal('heartbeat', input), issues)

t.test('a probe needs an http or https address without credentials', async t => {
  const refuses = probing(t)
  t.strictSame(await refusal('probe', {}), ['#/url is missing'])
  await refuses({ url: 'acme.com' }, '#/url is not an address')
  await refuses({ url: 'http://' }, '#/url is not an address')
  await refuses({ url: 'ftp://acme.com' }, '#/url is not an http, https, tcp or dns address')
  await refuses({ url: 'javascript:alert(1)' }, '#/url is not an http, https, tcp or dns address')
  await refuses({ url: 'https://user:secret@acme.com' }, '#/url holds credentials')
  await refuses({ url: 'https://user@acme.com' }, '#/url holds credentials')
  await refuses({ url: `https://acme.com/${'a'.repeat(2_048)}` }, '#/url is not text of at most 2048 characters')
})

t.test('a TCP address is a host and a port, a DNS address a name and a type', async t => {
  const refuses = probing(t)
  for (const url of ['tcp://db.acme.com', 'tcp://db.acme.com:0']) await refuses({ url }, '#/url names no port')
  await refuses({ url: 'tcp://db.acme.com:70000' }, '#/url is not an address')
  await refuses({ url: 'tcp:5432' }, '#/url names no host')
  await refuses({ url: 'tcp://user:pass@db.acme.com:5432' }, '#/url holds credentials')
  for (const url of ['tcp://db.acme.com:5432/data', 'tcp://db.acme.com:5432?ssl=1'])
    await refuses({ url }, '#/url holds more than a host and a port')
  await refuses({ url: 'dns:' }, '#/url names no name')
  for (const url of ['dns://acme.com', 'dns://192.0.2.1/acme.com?type=MX', 'dns:/acme.com'])
    await refuses({ url }, '#/url names a name server')
  for (const url of ['dns:acme.com?type=SOA', 'dns:acme.com?class=CH', 'dns:acme.com?recursive=no'])
    await refuses({ url }, '#/url asks for what this probe does not know')
})

t.test('what only HTTP has is refused beside other addresses', async t => {
  const refuses = probing(t)
  for (const [url, scheme] of [
    ['tcp://db.acme.com:5432', 'tcp'],
    ['DNS:acme.com', 'DNS']
  ] as const) {
    await refuses({ url, method: 'HEAD' }, `#/method says nothing of a ${scheme} address`)
    await refuses({ url, expectStatus: 200 }, `#/expectStatus says nothing of a ${scheme} address`)
    await refuses({ url, expectJson: { path: 'a', equals: 1 } }, `#/expectJson says nothing of a ${scheme} address`)
  }
})

t.test('numbers of a probe have their bounds', async t => {
  const refuses = probing(t)
  await refuses({ timeoutMs: 499 }, '#/timeoutMs is not a number >= 500')
  await refuses({ timeoutMs: 30_001 }, '#/timeoutMs is not a number <= 30000')
  await refuses({ retries: 4 }, '#/retries is not a number <= 3')
  await refuses({ maxRedirects: 6 }, '#/maxRedirects is not a number <= 5')
  await refuses({ everySeconds: 86_401 }, '#/everySeconds is not a number <= 86400')
  await refuses({ everySeconds: 59 }, '#/everySeconds is neither 0 nor at least 60')
  await refuses({ everySeconds: 60 })
})

t.test('statuses are read as a list, or refused in words', async t => {
  for (const expectStatus of ['', 'ok', '200,', '200-', '99', '600', 99, 600, '200-299-399', '2xx', '-200'])
    await probing(t)({ expectStatus }, '#/expectStatus is not a list of statuses and rising ranges of them')
  await probing(t)({ expectStatus: '200 - 299 , 301' })
})

t.test('every issue of a probe is reported at once', async t => {
  await probing(t)(
    { url: 'acme', name: '…', expectStatus: '301-200', matches: '(?=a)', expectJson: { path: 'a..b', equals: 1 } },
    '#/url is not an address',
    '#/name has no letter and no digit',
    '#/expectStatus is not a list of statuses and rising ranges of them',
    '#/matches is not a pattern that RE2 can run (invalid or unsupported Perl syntax)',
    '#/expectJson/path is not a path'
  )
})

t.test('patterns that RE2 does not have, or that are too large, are refused in words', async t => {
  const refuses = probing(t)
  await refuses({ matches: '(a)\\1' }, '#/matches is not a pattern that RE2 can run (invalid escape sequence)')
  await refuses({ matches: '[' }, '#/matches is not a pattern that RE2 can run (missing closing ])')
  await refuses({ matches: 'a{1001}' }, '#/matches is not a pattern that RE2 can run (invalid repeat count)')
  await refuses({ matches: '.{500}' }, '#/matches is too large a pattern')
  await refuses({ matches: '(x+x+)+y' })
})

t.test('a condition on the body contradicts HEAD', async t => {
  for (const condition of [{ contains: 'a' }, { matches: 'a' }, { expectJson: { path: 'a', equals: 1 } }])
    await probing(t)(
      { method: 'HEAD', ...condition },
      '#/method asks for no body, while a condition on the body is given'
    )
})

t.test('a value to compare with has its bounds', async t => {
  await probing(t)({ expectJson: { path: 'a', equals: 'b'.repeat(2_000) } }, '#/expectJson/equals is too large')
})

t.test('headers are no field of a probe, and the answer says that they were ignored', async t => {
  const { run, requests } = testContext(sentinel, { egress: { request: () => ({}) } })
  const { detail } = await run('probe', { url: 'https://acme.com', headers: { authorization: 'Bearer abc' } })
  t.strictSame(detail.ignoredFields, ['headers'])
  t.notMatch(JSON.stringify(requests), 'Bearer')
})

t.test('a heartbeat refuses bad cron patterns and zones', async t => {
  const refuses = beating(t)
  await refuses({ cron: '0 2 * *' }, '#/cron is not a cron pattern of five fields')
  await refuses({ cron: '0 0 31 2 *' }, '#/cron names a date that never comes')
  await refuses({ timezone: 'Mars/Olympus' }, '#/timezone is not a zone of the IANA database')
})

t.test('numbers of a heartbeat have their bounds', async t => {
  const refuses = beating(t)
  await refuses({ periodSeconds: 29 }, '#/periodSeconds is not a number >= 30')
  await refuses({ graceSeconds: 604_801 }, '#/graceSeconds is not a number <= 604800')
  await refuses({ exitCode: 256 }, '#/exitCode is not a number <= 255')
  await refuses({ runId: 'a'.repeat(65) }, '#/runId is not text of at most 64 characters')
  await refuses({ message: 'a'.repeat(2_001) }, '#/message is not text of at most 2000 characters')
  await refuses({ signal: 'ok' }, '#/signal is not one of "success", "start", "fail", "log", "check"')
})

t.test('members of a heartbeat that exclude each other are refused', async t => {
  const refuses = beating(t)
  await refuses({ cron: '0 2 * * *', periodSeconds: 60 }, '#/periodSeconds does not go with a cron pattern')
  await refuses({ minRunSeconds: 61, maxRunSeconds: 60 }, '#/minRunSeconds is more than the longest run')
  await refuses({ signal: 'start', exitCode: 0 }, '#/exitCode does not go with the signal start')
  await refuses({ signal: 'fail', exitCode: 0 }, '#/exitCode says success, and the signal says fail')
  await refuses(
    { signal: 'check', periodSeconds: 60, graceSeconds: 0 },
    '#/periodSeconds does not go with the signal check',
    '#/graceSeconds does not go with the signal check'
  )
  await refuses(
    { signal: 'check', runId: 'a', message: 'b', progress: 'c' },
    '#/runId does not go with the signal check',
    '#/message does not go with the signal check',
    '#/progress does not go with the signal check'
  )
})

t.test('a name of a heartbeat becomes a slug', async t => {
  const { run } = testContext(sentinel)
  const name = async (given: string) => (await run('heartbeat', { name: given })).detail.name
  t.equal(await name('Nightly  Backup (EU)'), 'nightly-backup-eu')
  t.equal(await name('ＦＵＬＬ'), 'full')
  t.equal(await name('constructor'), 'constructor')
  t.strictSame(await refusal('heartbeat', { name: '…' }), ['#/name has no letter and no digit'])
})

t.test('different names of monitors are different monitors', async t => {
  const { run } = testContext(sentinel)
  const names = [
    '備份',
    '備援',
    '東京支店A',
    'A',
    'C++',
    'C#',
    `${'a'.repeat(64)}b`,
    `${'a'.repeat(64)}c`,
    'a'.repeat(64)
  ]
  for (const name of names) t.match((await run('heartbeat', { name })).detail, { previousState: 'new' }, name)
  t.equal((await run('heartbeat', { signal: 'check' })).metrics?.monitors, names.length)
  t.match((await run('heartbeat', { name: 'Ｃ++' })).detail, { name: /^c-[0-9a-f]{12}$/, previousState: 'up' })
})

t.test('a misspelt condition or schedule does nothing, since the answer would say less than was asked', async t => {
  const { run, requests } = testContext(sentinel, { egress: { request: () => ({}) } })
  const near = {
    expectedStatus: 'expectStatus',
    not_contains: 'notContains',
    every: 'everySeconds',
    timeout: 'timeoutMs'
  }
  for (const [field, meant] of Object.entries(near))
    t.match(await run('probe', { url: 'https://acme.com', [field]: 300 }), {
      ok: false,
      detail: { error: { code: 'misspelt_field' }, misspeltFields: [{ field, meant }] }
    })
  t.match(await run('probe', { url: 'https://acme.com', expectJson: { Path: 'a' } }).catch(error => error.issues), [
    { pointer: '#/expectJson/path', fix: /"expectJson.Path"/ }
  ])
  t.strictSame(requests, [])
  t.match(await run('heartbeat', { name: 'backup', period: 60 }), { detail: { error: { code: 'misspelt_field' } } })
})

t.test('a target without a name is called by its host, after tcp- or dns- where that is asked', async t => {
  const name = named()
  t.equal(name('https://Acme.com'), 'acme-com')
  t.equal(name('https://acme.com:443/#top'), 'acme-com')
  t.equal(name('tcp://DB.acme.com:5432'), 'tcp-db-acme-com-5432')
  t.equal(name('dns:Acme.com?type=mx'), 'dns-acme-com-mx')
  t.match(name('https://Shop.acme.com:8443/a/b?c=d'), /^shop-acme-com-8443-a-b-c-d-[0-9a-f]{12}$/)
  t.match(name(`https://acme.com/${'a'.repeat(80)}`), /^acme-com-a{42}-[0-9a-f]{12}$/)
})

t.test('different addresses have different names, and one address one name', async t => {
  const name = named()
  const addresses = [
    ...[
      'https://acme.com/',
      'http://acme.com/',
      'https://acme.com:8443/',
      'https://acme.com/?db=1',
      'https://acme.com/?db=2'
    ],
    ...['https://acme.com/Ok', 'https://acme.com/ok', 'https://acme.com/ok/', 'https://acme.com/o-k'],
    ...['https://my.shop.com', 'https://my-shop.com', 'https://my.shop/com', 'https://[::1]/', 'https://[::2]/'],
    ...['https://dns.acme.com.mx', 'dns:acme.com?type=MX', 'dns:acme.com', 'dns:_a.acme.com', 'dns:-a.acme.com'],
    ...[
      'tcp://acme.com:25',
      'tcp://acme.com:26',
      'https://tcp.acme.com',
      'tcp://my-shop.com:25',
      'tcp://my.shop.com:25'
    ],
    ...[1, 2].map(end => `https://acme.com/${'a'.repeat(80)}${end}`)
  ]
  t.equal(new Set(addresses.map(name)).size, addresses.length)
  t.equal(name('HTTPS://ACME.com:443/?db=1#there'), name('https://acme.com/?db=1'))
  t.equal(name('DNS:MY-shop.com?type=mx;class=in'), name('dns:my-shop.com?type=MX'))
  t.equal(name('TCP://MY-shop.com:25/'), name('tcp://my-shop.com:25'))
})

/** The name of a target by its address. */
function named() {
  return (url: string) => {
    const address = readAddress(url)
    return 'url' in address ? defaultName(address) : address.detail
  }
}
