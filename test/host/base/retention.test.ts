import { makeClock } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import type { DependencyContainer } from 'tsyringe'
import { AccountEmails } from '../../../host/dist/accounts/account-emails.js'
import { Accounts } from '../../../host/dist/accounts/accounts.js'
import { EmailChange } from '../../../host/dist/accounts/email-change.js'
import { newKey } from '../../../host/dist/accounts/keys/check-key.js'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { Keys } from '../../../host/dist/accounts/keys/keys.js'
import { KnownDevices } from '../../../host/dist/accounts/known-devices.js'
import { Operators } from '../../../host/dist/accounts/operators.js'
import { SecondFactor } from '../../../host/dist/accounts/second-factor.js'
import { Sessions } from '../../../host/dist/accounts/sessions.js'
import { SignUp } from '../../../host/dist/accounts/sign-up.js'
import { OperatorLog } from '../../../host/dist/audit/operator-log.js'
import { SecurityEvents } from '../../../host/dist/audit/security-events.js'
import type { Account } from '../../../host/dist/base/account.js'
import { changedRetention, type TimedKind, timedKinds, usualRetention } from '../../../host/dist/base/retention.js'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import { FormerTrials } from '../../../host/dist/billing/former-trials.js'
import { LocalCheckout } from '../../../host/dist/billing/local-checkout.js'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { readDeployment } from '../../../host/dist/deployment.js'
import { guardedEgress } from '../../../host/dist/egress/egress.js'
import { Confirmations } from '../../../host/dist/execution/confirmations.js'
import { JobCallers } from '../../../host/dist/execution/job-callers.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { SystemJobs } from '../../../host/dist/jobs/system-jobs.js'
import { memoryLimits } from '../../../host/dist/limits/limits.js'
import { OAuthClients } from '../../../host/dist/oauth/clients.js'
import { Grants, newSecret } from '../../../host/dist/oauth/grants.js'
import { packageDocuments } from '../../../host/dist/products/product-documents.js'
import type { ActionPlan } from '../../../host/dist/products/registry.js'
import { RunStore } from '../../../host/dist/runs/run-store.js'
import { readSettings } from '../../../host/dist/settings.js'
import { compose } from '../../../host/dist/start/container.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { OneTimeTokens } from '../../../host/dist/storage/one-time-tokens.js'
import { Store } from '../../../host/dist/storage/store.js'
import { CallLog } from '../../../host/dist/usage/call-log.js'
import { History } from '../../../host/dist/usage/history.js'
import { noCounts } from '../../../host/dist/usage/records.js'
import { UsageStore } from '../../../host/dist/usage/usage-store.js'
import { AccountWebhooks } from '../../../host/dist/webhooks/account-webhooks.js'
import { connectionPlugin, deploymentFile, notesPlugin, start } from '../../fixtures/start-host.js'

const minute = 60_000
const day = 24 * 60 * minute
const begunAt = Date.parse('2026-01-01T00:00:00Z')

/** The services of a host whose clock the test moves. */
interface Parts {
  readonly services: DependencyContainer
  readonly store: Store
  readonly clock: ReturnType<typeof makeClock>
  advance(ms: number): void
}

/** How a record of a kind is written. */
interface Example {
  /** The records that end at the time of the setting, by their names. */
  readonly names: RegExp
  make(parts: Parts): Promise<unknown>
  /** What the time counts from, in milliseconds after the record is written; 0 by default. */
  readonly from?: number
  /** Settings that would end the record before. */
  readonly besides?: object
}

/** As much of an action as a plan to confirm is stored with. */
const asking = { product: { slug: 'notes' }, name: 'add' } as ActionPlan

const call = {
  requestId: 'request-1',
  at: begunAt,
  product: 'notes',
  action: 'add',
  keyId: 'key_1',
  via: 'request',
  status: 200,
  ms: 1,
  bodies: { input: '{}', answer: '{}' }
} as const

async function addUsage({ services }: Parts): Promise<void> {
  const uses = [{ action: 'add', via: 'request', counts: noCounts() }] as const
  const records = [{ day: '2026-01-01', product: 'notes', keyId: 'key_1', uses }]
  const steps = (['minute', 'hour'] as const).map(span => ({ span, at: begunAt, records }))
  await services.resolve(CallLog).setRecordsBodies('ada', true)
  await services.resolve(UsageStore).add('ada', { writer: 'w', sequence: 1, records, steps, calls: [call], skipped: 0 })
}

async function person({ services }: Parts, email = 'ada@example.org'): Promise<Account> {
  const account = await services.resolve(Accounts).create({ email, password: 'hash', isVerified: true })
  if (!account) throw new Error('The address is taken.')
  return account
}

