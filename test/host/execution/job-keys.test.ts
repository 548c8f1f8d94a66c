import { makeClock } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import { Accounts } from '../../../host/dist/accounts/accounts.js'
import { demoAccount, demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { securityEventSubject } from '../../../host/dist/audit/security-events.js'
import type { SecurityEvent } from '../../../host/dist/base/security-event.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { jobSubject } from '../../../host/dist/storage/job-records.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { OneTimeTokens } from '../../../host/dist/storage/one-time-tokens.js'
import { Store } from '../../../host/dist/storage/store.js'
import { password, signedUp } from '../../fixtures/dashboard-client.js'
import { mailServer } from '../../fixtures/mail-server.js'
import { notesPlugin, reexport, start } from '../../fixtures/start-host.js'
import { storeKinds } from '../../fixtures/stores.js'

const plugins = {
  '@test/spy': reexport('./products/cross-product.js', 'spy'),
  '@test/relay': reexport('./products/cross-product.js', 'relay'),
  '@test/planner': reexport('./products/cross-product.js', 'planner'),
  ...notesPlugin
}
const minute = 60_000
const day = 24 * 60 * minute
const notes = { product: 'notes', name: 'latest', input: {} }
const refused = { ok: false, detail: { error: { code: 'insufficient_scope' } } }
const spyOnly = ['spy:execute']
const both = ['spy:execute', 'notes:execute']

/** A host with somebody who is signed in and has a note, and whose keys call the spy; the test moves the clock. */
async function owner(
  t: Test,
  open = (now: () => number) => Store.open(memoryBackend(now)),
  mail?: Awaited<ReturnType<typeof mailServer>>
) {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const store = await open(() => time.now)
  const host = await start(t, { plugins, store, clock, ...(mail && { environment: mail.environment }) })
  const ada = await signedUp(host.call)
  if (mail) {
    await host.host.runDueJobs()
    const [, token] = /#token=([\w-]+)/.exec(mail.arrived.at(-1)?.text ?? '') ?? []
    ada.id = (await ada('POST', `/email-verifications/${token}`, { password })).body.id
  }
  await ada('POST', '/products/notes/execute', { action: 'add', text: 'the note' })
  const book = new JobStore(store, clock, console)
  const makeKey = async (scopes: readonly string[], more: object = {}) => {
    const { body } = await ada('POST', '/keys', { name: 'a key', scopes, ...more })
    return { id: String(body.id), key: String(body.key) }
  }
  const signIn = () => ada('POST', '/sessions', { email: 'ada@example.org', password })
  const send = async (key: string, body: object, product = 'spy') =>
    (await host.call('POST', `/api/v1/products/${product}/execute`, body, { Authorization: `Bearer ${key}` })).body
  const plan = async (key: string, body: object = {}) => {
    t.match(await send(key, { action: 'plan', id: 'one', ...notes, afterMs: minute, ...body }), { ok: true })
  }
  const answers = async (id = 'one') =>
    (await ada('POST', '/products/spy/execute', { action: 'seen', id })).body.detail.answers
  const rotate = async (id: string, overlapSeconds = 0) => {
    const { status, body } = await ada('POST', `/keys/${id}/rotate`, { overlapSeconds })
    t.equal(status, 201)
    return { id: String(body.id), key: String(body.key) }
  }
  const runDue = (ms = minute) => {
    time.now += ms
    return host.host.runDueJobs()
  }
  return { ...host, time, clock, store, ada, signIn, book, makeKey, send, plan, answers, rotate, runDue }
}

for (const through of ['jobs', 'update'])
  t.test(`a job reaches no more than the key that scheduled it (${through})`, async t => {
    const { ada, makeKey, send, plan, answers, runDue, book } = await owner(t)
    const { id, key } = await makeKey(spyOnly)
    t.match(await send(key, { action: 'look', ...notes }), { detail: { answer: refused } })
    await plan(key, { through })
    t.match(await book.waiting(), [{ scheduledBy: { keyId: id, scopes: spyOnly } }])
    await runDue()
    t.match(await answers(), [refused])
    const { usage } = (await ada('GET', '/products/usage')).body
    t.match(
      usage.filter(({ via }: { via: string }) => via === 'job'),
      [{ product: 'spy', action: 'peek', keyId: id, calls: 1 }]
    )

    await plan((await makeKey(both)).key, { id: 'two', through })
    await runDue()
    t.match(await answers('two'), [{ ok: true, detail: { notes: [{ text: 'the note' }] } }])
  })

t.test('a job that a product schedules for another product has the key of the first call', async t => {
  const { makeKey, send, answers, runDue, book } = await owner(t)
  const { id, key } = await makeKey(['relay:execute', 'spy:execute'])
  const inner = { product: 'spy', name: 'plan', input: { id: 'one', ...notes, afterMs: minute } }
  t.match(await send(key, { action: 'look', ...inner }, 'relay'), { detail: { answer: { ok: true } } })
  t.match(await book.waiting(), [{ slug: 'spy', scheduledBy: { keyId: id, scopes: ['relay:execute', 'spy:execute'] } }])
  await runDue()
  t.match(await answers(), [refused])
})

t.test('a job in a chain of products reaches no further through a product in between', async t => {
  const { makeKey, plan, answers, runDue } = await owner(t)
  const { key } = await makeKey(['relay:execute', 'spy:execute'])
  await plan(key, { product: 'relay', name: 'look', input: notes })
  await runDue()
  t.match(await answers(), [{ ok: true, detail: { answer: refused } }])
})

t.test('a job passes its key and scopes on to the job that it schedules', async t => {
  const { makeKey, plan, answers, runDue, book } = await owner(t)
  const { id, key } = await makeKey(spyOnly)
  await plan(key, { more: 1 })
  await runDue()
  t.match(await book.waiting(), [{ scheduledBy: { keyId: id, scopes: spyOnly } }])
  await runDue()
  t.match(await answers(), [refused, refused])
})

t.test('scopes that the key lost after scheduling are lost to the job, for good', async t => {
  const { ada, makeKey, plan, answers, runDue, book } = await owner(t)
  const { id, key } = await makeKey(['*:execute'])
  await plan(key, { more: 2 })
  await runDue()
  await ada('PATCH', `/keys/${id}`, { scopes: spyOnly })
  await runDue()
  await ada('PATCH', `/keys/${id}`, { scopes: both })
  await runDue()
  t.match(await answers(), [{ ok: true }, refused, refused])

  await plan(key)
  await ada('PATCH', `/keys/${id}`, { scopes: ['notes:execute'] })
  await runDue()
  t.match(await book.dead(), [{ error: { code: 'insufficient_scope' } }])
})

t.test('scopes that the key gains after scheduling do not help', async t => {
  const { ada, makeKey, plan, answers, runDue } = await owner(t)
  const { id, key } = await makeKey(spyOnly)
  await plan(key)
  t.match(await ada('PATCH', `/keys/${id}`, { scopes: ['*:execute'] }), { status: 200 })
  await runDue()
  t.match(await answers(), [refused])
  await plan(key, { id: 'two' })
  await runDue()
  t.match(await answers('two'), [{ ok: true }])
})

t.test('a job follows its key through two rotations', async t => {
  const { ada, signIn, makeKey, plan, answers, rotate, runDue, book } = await owner(t)
  const first = await makeKey(both)
  await plan(first.key, { afterMs: 2 * day, more: 1 })
  const second = await rotate(first.id)
  const third = await rotate(second.id)
  await ada('PATCH', `/keys/${third.id}`, { scopes: spyOnly })
  await runDue(2 * day)
  await signIn()
  t.match(await answers(), [refused])
  t.match(await book.waiting(), [{ scheduledBy: { keyId: third.id } }])
  t.equal((await ada('DELETE', `/keys/${third.id}`)).status, 204)
  await runDue()
  t.match(await book.dead(), [{ error: { code: 'revoked_key' } }])
})

t.test('a job that is due in 60 days finds the key that replaced its own, whose record is gone by then', async t => {
  const { signIn, makeKey, plan, answers, rotate, runDue, book } = await owner(t)
  const first = await makeKey(spyOnly)
  await plan(first.key, { afterMs: 60 * day, more: 1 })
  const second = await rotate(first.id)
  const third = await rotate(second.id)
  await runDue(60 * day)
  await signIn()
  t.match(await answers(), [refused])
  t.match(await book.waiting(), [{ scheduledBy: { keyId: third.id, scopes: spyOnly } }])
  t.strictSame(await book.dead(), [])
})

t.test('the jobs of a revoked key become dead letters, and its owner gets one e-mail a product', async t => {
  const mail = await mailServer(t)
  const { ada, store, makeKey, plan, send, runDue, book } = await owner(t, undefined, mail)
  const { id, key } = await makeKey([...both, 'planner:execute'])
  for (let index = 0; index < 20; index++) await plan(key, { id: `job ${index}`, afterMs: (index + 1) * 60 * minute })
  await send(key, { action: 'plan', id: 'another', ...notes, afterMs: minute }, 'planner')
  t.equal((await ada('DELETE', `/keys/${id}`)).status, 204)
  for (let hour = 0; hour < 21; hour++) {
    await runDue(60 * minute)
    await runDue(0)
  }
  const dead = await book.dead()
  t.equal(dead.length, 21)
  for (const { error, kept } of dead) t.match([error.code, kept.scheduledBy?.keyId], ['revoked_key', id])
  t.equal(await store.namespace(ada.id, 'spy').get('seen:job 0'), undefined)

  const events = await store.own(`${securityEventSubject}/${ada.id}`).get<readonly SecurityEvent[]>('events')
  const stops = (events ?? []).filter(({ kind }) => kind === 'jobs_stopped')
  t.match(stops.map(({ keyId, product }) => `${keyId} ${product}`).toSorted(), [`${id} planner`, `${id} spy`])
  const mails = mail.arrived.filter(({ subject }) => subject.includes('Jobs stopped'))
  t.equal(mails.length, 2)
  for (const { to, text } of mails) t.match([to, text], ['ada@example.org', new RegExp(id)])
})

t.test('an owner is told of each key whose jobs stop', async t => {
  const { ada, store, makeKey, plan, runDue } = await owner(t)
  const [one, two] = [await makeKey(both), await makeKey(both)]
  for (const [index, { key }] of [one, two, one, two].entries()) await plan(key, { id: `job ${index}` })
  for (const { id } of [one, two]) t.equal((await ada('DELETE', `/keys/${id}`)).status, 204)
  await runDue()
  const events = await store.own(`${securityEventSubject}/${ada.id}`).get<readonly SecurityEvent[]>('events')
  const stops = (events ?? []).filter(({ kind }) => kind === 'jobs_stopped').map(({ keyId }) => keyId)
  t.strictSame(stops.toSorted(), [one.id, two.id].toSorted())
})

t.test('an owner is told again that jobs of an ended key stop when the notice is 90 days old', async t => {
  const { ada, store, time, makeKey, plan, runDue, book } = await owner(t)
  const { id, key } = await makeKey(both)
  await plan(key, { id: 'first' })
  await plan(key, { id: 'second', afterMs: 90 * day + minute - 1 })
  await plan(key, { id: 'third', afterMs: 90 * day + minute })
  await ada('DELETE', `/keys/${id}`)
  const told = async () => {
    const events = await store.own(`${securityEventSubject}/${ada.id}`).get<readonly SecurityEvent[]>('events')
    return (events ?? []).filter(({ kind }) => kind === 'jobs_stopped').map(({ at }) => at)
  }
  await runDue()
  const first = await told()
  t.strictSame(first, [new Date(time.now).toISOString()])
  await runDue(90 * day - 1)
  t.match(await book.dead(), [{ kept: { job: { id: 'second' } } }, {}])
  t.strictSame(await told(), first)
  await runDue(1)
  t.equal((await told()).at(-1), new Date(time.now).toISOString())
})

t.test('a key that was replaced and then revoked takes its jobs with it', async t => {
  const { ada, makeKey, plan, rotate, runDue, book } = await owner(t)
  const { id, key } = await makeKey(both)
  await plan(key)
  await rotate(id, 3600)
  await ada('DELETE', `/keys/${id}`)
  await runDue()
  t.match(await book.dead(), [{ error: { code: 'revoked_key' } }])
})

t.test('the jobs of an expired key become dead letters, as do those of a key that is no longer stored', async t => {
  const { time, makeKey, plan, runDue, book } = await owner(t)
  const expiresAt = new Date(time.now + 2 * minute).toISOString()
  const { key } = await makeKey(both, { expiresAt })
  await plan(key, { afterMs: 2 * minute - 1, more: 1 })
  await plan(key, { id: 'two', afterMs: 32 * day })
  await runDue(2 * minute - 1)
  t.strictSame(await book.dead(), [])
  await runDue()
  t.match(await book.dead(), [{ error: { code: 'expired_key' }, kept: { job: { id: 'one' } } }])
  await runDue(32 * day)
  t.match(await book.dead(), [{ error: { code: 'revoked_key' }, kept: { job: { id: 'two' } } }, {}])
})

t.test(
  'a dead letter that is replayed keeps its key and scopes; scheduling the same id takes the new caller’s',
  async t => {
    const { ada, makeKey, plan, answers, runDue, book } = await owner(t)
    const { id, key } = await makeKey(spyOnly)
    await plan(key)
    await ada('PATCH', `/keys/${id}`, { scopes: ['notes:execute'] })
    await runDue()
    const [letter] = await book.dead()
    await ada('PATCH', `/keys/${id}`, { scopes: ['*:execute'] })
    t.ok(await book.replay(letter?.id ?? ''))
    await runDue()
    t.match(await answers(), [refused])

    await plan(key)
    await ada('DELETE', `/keys/${id}`)
    const other = await makeKey(both)
    await plan(other.key)
    t.match(await book.waiting(), [{ scheduledBy: { keyId: other.id, scopes: both } }])
    await runDue()
    t.match(await answers(), [refused, { ok: true }])
  }
)

t.test('a job that a session scheduled runs after the sign-out', async t => {
  const { ada, signIn, answers, runDue, book } = await owner(t)
  await ada('POST', '/products/spy/execute', { action: 'plan', id: 'one', ...notes, afterMs: minute })
  t.match(await book.waiting(), [{ scheduledBy: { keyId: 'session', scopes: ['*:execute', '*:config'] } }])
  t.equal((await ada('DELETE', '/sessions/current')).status, 204)
  await runDue()
  await signIn()
  t.match(await answers(), [{ ok: true, detail: { notes: [{ text: 'the note' }] } }])
})

/** What an owner does about a stolen session, and how the owner signs in afterwards. */
const ends: Readonly<Record<string, (somebody: Awaited<ReturnType<typeof owner>>) => Promise<unknown>>> = {
  async 'a new password'({ ada }) {
    const next = 'Seven blue lanterns, hung by the river'
    await ada('PUT', '/accounts/me/password', { current: password, next })
    return ada('POST', '/sessions', { email: 'ada@example.org', password: next })
  },
  async 'signing out everywhere'({ ada, signIn }) {
    await ada('DELETE', '/sessions')
    return signIn()
  },
  async 'a password reset'({ ada, store, clock }) {
    const next = 'Seven blue lanterns, hung by the river'
    const { passwordChangedAt = '' } = (await new Accounts(store, clock).find(ada.id)) ?? {}
    const token = await new OneTimeTokens(store, clock).make('reset', { account: ada.id, passwordChangedAt }, minute)
    await ada('PUT', `/password-resets/${token}`, { password: next })
    return ada('POST', '/sessions', { email: 'ada@example.org', password: next })
  }
}

for (const [what, end] of Object.entries(ends))
  t.test(`${what} ends the jobs that sessions scheduled before, and no others`, async t => {
    const somebody = await owner(t)
    const { ada, store, time, makeKey, plan, runDue, book } = somebody
    const seen = async (id: string, account = ada.id) =>
      (await store.namespace(account, 'spy').get<readonly unknown[]>(`seen:${id}`)) ?? []
    const inSession = (id: string, more = 0) =>
      ada('POST', '/products/spy/execute', { action: 'plan', id, ...notes, afterMs: minute, more })
    await inSession('recurring', 9)
    const { id, key } = await makeKey(spyOnly)
    await plan(key, { id: 'by key', more: 9 })
    const eve = await signedUp(somebody.call, 'eve@example.org')
    await eve('POST', '/products/spy/execute', { action: 'plan', id: 'hers', ...notes, afterMs: minute, more: 9 })
    await runDue()
    t.equal((await seen('recurring')).length, 1)
    await inSession('waiting')

    t.match(await end(somebody), { status: 201 })
    await inSession('after', 9)
    await runDue()
    await runDue()
    t.equal((await seen('recurring')).length, 1, 'it scheduled itself, and keeps where it comes from')
    t.strictSame(await seen('waiting'), [])
    t.equal((await seen('after')).length, 2)
    t.equal((await seen('by key')).length, 3, 'a key that a session made is no session')
    t.equal((await seen('hers', eve.id)).length, 3)
    t.match(
      (await book.dead()).map(({ error, kept }) => [kept.account === ada.id, kept.job.id, error.code]).toSorted(),
      [
        [true, 'recurring', 'session_required'],
        [true, 'waiting', 'session_required']
      ]
    )
    const events = await store.own(`${securityEventSubject}/${ada.id}`).get<readonly SecurityEvent[]>('events')
    t.match(
      (events ?? []).filter(({ kind }) => kind === 'jobs_stopped').map(({ keyId, product }) => [keyId, product]),
      [[undefined, 'spy']]
    )

    await ada('DELETE', `/keys/${id}`)
    time.now -= 2 * day
    t.equal((await ada('DELETE', '/sessions')).status, 204)
    time.now += 2 * day
    await runDue()
    await runDue()
    t.equal((await seen('after')).length, 2, 'whatever the clock says')
    t.equal((await seen('by key')).length, 3)
  })

t.test('a job that a session of an earlier version scheduled ends with all sessions too', async t => {
  const { ada, store, clock, signIn, runDue, book, answers } = await owner(t)
  const scheduler = { by: { keyId: 'session', scopes: both }, begunAt: clock.now(), now: () => clock.now() }
  const job = { id: 'old', at: clock.now() + minute, action: 'peek', input: { id: 'old', more: 9, ...notes } }
  const storage = store.namespace(ada.id, 'spy', scheduler)
  await storage.update([], () => ({ jobs: [{ schedule: job }], result: undefined }))
  await runDue()
  t.match(await answers('old'), [{ ok: true }])
  await ada('DELETE', '/sessions')
  await runDue()
  await signIn()
  t.match(await answers('old'), [{ ok: true }])
  t.match(await book.dead(), [{ error: { code: 'session_required' } }])
})

t.test('the demo key schedules jobs with every scope, which run in the demo alone', async t => {
  const store = await Store.open(memoryBackend(Date.now))
  const { call, host, stop } = await start(t, { plugins, store })
  const planned = { action: 'plan', id: 'one', ...notes }
  await call('POST', '/api/v1/products/spy/execute', planned, { Authorization: `Bearer ${demoKey}` })
  await host.runDueJobs()
  t.match(await store.namespace(demoAccount, 'spy').get('seen:one'), [{ ok: true }])

  const later = { ...planned, id: 'later', afterMs: 60 * minute }
  await call('POST', '/api/v1/products/spy/execute', later, { Authorization: `Bearer ${demoKey}` })
  await stop()
  const clock = makeClock(() => Date.now() + 60 * minute, Math.random)
  const next = await start(t, { plugins, store, clock, environment: { DEMO_MODE: 'off' } })
  await next.host.runDueJobs()
  t.match(await new JobStore(store, clock, console).dead(), [
    { error: { code: 'revoked_key' }, kept: { job: { id: 'later' } } }
  ])
})

t.test(
  'a job that was stored without a key reaches its own product only, as do the jobs that it schedules',
  async t => {
    const { ada, store, clock, answers, runDue, book } = await owner(t)
    const legacy = (id: string, input: object) => ({
      schedule: { id, at: clock.now() + minute, action: 'peek', input: { id, more: 1, ...input } }
    })
    const own = { product: 'spy', name: 'seen', input: { id: 'own' } }
    const jobs = [legacy('other', notes), legacy('own', own)]
    await store.namespace(ada.id, 'spy').update([], () => ({ jobs, result: undefined }))
    t.strictSame(
      (await book.waiting()).map(kept => 'scheduledBy' in kept),
      [false, false]
    )
    await runDue()
    await runDue()
    t.match(await answers('other'), [refused, refused])
    t.match(await answers('own'), [{ ok: true }, { ok: true }])
    t.strictSame(await book.dead(), [])
  }
)

t.test(
  'what an account takes out names the key of each job, and nothing of its jobs is left after its erasure',
  async t => {
    const { ada, store, makeKey, plan, runDue, url } = await owner(t)
    const { id, key } = await makeKey(both)
    await plan(key, { id: 'stopped' })
    const other = await makeKey(spyOnly)
    await plan(other.key, { id: 'later', afterMs: 2 * minute })
    await ada('DELETE', `/keys/${id}`)
    await runDue()
    const headers = { Cookie: ada.cookie(), Connection: 'close' }
    const taken = await (await fetch(`${url}/dashboard/api/export`, { headers })).text()
    const lines = taken
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    t.match(
      lines.filter(({ kind }) => kind === 'job' || kind === 'dead_job'),
      [
        { kind: 'job', id: 'later', keyId: other.id },
        { kind: 'dead_job', id: 'stopped', keyId: id, error: { code: 'revoked_key' } }
      ]
    )
    t.equal((await ada('DELETE', '/accounts/me')).status, 204)
    await runDue()
    const left = await store.own(jobSubject).list<unknown>('', { limit: 1000 })
    t.strictSame(
      left.map(({ key }) => key).filter(key => key.includes(`${ada.id}/`) || key.startsWith('dead:')),
      []
    )
  }
)

for (const { name, without, start } of storeKinds.filter(({ name }) => name !== 'memory'))
  t.test(`on ${name} too`, { skip: without }, async t => {
    const empty = await start(t)

    await t.test('jobs of sessions end with all sessions', async t => {
      const { ada, signIn, answers, runDue, book } = await owner(t, await empty(t))
      const inSession = (id: string) =>
        ada('POST', '/products/spy/execute', { action: 'plan', id, ...notes, afterMs: minute })
      await inSession('before')
      await ada('DELETE', '/sessions')
      await signIn()
      await inSession('after')
      await runDue()
      t.match(await answers('after'), [{ ok: true }])
      t.match(await book.dead(), [{ error: { code: 'session_required' }, kept: { job: { id: 'before' } } }])
    })

    await t.test('a job keeps the key that scheduled it and follows it', async t => {
      const { makeKey, plan, answers, rotate, runDue, book } = await owner(t, await empty(t))
      const { id, key } = await makeKey(spyOnly)
      await plan(key, { through: 'update', more: 1 })
      const second = await rotate(id)
      await runDue()
      t.match(await answers(), [refused])
      t.match(await book.waiting(), [{ scheduledBy: { keyId: second.id, scopes: spyOnly } }])
    })
  })
