import { InvalidInput } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t, { type Test } from 'tap'
import sentinel from '../dist/index.js'

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`

/** The places at which settings are refused, and why. */
function issuesOf(settings: Record<string, string>): readonly string[] {
  try {
    testContext(sentinel, { settings })
    return []
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return error.issues.map(({ pointer, detail }) => `${pointer} ${detail}`)
  }
}

function refuses(t: Test, settings: Record<string, string>, ...issues: readonly string[]): void {
  t.strictSame(issuesOf(settings), issues)
}

t.test('every setting of the README is taken', async t => {
  refuses(t, {
    degradedMs: '1500',
    certWarnDays: '0',
    confirmations: '3',
    defaultTimeoutMs: '30000',
    defaultRetries: '0',
    earlyToleranceSeconds: '0',
    allowedPorts: '9443, 1024,65535',
    userAgent: 'watcher/1.0 (+https://acme.com)',
    timezone: 'Europe/London',
    'alert.url': 'https://ops.example/hook',
    'alert.secret': secret,
    'probe.api.origin': 'https://api.acme.com:9443',
    'probe.api.header.Authorization': 'Bearer abc',
    'heartbeat.backup.cron': '0 2 * * *',
    'heartbeat.backup.timezone': 'America/New_York',
    'heartbeat.backup.graceSeconds': '0',
    'heartbeat.backup.maxRunSeconds': '600',
    'heartbeat.backup.minRunSeconds': '600',
    'heartbeat.backup.paused': 'false',
    'heartbeat.sync.periodSeconds': '30'
  })
})

t.test('a number out of its range is refused with the range', async t => {
  refuses(t, { degradedMs: '0' }, '#/settings/degradedMs is not from 1 to 60000')
  refuses(t, { defaultTimeoutMs: '499' }, '#/settings/defaultTimeoutMs is not from 500 to 30000')
  refuses(t, { defaultRetries: '4' }, '#/settings/defaultRetries is not from 0 to 3')
  refuses(t, { confirmations: '11' }, '#/settings/confirmations is not from 1 to 10')
  refuses(
    t,
    { 'heartbeat.backup.periodSeconds': '29' },
    '#/settings/heartbeat.backup.periodSeconds is not from 30 to 31536000'
  )
  refuses(t, { degradedMs: '2s' }, '#/settings/degradedMs is not text that matches the pattern ^[0-9]{1,9}$')
})

t.test('ports below 1024, and what is no port, are refused', async t => {
  for (const allowedPorts of ['22', '9443,65536', '9443;9444', ',', 'https'])
    refuses(t, { allowedPorts }, '#/settings/allowedPorts is not a list of ports')
})

t.test('cron patterns and zones are read', async t => {
  const cron = '#/settings/heartbeat.backup.cron'
  refuses(t, { 'heartbeat.backup.cron': '0 2 * *' }, `${cron} is not a cron pattern of five fields`)
  refuses(t, { 'heartbeat.backup.cron': '0 0 2 * * *' }, `${cron} is not a cron pattern of five fields`)
  refuses(t, { 'heartbeat.backup.cron': '@daily' }, `${cron} is not a cron pattern of five fields`)
  refuses(
    t,
    { 'heartbeat.backup.cron': '0 25 * * *' },
    `${cron} has a field that cron does not know or that is out of its range`
  )
  refuses(t, { 'heartbeat.backup.cron': '0 0 31 2 *' }, `${cron} names a date that never comes`)
  refuses(t, { timezone: 'London' }, '#/settings/timezone is not a zone of the IANA database')
  refuses(
    t,
    { 'heartbeat.backup.timezone': '+01:00' },
    '#/settings/heartbeat.backup.timezone is not a zone of the IANA database'
  )
})

t.test('a period beside a cron pattern is refused, and a shortest run over the longest', async t => {
  refuses(
    t,
    { 'heartbeat.a.cron': '0 2 * * *', 'heartbeat.a.periodSeconds': '60' },
    '#/settings/heartbeat.a.periodSeconds does not go with a cron pattern'
  )
  refuses(
    t,
    { 'heartbeat.a.minRunSeconds': '61', 'heartbeat.a.maxRunSeconds': '60' },
    '#/settings/heartbeat.a.minRunSeconds is more than the longest run'
  )
})

t.test('an origin is scheme, host and port alone, and headers need one', async t => {
  for (const origin of [
    'api.acme.com',
    'https://api.acme.com/v1',
    'https://a@b.com',
    'ftp://acme.com',
    'https://a.com?b'
  ])
    refuses(t, { 'probe.api.origin': origin }, '#/settings/probe.api.origin is not an origin')
  refuses(t, { 'probe.api.header.X-Key': 'abc' }, '#/settings/probe.api.header.X-Key needs the origin of its target')
  refuses(
    t,
    { 'probe.api.origin': 'https://a.com', 'probe.api.header.host': 'b.com' },
    '#/settings/probe.api.header.host is a header that no setting may change'
  )
  refuses(
    t,
    { 'probe.api.origin': 'https://a.com', 'probe.api.header.X-Key': 'a\r\nb: c' },
    '#/settings/probe.api.header.X-Key is not text that matches the pattern ^[ -~]+$'
  )
})

t.test('an alert address is http or https without credentials, and needs a sound secret', async t => {
  refuses(t, { 'alert.url': 'https://ops.example' }, '#/settings/alert.secret is missing')
  for (const url of ['mailto:ops@example.com', 'https://a:b@ops.example', 'ops'])
    refuses(
      t,
      { 'alert.url': url, 'alert.secret': secret },
      '#/settings/alert.url is not an http or https address without credentials'
    )
  const long = `whsec_${Buffer.alloc(65, 1).toString('base64')}`
  const short = `whsec_${Buffer.alloc(23, 1).toString('base64')}`
  for (const unsound of [long, short.replaceAll('=', ''), 'abc', `${secret}!`])
    refuses(
      t,
      { 'alert.secret': unsound },
      '#/settings/alert.secret is not text that matches the pattern ^whsec_[A-Za-z0-9+/]{32,86}={0,2}$'
    )
})

t.test('what is secret is marked so, with the address that it is sent to', async t => {
  const { properties, patternProperties } = JSON.parse(JSON.stringify(sentinel.settings))
  t.match(properties['alert.secret'], { writeOnly: true, sentTo: 'alert.url' })
  const secrets = Object.values<{ writeOnly?: boolean; sentTo?: string }>(patternProperties).filter(
    ({ writeOnly }) => writeOnly
  )
  t.match(secrets, [{ sentTo: 'probe.*.origin' }])
})