async function connect({ services }: Parts): Promise<void> {
  const grants = services.resolve(Grants)
  const code = newSecret()
  await grants.addCode(code, {
    account: 'ada',
    clientId: 'client',
    clientName: 'Notebook',
    redirectUri: 'https://app.example/callback',
    challenge: 'a'.repeat(43),
    resource: 'https://host.example/mcp',
    scopes: ['*:execute'],
    refreshes: true
  })
  await grants.spendCode(code)
  await grants.connect(code, newKey())
}

async function registeredClient({ services }: Parts): Promise<string> {
  return (await services.resolve(OAuthClients).register({ redirect_uris: ['https://app.example/callback'] }, '')).id
}

async function failingWebhook({ services }: Parts): Promise<unknown> {
  const webhooks = services.resolve(AccountWebhooks).open({
    account: 'ada',
    slug: 'notes',
    settings: { 'hook.url': 'http://127.0.0.1:1/' },
    egress: guardedEgress({ allow: [], ports: [80], requestPorts: [], connectPorts: [], dns: false }),
    logger: { info() {}, warn() {}, error() {} },
    signal: AbortSignal.timeout(10_000),
    job: undefined
  })
  return webhooks.attempt({
    id: 'msg_1',
    event: 'note.added',
    url: { setting: 'hook.url' },
    timestamp: '2026-01-01T00:00:00Z',
    payload: {}
  })
}

const ended = { endedAccessTokenMinutes: 60, accessTokenMinutes: 60 }

