import { EgressError } from '@product-host/sdk'
import t from 'tap'
import { guardedEgress } from '../../../host/dist/egress/egress.js'
import { names } from './loopback.js'

const refusals: Readonly<Record<string, readonly string[]>> = {
  blocked_address: [
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.255.255.254/',
    'http://2130706433/',
    'http://0xA9FEA9FE/',
    'http://4294967295/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://127.0.1/',
    'http://１２７.０.０.１/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'http:127.0.0.1',
    'http://127.0.0.1\\@public.example/',
    ' \thttp://127.\n0.0.1/',
    'http://134744072/',
    'http://0x8.8.8.8/',
    'http://0/',
    'http://0.0.0.0/',
    'http://0.1.2.3/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://169.254.170.2/v2/credentials',
    'http://168.63.129.16/machine',
    'http://192.0.0.192/opc/v2/instance/',
    'http://192.0.2.1/',
    'http://192.88.99.1/',
    'http://198.18.0.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://192.31.196.1/',
    'http://224.0.0.1/',
    'http://239.255.255.250/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[::7f00:1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[100::1]/',
    'http://[2001::7f00:1]/',
    'http://[2001:2::1]/',
    'http://[2001:10::1]/',
    'http://[2001:20::1]/',
    'http://[2001:db8::1]/',
    'http://[2002:7f00:1::]/',
    'http://[3fff::1]/',
    'http://[4000::1]/',
    'http://[5f00::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://app.localhost/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'http://local\u00adhost/',
    'http://printer.local/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://router.home.arpa/',
    'http://private.example/',
    'http://mixed.example/',
    'http://mixed-families.example/',
    'http://mapped.example/',
    'http://nat64.example/',
    'http://zoned.example/',
    'http://nonsense.example/',
    'http://own.example/'
  ],
  blocked_port: [
    'http://public.example:22/',
    'http://public.example:25/',
    'http://public.example:6379/',
    'http://public.example:0/',
    'http://public.example:65535/',
    'https://public.example:81/',
    'http://93.184.215.14:3000/'
  ],
  blocked_scheme: [
    'ftp://public.example/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'ws://public.example/',
    'blob:http://public.example/1'
  ],
  invalid_url: [
    '',
    'public.example',
    '//public.example/',
    'http://',
    'http:///',
    'http://user@public.example/',
    'http://user:password@public.example/',
    'http://:password@public.example/',
    'http://public.example:80@127.0.0.1/',
    'http://public.example:99999/',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://[::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://public..example/',
    'http://public.example../',
    'http://-public.example/',
    'http://a*b.example/',
    'http://public.example%00.evil.example/',
    'http://public.example%2f.evil.example/',
    `http://${'a'.repeat(64)}.example/`,
    `http://${'a.'.repeat(127)}example/`
  ],
  dns_not_found: ['http://nowhere.example/', 'http://single/']
}

const answers = {
  'public.example': [['93.184.215.14']],
  'private.example': [['10.0.0.1']],
  'mixed.example': [['93.184.215.14', '10.0.0.1']],
  'mixed-families.example': [['93.184.215.14', '::1']],
  'mapped.example': [['::ffff:93.184.215.14']],
  'nat64.example': [['64:ff9b::7f00:1']],
  'zoned.example': [['fe80::1%eth0']],
  'nonsense.example': [['93.184.215.14', 'no address']],
  'own.example': [['93.184.216.34']]
}

const egress = guardedEgress({ allow: [], dns: true, resolver: names(answers), own: () => ['93.184.216.34'] })

for (const [code, urls] of Object.entries(refusals))
  for (const url of urls)
    t.test(`refuses ${JSON.stringify(url).slice(1, 70)} as ${code}`, async t => {
      await t.rejects(egress.request(url), { name: 'EgressError', code })
    })

t.test('asks for no name that is local', async t => {
  const resolver = names({})
  const { request } = guardedEgress({ allow: [], dns: true, resolver })
  await t.rejects(request('http://metadata.google.internal/'), { code: 'blocked_address' })
  t.strictSame(resolver.asked, [])
})

t.test('a refusal tells the URL, and of a private address behind a name nothing', async t => {
  const error = await egress.request('http://private.example/path#part').catch((error: unknown) => error)
  if (!(error instanceof EgressError)) throw error
  t.equal(error.message, '"private.example" leads to an address that is not public.')
  t.strictSame({ ...error.known, totalMs: 0 }, { url: 'http://private.example/path', totalMs: 0 })
})

t.test('a refusal does not repeat credentials', async t => {
  const error = await egress.request('http://user:hunter2@public.example/').catch((error: unknown) => error)
  if (!(error instanceof EgressError)) throw error
  t.notMatch(JSON.stringify([error.message, error.known]), 'hunter2')
})

t.test('a request opens no port that the operator does not let requests open', async t => {
  for (const port of [22, 3000, 9443])
    await t.rejects(egress.request(`http://public.example:${port}/`, { ports: [port] }), { code: 'blocked_port' })
})

t.test('a network of the operator that is none stops the start', async t => {
  t.throws(() => guardedEgress({ allow: ['10.1/16'], dns: true }), {
    message: '"10.1/16" in egress.allow is no network such as "10.1.0.0/16".'
  })
})
