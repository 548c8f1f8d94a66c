import t from 'tap'
import { DnsResolver } from '../../../host/dist/egress/dns.js'
import { guardedEgress } from '../../../host/dist/egress/egress.js'
import { nameServer, wireName } from './name-server.js'

const text = (...parts: readonly string[]) =>
  Buffer.concat(parts.map(part => Buffer.from([part.length, ...Buffer.from(part)])))
const mail = (priority: number, exchange: string) => Buffer.concat([Buffer.from([0, priority]), wireName(exchange)])
const ipv6 = Buffer.from('20010db8000000000000000000000001', 'hex')

const { server, asked } = await nameServer(t, {
  'A both.example': [Buffer.from([192, 0, 2, 1]), Buffer.from([192, 0, 2, 2])],
  'AAAA both.example': [ipv6],
  'A four.example': [Buffer.from([192, 0, 2, 4])],
  'AAAA four.example': 'failure',
  'A half.example': 'failure',
  'AAAA half.example': [],
  'MX mail.example': [mail(20, 'second.example'), mail(10, 'first.example')],
  'TXT mail.example': [text('v=spf1 -all'), text('one ', 'two')],
  'A public.example': [Buffer.from([93, 184, 215, 14])],
  'AAAA public.example': [Buffer.from('26062800021f00000000000000000001', 'hex')],
  'CNAME www.example': [wireName('public.example')],
  'NS public.example': [wireName('ns1.example')],
  'A inner.example': [Buffer.from([93, 184, 215, 14]), Buffer.from([10, 1, 0, 5])],
  'AAAA inner.example': [Buffer.from('fd000001000000000000000000000005', 'hex')],
  'MX null.example': [Buffer.from([0, 0, 0])],
  'MX failing.example': 'failure',
  'A failing.example': 'failure',
  'AAAA failing.example': 'failure',
  'A silent.example': 'silence',
  'AAAA silent.example': 'silence',
  'MX silent.example': 'silence'
})

const resolver = new DnsResolver({ servers: [server] })
const { signal } = new AbortController()
const { request, resolve } = guardedEgress({ allow: [], dns: true, resolver })

t.test('a name has its addresses of both kinds, IPv4 first', async t => {
  t.strictSame(await resolver.addresses('both.example', signal), ['192.0.2.1', '192.0.2.2', '2001:db8::1'])
})

t.test('one kind of address is enough when the other is not to be had', async t => {
  t.strictSame(await resolver.addresses('four.example', signal), ['192.0.2.4'])
})

t.test('no address is an answer, and a failure is none', async t => {
  t.strictSame(await resolver.addresses('mail.example', signal), [])
  t.strictSame(await resolver.addresses('nowhere.example', signal), [])
  await t.rejects(resolver.addresses('half.example', signal), { name: 'EgressError', code: 'dns_unavailable' })
})

t.test('localhost is this machine, without a question', async t => {
  t.strictSame(await resolver.addresses('localhost', signal), ['127.0.0.1'])
  t.strictSame(await resolver.addresses('app.localhost', signal), ['127.0.0.1'])
  t.notOk(asked.some(question => question.endsWith('localhost')))
})

t.test('a name server that says nothing is given up at the limit', async t => {
  const impatient = new DnsResolver({ servers: [server], limitMs: 30 })
  await t.rejects(impatient.addresses('silent.example', signal), {
    code: 'dns_unavailable',
    message: 'The name servers gave no usable answer.'
  })
})

/** Less than the 5 s after which the resolver would give up by itself. */
const calledOffMs = 4_000

t.test('a question can be called off', { timeout: calledOffMs }, async t => {
  const caller = new AbortController()
  const question = resolver.addresses('silent.example', caller.signal)
  caller.abort()
  await t.rejects(question, { code: 'dns_unavailable' })
  const signal = AbortSignal.timeout(20)
  await t.rejects(request('http://silent.example/', { signal }), { code: 'aborted' })
})

t.test('a request tells a name that is not there from servers that fail', async t => {
  await t.rejects(request('http://nowhere.example/'), {
    code: 'dns_not_found',
    message: 'There is no address for "nowhere.example".'
  })
  await t.rejects(request('http://failing.example/'), {
    code: 'dns_unavailable',
    known: { url: 'http://failing.example/' }
  })
  await t.rejects(request('http://both.example/'), { code: 'blocked_address' })
})

t.test('products may ask for MX and TXT', async t => {
  t.strictSame(await resolve('Mail.Example.', 'MX'), [
    { priority: 20, exchange: 'second.example' },
    { priority: 10, exchange: 'first.example' }
  ])
  t.strictSame(await resolve('mail.example', 'TXT'), ['v=spf1 -all', 'one two'])
})

t.test('products may ask for addresses, aliases and name servers', async t => {
  t.strictSame(await resolve('public.example', 'A'), ['93.184.215.14'])
  t.strictSame(await resolve('public.example', 'AAAA'), ['2606:2800:21f::1'])
  t.strictSame(await resolve('www.example', 'CNAME'), ['public.example'])
  t.strictSame(await resolve('public.example', 'NS'), ['ns1.example'])
  t.strictSame(await resolve('nowhere.example', 'A'), [])
})

t.test('addresses that are not public are shown where the operator allows their network alone', async t => {
  for (const kind of ['A', 'AAAA'] as const)
    await t.rejects(
      resolve('inner.example', kind),
      { code: 'blocked_address', message: '"inner.example" leads to an address that is not public.' },
      kind
    )
  const inside = guardedEgress({ allow: ['10.1.0.0/16'], dns: true, resolver })
  t.strictSame(await inside.resolve('inner.example', 'A'), ['93.184.215.14', '10.1.0.5'])
  await t.rejects(inside.resolve('inner.example', 'AAAA'), { code: 'blocked_address' })
})

t.test('a name without records, or one that is not there, has none', async t => {
  t.strictSame(await resolve('both.example', 'MX'), [])
  t.strictSame(await resolve('_dmarc.nowhere.example', 'TXT'), [])
})

t.test('a null MX is a record without an exchange', async t => {
  t.strictSame(await resolve('null.example', 'MX'), [{ priority: 0, exchange: '' }])
})

t.test('a question that fails, or is not answered in time, is dns_unavailable', async t => {
  await t.rejects(resolve('failing.example', 'MX'), { name: 'EgressError', code: 'dns_unavailable' })
  await t.rejects(resolve('silent.example', 'MX', { timeoutMs: 30 }), { code: 'dns_unavailable' })
})

t.test('what is no public name is not asked for', async t => {
  for (const name of ['redis.internal', 'localhost', 'printer.local.'])
    await t.rejects(resolve(name, 'TXT'), { code: 'blocked_address' })
  for (const name of ['', '.', '10.0.0.1', '0x7f.1', '::1', 'a b.example', 'a..example', 'a/b.example', 'a@b.example'])
    await t.rejects(resolve(name, 'TXT'), { code: 'invalid_request' }, name)
  t.notMatch(asked.join(), /internal|local|10\.0/)
})

t.test('a deployment may forbid questions', async t => {
  const forbidding = guardedEgress({ allow: [], dns: false, resolver })
  await t.rejects(forbidding.resolve('mail.example', 'MX'), {
    name: 'EgressError',
    code: 'dns_unavailable',
    message: 'DNS lookups are not allowed in this deployment.',
    known: { forbiddenBy: 'egress.dns' }
  })
})
