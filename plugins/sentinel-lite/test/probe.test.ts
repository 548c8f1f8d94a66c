import { type EgressCode, EgressError, type EgressResponse } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import sentinel from '../dist/index.js'

/** A machine that answers like this, whatever is asked. */
const answering = (response: Partial<EgressResponse>) => ({ egress: { request: () => response } })

/** A machine that gives these answers one after another, and the last one for ever. */
function answeringInTurn(...responses: readonly (Partial<EgressResponse> | Error)[]) {
  let turn = 0
  return {
    egress: {
      request() {
        const response = responses[Math.min(turn++, responses.length - 1)] ?? {}
        if (response instanceof Error) throw response
        return response
      }
    }
  }
}

const certificateUntil = (validTo: string) => ({
  certificate: { validTo, subject: 'acme.com', issuer: 'R3', protocol: 'TLSv1.3' }
})

const refused = new EgressError('connect_refused', 'Nothing listens there.', { totalMs: 3 })

t.test('a target that answers well is up, with phases, certificate and history', async t => {
  const { run } = testContext(sentinel, {
    ...answering({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: 'hello',
      totalMs: 182,
      phases: { dns: 20, connect: 30, tls: 40, processing: 80, transfer: 12 },
      redirects: [{ url: 'https://acme.com/', status: 301 }],
      url: 'https://www.acme.com/',
      ...certificateUntil('2026-03-04T00:00:00.000Z')
    })
  })
  t.strictSame(await run('probe', { url: 'https://acme.com' }), {
    ok: true,
    summary: 'https://acme.com is up: 200 in 182 ms, certificate valid 61 days.',
    metrics: {
      attempts: 1,
      totalMs: 182,
      dnsMs: 20,
      connectMs: 30,
      tlsMs: 40,
      processingMs: 80,
      transferMs: 12,
      httpStatus: 200,
      bytes: 5,
      certDaysLeft: 61,
      uptime24hPct: 100
    },
    detail: {
      target: 'https://acme.com/',
      name: 'acme-com',
      status: 'up',
      checkedUrl: 'https://www.acme.com/',
      address: '192.0.2.1',
      http: { status: 200, version: '1.1', bytes: 5, contentType: 'text/html' },
      phases: { dns: 20, connect: 30, tls: 40, processing: 80, transfer: 12 },
      redirects: [{ url: 'https://acme.com/', status: 301 }],
      tls: {
        validTo: '2026-03-04T00:00:00.000Z',
        subject: 'acme.com',
        issuer: 'R3',
        protocol: 'TLSv1.3',
        daysLeft: 61
      },
      assertions: [{ name: 'status', ok: true, expected: '200-399', actual: '200' }],
      attempts: [{ status: 'up', ms: 182 }],
      history: {
        checks: 1,
        state: 'up',
        uptime24h: 100,
        uptime7d: 100,
        p50: 182,
        p95: 182,
        since: '2026-01-01T12:00:00.000Z'
      },
      notes: []
    }
  })
})

t.test('what is asked goes out as it should: method, headers, limits, no secret', async t => {
  const { run, requests } = testContext(sentinel, { ...answering({}), settings: { allowedPorts: '9443, 9000' } })
  await run('probe', { url: ' HTTPS://Acme.com/a?b=1#c ', method: 'HEAD', timeoutMs: 700, maxRedirects: 0 })
  t.match(requests, [
    {
      url: 'HTTPS://Acme.com/a?b=1#c',
      method: 'HEAD',
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'product-host-sentinel/1.0' },
      timeoutMs: 700,
      maxRedirects: 0,
      ports: [9443, 9000]
    }
  ])
  t.notOk(requests[0]?.secretHeaders)
})

t.test('a target that takes longer than degradedMs is degraded, and in service', async t => {
  const { run } = testContext(sentinel, answering({ totalMs: 2_310 }))
  const { ok, summary, detail } = await run('probe', { url: 'http://acme.com/shop' })
  t.equal(ok, true)
  t.equal(summary, 'http://acme.com/shop is degraded: 200 in 2,310 ms (over 2,000 ms).')
  t.match(detail, { status: 'degraded', notes: ['slow'], history: { state: 'up', uptime24h: 100 } })
})

