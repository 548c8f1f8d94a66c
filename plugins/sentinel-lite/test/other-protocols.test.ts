import { EgressError, type EgressRecords } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import sentinel from '../dist/index.js'

const tcp = 'tcp://db.acme.com:5432'

t.test('a port that accepts connections is up, with its phases', async t => {
  const { run, connections } = testContext(sentinel, {
    egress: {
      connect: () => ({ address: '192.0.2.7', totalMs: 24.4, phases: { dns: 4.04, connect: 20.2, processing: 0 } })
    }
  })
  t.strictSame(await run('probe', { url: tcp, timeoutMs: 900 }), {
    ok: true,
    summary: 'tcp://db.acme.com:5432 is up: connected in 24 ms.',
    metrics: { attempts: 1, totalMs: 24.4, dnsMs: 4, connectMs: 20.2, processingMs: 0, uptime24hPct: 100 },
    detail: {
      target: tcp,
      name: 'tcp-db-acme-com-5432',
      status: 'up',
      address: '192.0.2.7',
      tcp: { port: 5432 },
      phases: { dns: 4, connect: 20.2, tls: 0, processing: 0, transfer: 0 },
      redirects: [],
      assertions: [],
      attempts: [{ status: 'up', ms: 24.4 }],
      history: {
        checks: 1,
        state: 'up',
        uptime24h: 100,
        uptime7d: 100,
        p50: 24.4,
        p95: 24.4,
        since: '2026-01-01T12:00:00.000Z'
      },
      notes: []
    }
  })
  t.match(connections, [{ host: 'db.acme.com', port: 5432, timeoutMs: 900 }])
  t.notOk(connections[0]?.greetingBytes)
})

t.test('a greeting is read where something is expected of it', async t => {
  const { run, connections } = testContext(sentinel, {
    egress: { connect: () => ({ greeting: '220 mx.acme.com\r\n' }) }
  })
  const url = 'tcp://mx.acme.com:25'
  t.match(await run('probe', { url, matches: '^220 ' }), { ok: true, detail: { tcp: { greeting: '220 mx.acme.com' } } })
  t.equal(connections[0]?.greetingBytes, 1_024)
  t.match(await run('probe', { url, contains: 'Postfix', retries: 0 }), {
    ok: false,
    summary: 'tcp://mx.acme.com:25 is down: its greeting lacks "Postfix".',
    detail: { error: { code: 'body_mismatch' } }
  })
})

t.test('an IPv6 address and a port of its own are understood', async t => {
  const { run, connections } = testContext(sentinel, { egress: { connect: () => ({}) } })
  await run('probe', { url: 'tcp://[2606:2800:21f::1]:6379' })
  t.match(connections, [{ host: '[2606:2800:21f::1]', port: 6379 }])
})

t.test('a port that the operator did not open is blocked, and the answer says who does not allow it', async t => {
  const { run, jobs, connections, storage } = testContext(sentinel, {
    egress: {
      connect() {
        throw new EgressError('blocked_port', 'Not allowed.', { forbiddenBy: 'egress.connectPorts' })
      }
    }
  })
  t.match(await run('probe', { url: tcp, everySeconds: 60 }), {
    ok: false,
    summary:
      'tcp://db.acme.com:5432 is blocked: the operator of this host does not allow port 5432 (egress.connectPorts).',
    detail: { status: 'blocked', error: { code: 'blocked_port', retryable: false }, notes: ['not_kept'] }
  })
  t.strictSame([connections.length, jobs(), await storage.list('')], [1, [], []])
})

t.test('a port that refuses is down, retried and monitored like any target', async t => {
  const { run, runJobs, clock, connections } = testContext(sentinel)
  t.match(await run('probe', { url: tcp, everySeconds: 60, retryDelayMs: 0 }), {
    ok: false,
    summary: 'tcp://db.acme.com:5432 is down: the connection was refused (2 attempts).',
    detail: { rhythm: { everySeconds: 60 } }
  })
  clock.advance(60_000)
  t.match(await runJobs(), [{ id: 'probe.tcp-db-acme-com-5432', answer: { detail: { status: 'down' } } }])
  t.equal(connections.length, 4)
})

const records: { readonly [Kind in keyof EgressRecords]?: EgressRecords[Kind] } = {
  A: ['192.0.2.2', '192.0.2.1'],
  MX: [
    { priority: 20, exchange: 'mx2.acme.com' },
    { priority: 10, exchange: 'mx1.acme.com' }
  ],
  TXT: ['v=spf1 -all']
}

/** Name servers that know acme.com. */
const naming = (asked: string[] = []) => ({
  egress: {
    resolve<Kind extends keyof EgressRecords>(name: string, kind: Kind): EgressRecords[Kind] {
      asked.push(`${kind} ${name}`)
      const none: EgressRecords = { A: [], AAAA: [], CNAME: [], MX: [], NS: [], TXT: [] }
      return (name === 'acme.com' && records[kind]) || none[kind]
    }
  }
})

t.test('the records of a name are shown, and held against what is expected', async t => {
  const asked: string[] = []
  const { run } = testContext(sentinel, naming(asked))
  t.match(await run('probe', { url: 'dns:acme.com?type=MX', contains: '10 mx1.acme.com' }), {
    ok: true,
    summary: 'dns:acme.com?type=MX is up: 2 MX records in 0 ms.',
    metrics: { records: 2, attempts: 1 },
    detail: {
      target: 'dns:acme.com?type=MX',
      name: 'dns-acme-com-mx',
      dns: { type: 'MX', records: ['10 mx1.acme.com', '20 mx2.acme.com'] },
      assertions: [
        { name: 'records', ok: true, expected: 'MX records', actual: '2' },
        { name: 'contains', ok: true }
      ]
    }
  })
  t.match(await run('probe', { url: 'DNS:acme.com' }), {
    detail: { dns: { type: 'A', records: ['192.0.2.1', '192.0.2.2'] } }
  })
  t.match(await run('probe', { url: 'dns:acme.com?class=in;TYPE=txt', notContains: '-all', retries: 0 }), {
    ok: false,
    summary: 'dns:acme.com?type=TXT is down: its list of records holds "-all".',
    detail: { error: { code: 'body_mismatch' } }
  })
  t.strictSame(asked, ['MX acme.com', 'A acme.com', 'TXT acme.com'])
})

t.test('a name without such records is down', async t => {
  const { run } = testContext(sentinel, naming())
  t.match(await run('probe', { url: 'dns:acme.com?type=AAAA', retries: 0 }), {
    ok: false,
    summary: 'dns:acme.com?type=AAAA is down: it has no AAAA records.',
    detail: { error: { code: 'dns_not_found', retryable: true } }
  })
})

t.test('where the operator allows no lookups a DNS probe is blocked, not down', async t => {
  const failing = (known: EgressError['known']) =>
    testContext(sentinel, {
      egress: {
        resolve() {
          throw new EgressError('dns_unavailable', 'No.', known)
        }
      }
    }).run('probe', { url: 'dns:acme.com', retries: 0 })
  t.match(await failing({ forbiddenBy: 'egress.dns' }), {
    summary: 'dns:acme.com?type=A is blocked: the operator of this host does not allow DNS lookups (egress.dns).',
    detail: { status: 'blocked', error: { code: 'blocked_dns', retryable: false } }
  })
  t.match(await failing({}), { detail: { status: 'down', error: { code: 'dns_not_found' } } })
})