/** A record of each kind; a kind without one does not compile. */
const examples: Readonly<Record<Exclude<TimedKind, 'idempotencyAnswerDays'>, Example>> = {
  confirmationMinutes: {
    names: /^host:\{confirmations\/ada\//,
    async make({ services }) {
      const plan = { message: 'Shall I?', steps: [], notUnderstood: [], details: {}, metrics: {} }
      const caller = { account: 'ada', keyId: 'key_1' }
      await services.resolve(Confirmations).make({ plan, effects: [] }, { plan: asking, caller, fields: {} })
    }
  },
  runDays: {
    names: /^host:\{runs\/ada\}:run:/,
    async make({ services }) {
      const by = { keyId: 'key_1', scopes: [] }
      await services.resolve(RunStore).create('ada', { slug: 'notes', action: 'add', requestId: 'r', by, fields: {} })
    }
  },
  usageDays: { names: /^host:\{usage\/ada\}:day:/, make: addUsage, from: day },
  usageHourDays: { names: /^host:\{usage\/ada\}:hour:/, make: addUsage, from: 60 * minute },
  usageMinuteDays: { names: /^host:\{usage\/ada\}:minute:/, make: addUsage, from: minute },
  callLogDays: { names: /\}:calls:page:/, make: addUsage },
  callBodyDays: { names: /\}:calls:body:/, make: addUsage },
  deadLetterDays: {
    names: /\}:dead:/,
    async make({ services }) {
      await services.resolve(SystemJobs).schedule({ kind: 'end_trial', account: 'ada' })
      const jobs = services.resolve(JobStore)
      await jobs.moveDue()
      const [ready] = await jobs.readyAfter(undefined, 1)
      const claimed = await jobs.claim(ready?.entry ?? '', () => minute)
      if (claimed) await jobs.deadLetter(claimed, { code: 'failed', message: 'It failed.' })
    }
  },
  stoppedJobsDays: {
    names: /\}:stopped:/,
    async make({ services, clock }) {
      const job = { id: 'one', at: begunAt, action: 'add', input: {} }
      const scheduledBy = { keyId: 'key_gone', scopes: [] }
      const stored = {
        account: 'ada',
        slug: 'notes',
        job,
        scheduledBy,
        dueAt: begunAt,
        attempts: 1,
        stamp: clock.ulid()
      }
      await services
        .resolve(JobCallers)
        .find(stored)
        .catch(() => undefined)
    }
  },
  signUpDays: {
    names: /\{one-time-tokens\}:sign-up(-request)?:/,
    async make({ services }) {
      await services.resolve(SignUp).begin('bob@example.org', 'a long enough passphrase', '192.0.2.1')
      const tokens = services.resolve(OneTimeTokens)
      const purpose = { email: 'eve@example.org', password: 'hash' }
      const request = await tokens.make('sign-up-request', purpose, tokens.validMs('sign-up-request'))
      await tokens.makeRequested('sign-up', request)
    }
  },
  emailChangeDays: {
    names: /\{one-time-tokens\}:email-change(-request)?:/,
    async make(parts) {
      await parts.services.resolve(EmailChange).begin(await person(parts), 'new@example.org', {})
      const tokens = parts.services.resolve(OneTimeTokens)
      const purpose = { account: 'ada', email: 'b@example.org', from: 'a@example.org', passwordChangedAt: '' }
      const request = await tokens.make('email-change-request', purpose, tokens.validMs('email-change-request'))
      await tokens.makeRequested('email-change', request)
    }
  },
  passwordResetMinutes: {
    names: /\{one-time-tokens\}:reset:/,
    make: async parts => parts.services.resolve(AccountEmails).resetLink((await person(parts)).id)
  },
  pendingSecondFactorMinutes: {
    names: /@second-factor$/,
    make: async parts => parts.services.resolve(SecondFactor).begin(await person(parts), 'Product Host')
  },
  sessionDays: {
    names: /\{sessions\}:(digest|account):/,
    make: ({ services }) => services.resolve(Sessions).begin('ada'),
    besides: { idleSessionDays: 3_650 }
  },
  idleSessionDays: {
    names: /\{sessions\}:(digest|account):/,
    make: ({ services }) => services.resolve(Sessions).begin('ada')
  },
  knownDeviceDays: {
    names: /\{known-devices\}:(digest|account):/,
    make: ({ services }) => services.resolve(KnownDevices).remember('ada')
  },
  endedKeyDays: {
    names: /\{keys\}:(digest|account):/,
    async make({ services }) {
      const keys = services.resolve(Keys)
      await keys.revoke('ada', (await keys.create('ada', 'laptop')).record.keyId)
    }
  },
  replacedKeyDays: {
    names: /\{keys\}:replaced:/,
    async make({ services }) {
      const keys = services.resolve(Keys)
      await keys.rotate('ada', (await keys.create('ada', 'laptop')).record.keyId, minute)
    }
  },
  connectedAppDays: { names: /\{keys\}:refresh:/, make: connect, besides: { usedClientDays: 3_650 } },
  accessTokenMinutes: { names: /\{keys\}:digest:/, make: connect, from: ended.endedAccessTokenMinutes * minute },
  endedAccessTokenMinutes: { names: /\{keys\}:digest:/, make: connect, from: ended.accessTokenMinutes * minute },
  authorizationCodeMinutes: { names: /\{keys\}:code:/, make: connect },
  unusedClientDays: { names: /\}:client:/, make: registeredClient },
  usedClientDays: {
    names: /\}:client:/,
    make: async parts => parts.services.resolve(OAuthClients).noteUse(await registeredClient(parts)),
    // A use within a day of the one before is not written.
    from: day,
    besides: { connectedAppDays: 1 }
  },
  securityEventDays: {
    names: /\{security-events\/ada\}:/,
    make: ({ services }) => services.resolve(SecurityEvents).record('ada', { kind: 'key_created', keyId: 'key_1' })
  },
  localCheckoutMinutes: {
    names: /\{one-time-tokens\}:local-checkout:/,
    make: async parts => parts.services.resolve(LocalCheckout).begin(await person(parts), 'trial')
  },
  planEventDays: {
    names: /\{billing\/ada\}:event:/,
    make: ({ services }) =>
      services.resolve(Entitlements).record('ada', { id: 'one', at: begunAt, facts: { grant: { isGiven: true } } })
  },
  operatorLogDays: {
    names: /\{operator-log\}:entry:/,
    make: ({ services }) => services.resolve(OperatorLog).record({ user: 'root' }, 'account_disabled', 'ada')
  },
  historyDays: {
    names: /^host:\{history\}:hour:/,
    make: ({ services }) => services.resolve(History).stop(),
    from: 60 * minute
  },
  operatorLinkMinutes: {
    names: /\{one-time-tokens\}:operator-enrolment:/,
    make: ({ services }) => services.resolve(Operators).name('ada')
  },
  formerTrialDays: {
    names: /\{former-trials\}:mailbox:/,
    async make(parts) {
      const account = await person(parts)
      const plan = { status: 'trialing', trialEndsAt: begunAt } as const
      await parts.services.resolve(Entitlements).record(account.id, { id: 'one', at: begunAt, facts: { plan } })
      await parts.services.resolve(FormerTrials).noteFormer(account)
    }
  },
  webhookAttemptDays: { names: /\}:log:notes:/, make: failingWebhook },
  webhookEndpointDays: { names: /\}:endpoint:notes:/, make: failingWebhook }
}