t.test('exactly degradedMs is still up, and a call may set its own', async t => {
  const { run } = testContext(sentinel, answering({ totalMs: 2_000 }))
  t.equal((await run('probe', { url: 'http://acme.com' })).detail.status, 'up')
  t.equal((await run('probe', { url: 'http://acme.com', degradedMs: 1_999 })).detail.status, 'degraded')
})

t.test('a certificate with certWarnDays left is degraded, with one day more it is not', async t => {
  const probing = async (validTo: string) =>
    (await testContext(sentinel, answering(certificateUntil(validTo))).run('probe', { url: 'https://acme.com' })).detail
  t.match(await probing('2026-01-16T11:59:59.000Z'), {
    status: 'degraded',
    tls: { daysLeft: 14 },
    notes: ['certificate_ending']
  })
  t.match(await probing('2026-01-16T12:00:00.000Z'), { status: 'up', tls: { daysLeft: 15 }, notes: [] })
})

t.test('a certificate that nobody trusts is down with its code, and nothing is requested again without it', async t => {
  for (const code of ['tls_expired', 'tls_untrusted', 'tls_hostname'] as const) {
    const context = testContext(sentinel, answeringInTurn(new EgressError(code, 'No.')))
    const { ok, detail } = await context.run('probe', { url: 'https://acme.com', retries: 0 })
    t.match({ ok, status: detail.status, code: detail.error?.code }, { ok: false, status: 'down', code })
    t.equal(context.requests.length, 1)
  }
})

t.test('a target that is down answers ok: false with everything that is known', async t => {
  const { run } = testContext(sentinel, answeringInTurn(refused))
  t.strictSame(await run('probe', { url: 'https://acme.com', retryDelayMs: 0 }), {
    ok: false,
    summary: 'https://acme.com is down: the connection was refused (2 attempts).',
    metrics: { attempts: 2, totalMs: 3, uptime24hPct: 0 },
    detail: {
      target: 'https://acme.com/',
      name: 'acme-com',
      status: 'down',
      redirects: [],
      assertions: [],
      attempts: [
        { status: 'down', ms: 3, error: 'connect_refused', reason: 'the connection was refused' },
        { status: 'down', ms: 3, error: 'connect_refused', reason: 'the connection was refused' }
      ],
      history: {
        checks: 1,
        state: 'down',
        uptime24h: 0,
        uptime7d: 0,
        since: '2026-01-01T12:00:00.000Z',
        lastIncident: { startedAt: '2026-01-01T12:00:00.000Z', code: 'connect_refused' }
      },
      notes: [],
      error: {
        code: 'connect_refused',
        message: 'https://acme.com is down: the connection was refused (2 attempts).',
        retryable: true
      }
    }
  })
})

t.test('one blip is not down: a retry that succeeds counts as up, once', async t => {
  const { run } = testContext(sentinel, answeringInTurn(refused, { totalMs: 40 }))
  const { ok, metrics, detail } = await run('probe', { url: 'https://acme.com', retryDelayMs: 0 })
  t.match({ ok, metrics }, { ok: true, metrics: { attempts: 2, uptime24hPct: 100, totalMs: 40 } })
  t.match(detail.attempts, [
    { status: 'down', error: 'connect_refused' },
    { status: 'up', ms: 40 }
  ])
  t.equal(detail.history.checks, 1)
})

t.test('retries come from the call, else from the settings', async t => {
  const attempts = async (settings: Record<string, string>, input: object) => {
    const { run } = testContext(sentinel, { ...answeringInTurn(refused), settings })
    return (await run('probe', { url: 'https://acme.com', retryDelayMs: 0, ...input })).metrics.attempts
  }
  t.equal(await attempts({}, {}), 2)
  t.equal(await attempts({ defaultRetries: '3' }, {}), 4)
  t.equal(await attempts({ defaultRetries: '3' }, { retries: 0 }), 1)
})

t.test('a retry that might take the probe beyond a minute is not made', async t => {
  const { run } = testContext(sentinel, answeringInTurn(new EgressError('timeout', 'Too slow.', { totalMs: 25_000 })))
  const { metrics } = await run('probe', { url: 'https://acme.com', timeoutMs: 25_000, retries: 3, retryDelayMs: 0 })
  t.equal(metrics.attempts, 2)
})

