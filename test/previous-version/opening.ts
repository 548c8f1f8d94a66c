import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import { Webhook } from 'standardwebhooks'
import type { Test } from 'tap'
import { password, person } from '../fixtures/dashboard-client.js'
import { fixtures, type Host, until } from './deployment.js'
import { dead, waiting } from './jobs.js'
import { execute, readRoutes } from './scenario.js'
import { type Kind, type Stored, stored, worldOf } from './stored.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Opens a stored deployment with the host of today, and lets everything come about that waits in it. */
export async function opens(t: Test, kind: Kind): Promise<void> {
  const made = await stored(t, kind)
  const { deployment, facts, madeAt } = made
  const world = await worldOf(t, kind, facts)
  const before = exported(kind)

  await t.test('its export is the one that was made before', async t => {
    const { code, out, error } = await deployment.operator.run('export')
    t.equal(code, 0, error)
    t.strictSame(comparable(out, madeAt), comparable(before.text, madeAt))
  })

  const jobs = await waiting(deployment)
  const letters = await dead(deployment)
  await t.test('its jobs and its dead letters are listed', async t => {
    t.strictSame(idsOf(jobs), idsOf(before.jobs))
    t.strictSame(letters.map(({ id }) => id).sort(), before.letters.map(({ id }) => id).sort())
    t.strictSame(letters.map(({ error }) => error.code).sort(), ['alert_refused', 'errand_failed', 'revoked_key'])
  })

  const host = await deployment.start({ ...world.mail.environment, ...world.stripe.environment })
  await t.test('what it shows is what it showed', t => showsTheSame(t, host, made))
  await t.test('its keys are good for what they were good for', t => knowsKeys(t, host, made))
  await t.test('its sessions, passwords and second factors are good', t => knowsPeople(t, host, made))
  await t.test('a call that is sent again gets the same bytes', t => replays(t, host, made))
  await t.test('every product runs, one of them in a thread', async t => {
    for (const [slug, body] of Object.entries(readCalls))
      t.match(await execute(host, facts.keys.good?.key, slug, body), { status: 200, body: { ok: true } }, slug)
  })
  await t.test('links that were e-mailed before do what they are for', t => followsLinks(t, host, made))

  world.mail.state.isRefusing = false
  world.stripe.state.isAway = false
  world.receiver.state.status = 200
  /** Lets time pass until nothing is due and nothing runs: a job that runs has an attempt, and nothing fails any more. */
  async function pass(untilTime: number): Promise<void> {
    await host.moveTo(untilTime)
    const isDone = async () =>
      (await waiting(deployment)).every(({ dueAt, attempts }) => dueAt > deployment.now() && attempts === 0)
    await until(`nothing is due at ${new Date(untilTime).toISOString()}`, isDone)
  }

  await t.test('everything that failed is done at its next try', async t => {
    await pass(madeAt + 20 * minute)
    const { ada, eva } = facts.people
    const mails = (to: string | undefined) =>
      world.mail.arrived.filter(mail => mail.to === to).map(mail => mail.subject)
    t.strictSame(mails('pending@example.org'), ['Confirm your e-mail address'])
    t.strictSame(mails('ada.l@example.org'), ['Confirm your new e-mail address'])
    t.ok(mails(ada?.email).includes('Choose a new password'))
    t.ok(mails(ada?.email).filter(subject => subject.startsWith('Security notice: ')).length >= 2)
    t.ok(mails('eve@example.org').some(subject => subject.startsWith('Security notice: ')))
    t.ok(mails('leaving@example.org').some(subject => subject.startsWith('Security notice: ')))
    const customerOf = (id: string | undefined) =>
      Object.keys(facts.customers).find(name => facts.customers[name] === id)
    const changed = customerOf(eva?.id)
    t.match(
      world.stripe.asked
        .filter(({ route }) => route === `POST /v1/customers/${changed}`)
        .at(-1)
        ?.form.get('email'),
      eva?.email
    )
    const [ended] = Object.keys(facts.customers).filter(name => name !== changed)
    t.ok(world.stripe.isGone(`${ended}`))
    for (const path of ['/crm', '/budget', '/alert']) t.ok(arrived(path).length > 0, path)
    t.match(JSON.parse(arrived('/crm')[0]?.body ?? ''), { data: { email: 'tom@acme.example' } })
    t.equal(arrived('/crm')[0]?.headers.authorization, 'Bearer of the receiver')
    await signUpIsFinished(t)
  })

  /** What reached a path of the receiver and was taken, each checked by its signature: the secret was decrypted. */
  function arrived(path: string) {
    const found = world.receiver.delivered.filter(each => each.path === path && each.status === 200)
    for (const { headers, body } of found) {
      const { 'webhook-id': id = '', 'webhook-timestamp': at } = headers
      const signature = new Webhook(facts.secret).sign(id, new Date(Number(at) * 1000), body)
      t.equal(headers['webhook-signature'], signature, `the signature of what was sent to ${path}`)
    }
    return found
  }

  async function signUpIsFinished(t: Test): Promise<void> {
    const token = await world.linkTo('pending@example.org', /Confirm your e-mail/)
    t.match(await host.call('POST', `/dashboard/api/email-verifications/${token}`, { password }), { status: 201 })
  }

  await t.test('dead letters are replayed', async t => {
    for (const { id } of letters) t.match(await deployment.operator.json('jobs', 'replay', id), { id, scheduled: true })
    await pass(madeAt + 30 * minute)
    t.ok(
      world.mail.arrived.some(({ to }) => to === facts.people.past?.email),
      'the e-mail for a new password'
    )
    const { id } = letters.find(({ error }) => error.code === 'alert_refused')?.kept.job ?? {}
    t.ok(
      arrived('/alert').some(({ headers }) => headers['webhook-id'] === id),
      'the alert'
    )
    t.match(await dead(deployment), [{ error: { code: 'revoked_key' } }], 'the job of a revoked key is dead again')
  })

  await t.test('jobs of products come at their time, and go on', async t => {
    await pass(madeAt + 2 * hour)
    t.ok(arrived('/crm').some(({ body }) => body.includes('ended@acme.example')))
    t.ok(
      world.receiver.delivered.some(({ path }) => path === '/health'),
      'the probe'
    )
    await pass(madeAt + day)
    const left = (await waiting(deployment)).filter(({ account }) => account !== '@host')
    t.strictSame(new Set(left.map(({ job }) => job.action)), new Set(['repeat_probe', 'resume']))
    t.ok(left.every(({ job }) => job.at > madeAt + day - hour))
    for (const monitor of ['backup', 'import', 'nightly'])
      t.ok(
        arrived('/alert').some(({ body }) => body.includes(`"${monitor}"`)),
        `an alert that ${monitor} is down`
      )
    t.equal((await dead(deployment)).length, 1)
  })

  await t.test('the jobs of the host that come in days are done, and none is left', async t => {
    await pass(madeAt + 2 * day + hour)
    for (const email of [facts.people.ada?.email, 'thomas@example.org', facts.people.eva?.email])
      t.ok(
        world.mail.arrived.some(({ to, subject }) => to === email && /trial ends/.test(subject)),
        `the notice to ${email}`
      )
    await pass(madeAt + 4 * day)
    t.strictSame(
      (await waiting(deployment)).filter(({ account }) => account === '@host'),
      []
    )
    const { lost, tom } = facts.people
    t.match(await person(host.call)('POST', '/sessions', { email: lost?.email, password }), { status: 201 })
    t.match(await deployment.operator.json('accounts', 'show', lost?.id ?? ''), { hasSecondFactor: false })
    t.match(await deployment.operator.json('accounts', 'show', tom?.id ?? ''), { plan: 'expired' })
    t.strictSame(
      (await dead(deployment)).filter(({ kept }) => kept.account === '@host'),
      []
    )
  })
  t.equal(await host.end('SIGTERM'), 0)
}