/** A store whose records of one kind are stored for another time than usual, and a clock for it. */
async function openStore(retention: object) {
  let now = begunAt
  const clock = makeClock(() => now, Math.random)
  const backend = memoryBackend(() => now)
  const store = await Store.open(backend, { retention: { ...usualRetention, ...retention } })
  const names = async (pattern: RegExp) => {
    const found: string[] = []
    for await (const page of backend.scan(''))
      found.push(...page.map(({ key }) => key).filter(key => pattern.test(key)))
    return found
  }
  const advance = (ms: number) => {
    now += ms
  }
  return { store, clock, names, advance }
}

async function servicesOf(t: Test, store: Store, clock: Parts['clock']): Promise<DependencyContainer> {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@example.org' }
  const deployment = await readDeployment(await deploymentFile(t, {}, {}, { billing: 'stripe' }))
  const services = await compose({
    settings: readSettings({ DEMO_MODE: 'local', ...mail }),
    deployment,
    billing: 'local',
    store,
    limits: memoryLimits,
    cipher: new Cipher([Buffer.alloc(32, 1)]),
    egress: guardedEgress(deployment.egress),
    publicEgress: () => guardedEgress(deployment.egress),
    documents: packageDocuments(deployment.folder),
    logger: pino({ level: 'silent' }),
    clock
  })
  t.teardown(() => services.dispose())
  return services
}

for (const [kind, { names, make, from = 0, besides = {} }] of Object.entries(examples))
  t.test(`retention.${kind} says when the record ends`, async t => {
    const unit = kind.endsWith('Days') ? day : minute
    for (const count of [2, 7]) {
      const { store, clock, advance, names: stored } = await openStore({ ...besides, [kind]: count })
      const services = await servicesOf(t, store, clock)
      await make({ services, store, clock, advance })
      const made = await stored(names)
      t.ok(made.length > 0, `${made}`)
      advance(from + count * unit - 1)
      t.strictSame(await stored(names), made, `there until ${count}`)
      advance(1)
      t.strictSame(await stored(names), [], `gone after ${count}`)
    }
  })

t.test('retention.idempotencyAnswerDays says when an answer ends', async t => {
  const { store, clock, advance } = await openStore({ idempotencyAnswerDays: 2 })
  const { call, stop } = await start(t, { plugins: notesPlugin, store, clock })
  const headers = { Authorization: `Bearer ${demoKey}`, 'Idempotency-Key': 'once' }
  const add = () => call('POST', '/api/v1/products/notes/execute', { action: 'add', text: 'milk' }, headers)
  const isReplayed = async () => (await add()).headers.get('Idempotent-Replayed')
  t.equal(await isReplayed(), null)
  advance(2 * day - 1)
  t.equal(await isReplayed(), 'true')
  advance(1)
  t.equal(await isReplayed(), null)
  await stop()
})

t.test('retention.configRevisions says how many revisions of a config are stored', async t => {
  const { store, clock } = await openStore({ configRevisions: 3 })
  const { call } = await start(t, { plugins: connectionPlugin, store, clock })
  const key = { Authorization: `Bearer ${demoKey}` }
  const path = '/api/v1/products/connection/config'
  for (let index = 0; index < 5; index++) await call('PUT', path, { enabled: index % 2 === 0 }, key)
  const { revisions } = (await call('GET', `${path}/revisions`, undefined, key)).body
  t.strictSame(
    revisions.map(({ revision }: { revision: number }) => revision),
    [5, 4, 3]
  )
})

t.test('every kind of record has an example here', async t => {
  t.strictSame([...Object.keys(examples), 'idempotencyAnswerDays'].sort(), [...timedKinds].sort())
})

t.test('the settings of retention that differ from the usual ones are named', async t => {
  t.equal(changedRetention(usualRetention), '')
  t.equal(
    changedRetention({ ...usualRetention, usageDays: 800, configRevisions: 5 }),
    'usageDays 800, configRevisions 5'
  )
})

t.test('a setting of retention has bounds and a unit', async t => {
  const read = async (retention: object) => readDeployment(await deploymentFile(t, {}, {}, { retention }))
  t.match((await read({ usageDays: 3_650 })).retention, { usageDays: 3_650, callLogDays: 30 })
  for (const retention of [{ usageDays: 0 }, { usageDays: 3_651 }, { usageDays: 1.5 }, { usage: 3 }])
    await t.rejects(read(retention), { name: 'SettingsError', message: /retention/ })
  await t.rejects(read({ passwordResetMinutes: 1_441 }), { message: /passwordResetMinutes/ })
  await t.rejects(read({ usedClientDays: 10, connectedAppDays: 11 }), { message: /set it to 11 at least/ })
})