t.test('an address that may not be reached is blocked, attempted once, and nothing of it is stored', async t => {
  const { run, requests, storage } = testContext(
    sentinel,
    answeringInTurn(new EgressError('blocked_address', 'Not public.', { address: '10.0.0.1' }))
  )
  const { ok, summary, detail } = await run('probe', { url: 'http://intranet.acme.com', retries: 3, everySeconds: 60 })
  t.equal(ok, false)
  t.equal(summary, 'http://intranet.acme.com is blocked: its address is not a public one.')
  t.match(detail, {
    status: 'blocked',
    error: { code: 'blocked_address', retryable: false },
    history: { checks: 0, state: 'new' },
    notes: ['not_kept']
  })
  t.equal(requests.length, 1)
  t.strictSame(await storage.list(''), [])
})

t.test('every way in which EGRESS fails has a code that the action declares', async t => {
  const codes: readonly (readonly [EgressCode, string])[] = [
    ['invalid_url', 'blocked_address'],
    ['blocked_address', 'blocked_address'],
    ['blocked_port', 'blocked_port'],
    ['blocked_scheme', 'blocked_address'],
    ['invalid_request', 'blocked_address'],
    ['invalid_response', 'http_status'],
    ['http2_only', 'http_status'],
    ['dns_not_found', 'dns_not_found'],
    ['dns_unavailable', 'dns_not_found'],
    ['connect_refused', 'connect_refused'],
    ['connect_timeout', 'connect_timeout'],
    ['connection_lost', 'connect_refused'],
    ['timeout', 'timeout'],
    ['tls_expired', 'tls_expired'],
    ['tls_untrusted', 'tls_untrusted'],
    ['tls_hostname', 'tls_hostname'],
    ['tls_failed', 'tls_untrusted'],
    ['too_many_redirects', 'too_many_redirects']
  ]
  for (const [code, expected] of codes) {
    const { run } = testContext(sentinel, answeringInTurn(new EgressError(code, 'No.')))
    const { detail } = await run('probe', { url: 'https://acme.com', retries: 0 })
    t.equal(detail.error?.code, expected, code)
    t.ok(Object.hasOwn(sentinel.actions.probe.errors ?? {}, expected))
  }
})

t.test('a bug in EGRESS is no answer of the target', async t => {
  const { run, storage } = testContext(sentinel, answeringInTurn(new TypeError('A bug.')))
  await t.rejects(run('probe', { url: 'https://acme.com' }), TypeError)
  t.strictSame(await storage.list(''), [])
})

t.test('a probe whose caller has gone records nothing', async t => {
  const controller = new AbortController()
  const { run, storage } = testContext(sentinel, {
    egress: {
      request() {
        controller.abort()
        throw new EgressError('timeout', 'Aborted.')
      }
    }
  })
  await t.rejects(run('probe', { url: 'https://acme.com', retries: 0 }, { signal: controller.signal }), {
    name: 'AbortError'
  })
  t.strictSame(await storage.list(''), [])
})

t.test('a status that is not expected is down', async t => {
  const { run } = testContext(sentinel, answering({ status: 503 }))
  const { ok, summary, metrics, detail } = await run('probe', { url: 'https://acme.com', retries: 0 })
  t.equal(ok, false)
  t.equal(summary, 'https://acme.com is down: it answered 503 instead of 200-399.')
  t.equal(metrics.httpStatus, 503)
  t.match(detail, {
    error: { code: 'http_status' },
    http: { status: 503 },
    assertions: [{ name: 'status', ok: false, expected: '200-399', actual: '503' }]
  })
})

t.test('expectStatus takes a number, a list and ranges', async t => {
  const isUp = async (status: number, expectStatus: string | number) =>
    (
      await testContext(sentinel, answering({ status })).run('probe', {
        url: 'https://a.com',
        expectStatus,
        retries: 0
      })
    ).ok
  t.equal(await isUp(503, 503), true)
  t.equal(await isUp(301, '200-299, 301'), true)
  t.equal(await isUp(302, '200-299,301'), false)
  t.equal(await isUp(299, '200-299,301'), true)
})