/** Calls of products that work for whatever is stored. */
const readCalls = {
  core: { action: 'recall', key: 'client.preference' },
  'b2b-engine': { action: 'score_lead', companyName: 'Acme Ltd', signals: '250 employees' },
  'creator-os': { action: 'brief', topic: 'Meetings', platforms: 'linkedin' },
  wealthnode: { action: 'margin_radar', days: 7, verify: true },
  leadconnect: { action: 'route', dryRun: true },
  'sentinel-lite': { action: 'heartbeat', signal: 'check' }
}

async function showsTheSame(t: Test, host: Host, { facts }: Stored): Promise<void> {
  const headers = { Cookie: facts.people.ada?.cookie ?? '' }
  for (const [name, path] of Object.entries(readRoutes)) {
    const { status, body } = await host.call('GET', path, undefined, headers)
    t.equal(status, 200, name)
    const before = facts.shown[name]
    t.strictSame(lasting(name, membersOf(body, before)), lasting(name, before), name)
  }
}

/** An answer with those members alone, at every depth, that it had before; a later version adds others. */
function membersOf(now: unknown, before: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(before)) return now.map((item, index) => membersOf(item, before[index]))
  if (!isObject(now) || !isObject(before)) return now
  return Object.fromEntries(
    Object.entries(now).flatMap(([name, value]) => (name in before ? [[name, membersOf(value, before[name])]] : []))
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** What a route shows, without what jobs that are tried again meanwhile are counted as, and without titles, which may be worded anew. */
// biome-ignore lint/suspicious/noExplicitAny: routes show whatever they show
function lasting(name: string, shown: any): unknown {
  if (name === 'usage') return shown.usage.filter(({ via }: { via: string }) => via !== 'job')
  return name === 'events' ? shown.events.map(({ title, ...event }: { title: string }) => event) : shown
}

async function knowsKeys(t: Test, host: Host, { facts }: Stored): Promise<void> {
  const answers = {
    good: { status: 200 },
    overlapping: { status: 200 },
    revoked: { status: 401, body: { code: 'revoked_key' } },
    expired: { status: 401, body: { code: 'expired_key' } },
    disabled: { status: 403, body: { code: 'account_disabled' } },
    unpaid: { status: 402 }
  }
  for (const [name, { key, status }] of Object.entries(facts.keys))
    t.match(await execute(host, key, 'core', { action: 'recall', key: 'none' }), answers[status], name)
  const other = await execute(host, facts.keys.limited?.key, 'creator-os', { action: 'brief', topic: 'Meetings' })
  t.match(other, { status: 403 }, 'a key of one product runs no other one')
}

async function knowsPeople(t: Test, host: Host, { facts, deployment }: Stored): Promise<void> {
  for (const [name, { id, email, password, cookie, factor, recoveryCodes }] of Object.entries(facts.people)) {
    const reply = await host.call('GET', '/dashboard/api/accounts/me', undefined, { Cookie: cookie })
    const isEnded = name === 'past' || cookie === ''
    if (name === 'off') t.match(reply, { status: 403, body: { code: 'account_disabled' } }, `the session of ${name}`)
    else t.match(reply, isEnded ? { status: 401 } : { status: 200, body: { id, email } }, `the session of ${name}`)
    const signIn = (code?: string) =>
      person(host.call)('POST', '/sessions', { email, password, ...(code !== undefined && { code }) })
    if (name === 'off') t.match(await signIn(), { status: 403 }, `the password of ${name}`)
    else if (factor === undefined) t.match(await signIn(), { status: 201, body: { id } }, `the password of ${name}`)
    else {
      t.match(await signIn(), { status: 401 }, `${name} without a code`)
      const epoch = Math.floor(deployment.now() / 1000)
      t.match(await signIn(generateSync({ secret: factor, epoch })), { status: 201 }, `${name} with a code`)
      t.match(await signIn(recoveryCodes?.[0]), { status: 201 }, `${name} with a recovery code`)
    }
  }
}

async function replays(t: Test, { url }: Host, { facts }: Stored): Promise<void> {
  const { key, slug, idempotencyKey, body, answer } = facts.replay
  const sent = await fetch(`${url}/api/v1/products/${slug}/execute`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
      Connection: 'close'
    },
    body: JSON.stringify(body)
  })
  t.equal(sent.headers.get('Idempotent-Replayed'), 'true')
  t.strictSame({ status: sent.status, text: await sent.text() }, answer)
}

