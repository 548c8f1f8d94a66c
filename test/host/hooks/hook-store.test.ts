import t from 'tap'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { rotateSecrets } from '../../../host/dist/config/secret-rotation.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import { JobCallers } from '../../../host/dist/execution/job-callers.js'
import { HookStore } from '../../../host/dist/hooks/hook-store.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { movableClock } from '../../fixtures/start-host.js'

const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const by = { keyId: 'session', scopes: ['*:execute'] }
const members = {
  name: 'A form',
  slug: 'notes',
  hook: 'write',
  enabled: true,
  signature: 'github',
  secret: 'the secret of signatures',
  fields: { folder: 'inbox' },
  by
} as const

async function hooks() {
  const clock = movableClock('2026-01-05T12:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const open = (...keys: [Buffer, ...Buffer[]]) =>
    new HookStore(store, new Cipher(keys), clock, usualDeployment([]).rates)
  return { clock, backend, store, open }
}

t.test('the secrets of hooks are encrypted again by a rotation', async t => {
  const { clock, store, open } = await hooks()
  const { hook } = await open(older).create('ada', members)
  t.match(await rotateSecrets(store, new Cipher([newer, older]), clock, () => undefined), { changed: 2, lost: [] })
  const after = open(newer)
  const stored = await after.get('ada', hook.id)
  t.ok(stored)
  if (!stored) return
  t.equal(after.secretOf('ada', stored), members.secret)
  t.strictSame(after.fieldsOf('ada', stored), members.fields)
})

t.test('a hook that this host cannot open is listed and exported without its fields', async t => {
  const { open } = await hooks()
  await open(older).create('ada', members)
  const other = open(newer)
  const [stored] = await other.list('ada')
  t.ok(stored && !other.opens('ada', stored))
  const exported = []
  for await (const each of other.all('ada')) exported.push(each)
  t.match(exported, [{ name: 'A form', input: null }])
})

t.test('a token is known by its digest alone, of its own account, and ends with the hook', async t => {
  const { backend, open } = await hooks()
  const store = open(older)
  const { hook, token } = await store.create('ada', members)
  t.match(await store.find(token), { account: 'ada', hook: { id: hook.id } })
  const dumped = async () => JSON.stringify(await backend.list('', { limit: 1_000, reverse: false }))
  t.notMatch(await dumped(), token)
  t.equal(await store.get('eve', hook.id), undefined)
  t.equal(await store.rotate('eve', hook.id, 0), undefined)
  t.equal(await store.delete('eve', hook.id), false)
  t.match(await store.find(token), { account: 'ada' }, 'what another account does changes nothing')
  t.equal(await store.delete('ada', hook.id), true)
  t.equal(await store.find(token), undefined)
  t.strictSame(await backend.list('host:{hook-tokens', { limit: 10, reverse: false }), [])
})

t.test('a delivery has one run, also where two hosts take it at once; of another hook it is another one', async t => {
  const { clock, open } = await hooks()
  const [one, two] = [open(older), open(older)]
  const [first, second] = [(await one.create('ada', members)).hook, (await one.create('ada', members)).hook]
  const runs = await Promise.all([one, two, one].map(store => store.runOf('ada', first.id, 'delivery')))
  t.equal(new Set(runs).size, 1)
  t.not(await two.runOf('ada', second.id, 'delivery'), runs[0])
  t.not(await two.runOf('eve', first.id, 'delivery'), runs[0])
  const day = 24 * 60 * 60 * 1000
  clock.advance(7 * day - 1)
  t.equal(await two.runOf('ada', first.id, 'delivery'), runs[0])
  clock.advance(1)
  t.not(await two.runOf('ada', first.id, 'delivery'), runs[0], 'as long as runs are stored')
})

t.test('what a hook has started runs as the hook, as long as it is there', async t => {
  const { store, open } = await hooks()
  const own = open(older)
  const sessions = { generation: async () => 0 }
  const callers = new JobCallers(store, { isDemo: false } as never, {} as never, sessions as never, own, {} as never)
  const { hook } = await own.create('ada', members)
  const started = { account: 'ada', slug: 'notes', scheduledBy: { keyId: hook.id, scopes: ['notes:execute'] } }
  t.strictSame(await callers.find(started), { account: 'ada', keyId: hook.id, scopes: ['notes:execute'] })
  await t.rejects(callers.find({ ...started, account: 'eve' }), { code: 'revoked_key' })
  await own.delete('ada', hook.id)
  await t.rejects(callers.find(started), { code: 'revoked_key', detail: 'The hook that started this was deleted.' })
})