t.test('each condition on the body is held against it', async t => {
  const probing = async (body: string, conditions: object) => {
    const { run } = testContext(sentinel, answering({ body }))
    const { ok, detail } = await run('probe', { url: 'https://acme.com', retries: 0, ...conditions })
    return { ok, code: detail.error?.code, assertion: detail.assertions[1] }
  }
  t.match(await probing('Welcome!', { contains: 'Welcome' }), { ok: true, assertion: { actual: 'found' } })
  t.match(await probing('Error', { contains: 'Welcome' }), {
    ok: false,
    code: 'body_mismatch',
    assertion: { name: 'contains', ok: false, expected: 'Welcome', actual: 'not found' }
  })
  t.match(await probing('cafe\u0301', { contains: 'caf\u00e9' }), { ok: true })
  t.match(await probing('Fatal error', { notContains: 'error' }), { ok: false, assertion: { actual: 'found' } })
  t.match(await probing('build 1234', { matches: '(?i)BUILD \\d+$' }), { ok: true })
  t.match(await probing('build x', { matches: 'build \\d+' }), { ok: false, code: 'body_mismatch' })
  const json = (path: string, equals: unknown) => ({ expectJson: { path, equals } })
  t.match(await probing('{"data":{"items":[{"id":7}]}}', json('data.items[0].id', 7)), { ok: true })
  t.match(await probing('{"data":{"items":[{"id":7}]}}', json('$.data.items[0]', { id: 7 })), { ok: true })
  t.match(await probing('{"a/b":[true]}', json('/a~1b/0', true)), { ok: true })
  t.match(await probing('{"status":"degraded"}', json('status', 'ok')), {
    ok: false,
    assertion: { name: 'expectJson', expected: 'status = "ok"', actual: '"degraded"' }
  })
  t.match(await probing('{}', json('__proto__.__proto__', null)), {
    ok: false,
    assertion: { actual: 'nothing there' }
  })
  t.match(await probing('<html>', json('status', 'ok')), { ok: false, assertion: { actual: 'not JSON' } })
})

t.test('the summary says what the body has and what was expected', async t => {
  const summary = async (conditions: object) => {
    const { run } = testContext(sentinel, answering({ body: '{"status":"degraded"}' }))
    return (await run('probe', { url: 'https://acme.com', retries: 0, ...conditions })).summary
  }
  t.equal(
    await summary({ expectJson: { path: 'status', equals: 'ok' } }),
    'https://acme.com is down: its body has "degraded" where status = "ok" is expected.'
  )
  t.equal(await summary({ contains: 'ready' }), 'https://acme.com is down: its body lacks "ready".')
  t.equal(await summary({ notContains: 'degraded' }), 'https://acme.com is down: its body holds "degraded".')
  t.equal(await summary({ matches: '^ok$' }), 'https://acme.com is down: its body does not match the pattern.')
})

t.test('a body that was cut is said to be so', async t => {
  const { run } = testContext(sentinel, answering({ isCut: true }))
  t.strictSame((await run('probe', { url: 'https://acme.com' })).detail.notes, ['body_cut'])
})

t.test('secret headers go to the origin of the settings alone', async t => {
  const { run, requests } = testContext(sentinel, {
    ...answering({}),
    settings: {
      'probe.api.origin': 'https://api.acme.com',
      'probe.api.header.Authorization': 'Bearer abc',
      'probe.api.header.X-Tenant': '7'
    }
  })
  const stored = await run('probe', { url: 'https://api.acme.com/health', name: 'API' })
  const withheld = await run('probe', { url: 'http://api.acme.com/health', name: 'api' })
  await run('probe', { url: 'https://api.acme.com/health', name: 'another' })
  t.strictSame(
    requests.map(({ secretHeaders }) => secretHeaders),
    [{ Authorization: 'Bearer abc', 'X-Tenant': '7' }, undefined, undefined]
  )
  t.strictSame(stored.detail.notes, [])
  t.strictSame(withheld.detail.notes, ['headers_not_sent', 'url_changed'])
})

t.test('accounts share nothing', async t => {
  const first = testContext(sentinel, answering({}))
  await first.run('probe', { url: 'https://acme.com' })
  t.equal((await first.as('other').run('probe', { url: 'https://acme.com' })).detail.history.checks, 1)
})