async function followsLinks(t: Test, { call }: Host, { facts }: Stored): Promise<void> {
  const { tokens } = facts
  const api = '/dashboard/api'
  t.match(await call('POST', `${api}/email-verifications/${tokens['sign-up']}`, { password }), { status: 201 })
  t.match(await call('POST', `${api}/email-changes/${tokens['email-change']}`, { password }), { status: 204 })
  const next = 'eight yellow giraffes'
  t.match(await call('PUT', `${api}/password-resets/${tokens.reset}`, { password: next }), { status: 204 })
  t.match(await call('DELETE', `${api}/second-factor-recoveries/${tokens['cancel-removal']}`), { status: 204 })
  const changed = { email: 'thomas@example.org', password }
  t.match(await call('POST', `${api}/sessions`, changed), { status: 201, body: { id: facts.people.tom?.id } })
  const reset = { email: facts.people.plain?.email, password: next }
  t.match(await call('POST', `${api}/sessions`, reset), { status: 201, body: { id: facts.people.plain?.id } })
}

/** An export that was made before, with its jobs and dead letters. */
export function exported(kind: Kind) {
  const text = readFileSync(join(fixtures, kind, 'export.jsonl'), 'utf8')
  // biome-ignore lint/suspicious/noExplicitAny: records hold whatever they hold
  const valuesOf = (prefix: string): readonly any[] =>
    text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
      .flatMap(({ key, value }) => (String(key).startsWith(prefix) ? [value] : []))
  return { text, jobs: valuesOf('host:{jobs}:job:'), letters: valuesOf('host:{jobs}:dead:') }
}

/** The lines of an export but for its time, and for records that expire while the test runs. */
export function comparable(text: string, madeAt: number): readonly string[] {
  const lines = text.trimEnd().split('\n').slice(1, -1)
  return lines.filter(line => !(JSON.parse(line).expiresAt < madeAt + 5 * minute)).sort()
}

// biome-ignore lint/suspicious/noExplicitAny: commands print what is stored, whatever it is
function idsOf(jobs: readonly any[]): readonly string[] {
  return jobs.map(({ account, slug, job }) => `${account} ${slug} ${job.id}`).sort()
}
