import t from 'tap'
import { hostWithMail } from '../fixtures/account-hosts.js'
import { password } from '../fixtures/dashboard-client.js'
import { mailServer } from '../fixtures/mail-server.js'
import { start } from '../fixtures/start-host.js'
import { dashboard, products, sendRaw } from './attacker.js'

const email = 'ada@example.org'
const isRefused = { status: 400, body: { code: 'invalid_input' } }

t.test('sign-ups flood no mailbox, in whatever spelling of its address', async t => {
  const mail = await mailServer(t)
  const { call, host } = await start(t, { environment: mail.environment })
  for (const who of ['ada@gmail.com', 'a.da@gmail.com', 'ADA@gmail.com', 'ada+1@gmail.com', 'a.d.a+2@googlemail.com'])
    t.equal((await call('POST', `${dashboard}/accounts`, { email: who, password })).status, 202)
  await host.runDueJobs()
  t.equal(mail.arrived.length, 3)
})

t.test('an e-mail address carries no header, no second recipient and no other form of a letter', async t => {
  const mail = await mailServer(t)
  const { call, host } = await start(t, { environment: mail.environment })
  for (const who of [
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org,eve@example.org',
    '"ada eve"@example.org',
    '<ada@example.org>',
    'ada@example.org>',
    'ad\u0430@example.org',
    'ad\u017fa@example.org',
    'ada@ex\u00e4mple.org',
    'ada@[127.0.0.1]',
    'ada@localhost\u0000.example.org'
  ])
    t.match(await call('POST', `${dashboard}/accounts`, { email: who, password }), isRefused, JSON.stringify(who))
  t.equal((await call('POST', `${dashboard}/accounts`, { email: 'K\u212a@example.org', password })).status, 202)
  await host.runDueJobs()
  t.strictSame(
    mail.arrived.map(({ to }) => to),
    ['KK@example.org'],
    'what Unicode has as the same letter is sent to that letter'
  )
})

t.test('an e-mail about security holds no text of whoever caused it', async t => {
  const { ada, arrived, newest, call } = await hostWithMail(t)
  const { key } = (await ada('POST', '/keys', { name: 'Go to https://evil.example now' })).body
  for (const [index, agent] of [
    'Your account is closed: https://evil.example',
    'evil.example/login',
    'https://evil.example',
    'a\tb <b>html</b>'
  ].entries()) {
    const { body } = await ada('POST', '/keys', { name: `https://evil.example ${index}` })
    const headers = { Authorization: `Bearer ${index === 0 ? key : body.key}`, 'User-Agent': agent }
    t.equal((await call('POST', `${products}/keys/self/revoke`, undefined, headers)).status, 200)
  }
  await newest()
  const texts = arrived.map(({ text, subject }) => subject + text).join('\n')
  t.match(texts, 'API key revoked')
  t.notMatch(texts, /evil|closed|html/)
})

t.test('a Host header leads no link of an e-mail elsewhere', async t => {
  const { arrived, newest, host } = await hostWithMail(t)
  const body = JSON.stringify({ email })
  const send = (name: string) =>
    sendRaw(
      host.port,
      `POST ${dashboard}/password-resets HTTP/1.1\r\nHost: localhost\r\n${name}Connection: ` +
        `close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    )
  t.match(await send(''), /HTTP\/1\.1 202/)
  for (const name of ['X-Forwarded-Host: evil.example\r\n', 'Forwarded: host=evil.example\r\n'])
    t.match(await send(name), /HTTP\/1\.1 421/)
  t.match(await send('X-Host: evil.example\r\n'), /HTTP\/1\.1 202/)
  await newest()
  t.match(arrived.at(-1)?.text, '#token=')
  t.notMatch(JSON.stringify(arrived), 'evil')
})

t.test('a link to a new password works once, also when it is opened twice at once', async t => {
  const { call, newest } = await hostWithMail(t)
  await call('POST', `${dashboard}/password-resets`, { email })
  const [, token] = /#token=(\S+)/.exec((await newest())?.text ?? '') ?? []
  const reset = (next: string) => call('PUT', `${dashboard}/password-resets/${token}`, { password: next })
  const both = await Promise.all([reset('nine purple elephants'), reset('four orange elephants')])
  t.strictSame(both.map(({ status }) => status).sort(), [204, 404])
  t.match(await reset('two yellow elephants'), { status: 404, body: { code: 'invalid_link' } })
})
