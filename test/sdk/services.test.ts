import {
  CLOCK,
  ConfirmationRequired,
  defineAction,
  defineProduct,
  EGRESS,
  EgressError,
  JOBS,
  MODEL,
  ModelError,
  ProductError,
  SCHEDULES,
  SETTINGS,
  STORAGE,
  Type
} from '@product-host/sdk'
import { conform, testContext } from '@product-host/sdk/testing'
import t from 'tap'

const send = defineAction({
  title: 'Send',
  description: 'Sends a text to the configured address, later.',
  effect: 'external',
  input: Type.Object({ text: Type.String({ maxLength: 20 }) }),
  detail: Type.Object({ dueAt: Type.Integer() }),
  metrics: Type.Object({}),
  examples: [{ title: 'A text', input: { text: 'hello' } }],
  needs: { storage: STORAGE, settings: SETTINGS },

  async run({ text }, { storage, settings, requestId }) {
    const at = Date.UTC(2026, 0, 1, 13)
    await storage.update(['sent'], () => ({
      writes: [{ key: 'sent', value: 0 }],
      jobs: [{ schedule: { id: requestId, at, action: 'deliver', input: { text }, retry: { delaysMs: [60_000] } } }],
      result: undefined
    }))
    return { summary: `Will send to ${settings['target.url']}.`, metrics: {}, detail: { dueAt: at } }
  }
})

const deliver = defineAction({
  title: 'Deliver',
  description: 'Delivers one text.',
  effect: 'external',
  internal: true,
  input: Type.Object({ text: Type.String() }),
  detail: Type.Object({ attempt: Type.Integer() }),
  metrics: Type.Object({}),
  examples: [{ title: 'A text', input: { text: 'hello' } }],
  errors: { not_delivered: 'The receiver did not take it.' },
  needs: { egress: EGRESS, jobs: JOBS, settings: SETTINGS },

  async run({ text }, { egress, settings, job }) {
    try {
      await egress.request(settings['target.url'] ?? '', { method: 'POST', body: text })
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      throw new ProductError('not_delivered', 'Not delivered.', { retryable: true })
    }
    return { summary: 'Delivered.', metrics: {}, detail: { attempt: job?.attempt ?? 0 } }
  }
})

const guess = defineAction({
  title: 'Guess',
  description: 'Asks the model for a colour.',
  effect: 'read',
  input: Type.Object({}),
  detail: Type.Object({ engine: Type.String(), colour: Type.String() }),
  metrics: Type.Object({}),
  examples: [{ title: 'A guess', input: {} }],
  needs: { model: MODEL },

  async run(_input, { model }) {
    try {
      const question = { instructions: 'Name a colour.', data: {}, schema: Type.Object({ colour: Type.String() }) }
      const { value } = await model.ask(question)
      return { summary: 'Guessed.', metrics: {}, detail: { engine: 'model', colour: value.colour } }
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      return { summary: 'Guessed.', metrics: {}, detail: { engine: 'rules', colour: 'grey' } }
    }
  }
})

const sender = defineProduct({
  slug: 'sender',
  title: 'Sender',
  description: 'Sends texts.',
  version: '1.0.0',
  actions: { send, deliver, guess },
  settings: Type.Object(
    { 'target.url': Type.String({ default: 'https://target.example' }) },
    { patternProperties: { '^key\\.[a-z]+$': Type.String({ writeOnly: true, minLength: 4 }) } }
  ),
  checkSettings: settings =>
    settings['target.url']?.startsWith('https:')
      ? []
      : [{ pointer: '#/settings/target.url', detail: 'is not https', fix: 'Send an https address.' }]
})

t.test('a product with every service conforms', () => conform(sender, { runs: 50 }))

t.test('a job runs when the clock says so, and is tried again', async t => {
  let isUp = false
  const { run, runJobs, jobs, clock, requests } = testContext(sender, {
    egress: {
      request() {
        if (!isUp) throw new EgressError('connect_refused', 'Nothing listens there.')
        return { status: 204 }
      }
    }
  })
  await run('send', { text: 'hello' })
  t.strictSame(await runJobs(), [])
  clock.set('2026-01-01T13:00:00Z')
  t.match(await runJobs(), [{ action: 'deliver', answer: { ok: false } }])
  t.match(jobs(), [{ at: Date.UTC(2026, 0, 1, 13, 1) }])
  isUp = true
  clock.advance(60_000)
  t.match(await runJobs(), [{ answer: { ok: true, detail: { attempt: 2 } } }])
  t.match(requests, [{}, { url: 'https://target.example', method: 'POST', body: 'hello' }])
})

t.test('a recurring job runs at each of its times, whatever came of the last one', async t => {
  const tick = defineAction({
    title: 'Tick',
    description: 'Counts, and fails the first time.',
    effect: 'write',
    internal: true,
    input: Type.Object({}),
    detail: Type.Object({}),
    examples: [{ title: 'Tick', input: {} }],
    errors: { busy: 'Not yet.' },
    needs: { storage: STORAGE },
    async run(_input, { storage }) {
      const count = ((await storage.get<number>('count')) ?? 0) + 1
      await storage.set('count', count)
      if (count === 1) throw new ProductError('busy', 'Not yet.', { retryable: true })
      return { summary: 'Ticked.', metrics: {}, detail: {} }
    }
  })
  const begin = defineAction({
    title: 'Begin',
    description: 'Ticks every morning.',
    effect: 'write',
    input: Type.Object({}),
    detail: Type.Object({}),
    examples: [{ title: 'Begin', input: {} }],
    needs: { jobs: JOBS },
    async run(_input, { jobs }) {
      await jobs.every({ id: 'tick', cron: '0 8 * * *', timezone: 'Europe/Berlin', action: 'tick', input: {} })
      return { summary: 'Begun.', metrics: {}, detail: {} }
    }
  })
  const ticker = defineProduct({
    slug: 'ticker',
    title: 'Ticker',
    description: 'Ticks.',
    version: '1.0.0',
    actions: { begin, tick }
  })
  const { run, runJobs, jobs, clock } = testContext(ticker, {})
  clock.set('2026-01-01T06:00:00Z')
  await run('begin')
  t.match(jobs(), [{ at: Date.UTC(2026, 0, 1, 7) }])
  clock.set('2026-01-01T07:00:00Z')
  t.match(await runJobs(), [{ answer: { ok: false } }])
  t.match(jobs(), [{ at: Date.UTC(2026, 0, 2, 7) }])
  clock.set('2026-01-04T12:00:00Z')
  t.match(await runJobs(), [{ answer: { ok: true } }], 'missed times are made up for once')
  t.match(jobs(), [{ at: Date.UTC(2026, 0, 5, 7) }])
})

t.test('a schedule is listed that a call makes, a confirmed one only if the plan has it; none by a job', async t => {
  const call = { product: 'sender', action: 'send', input: { text: 'hello' } }
  const repeat = defineAction({
    title: 'Repeat',
    description: 'Sends every morning.',
    effect: 'write',
    input: Type.Object({
      cron: Type.String(),
      asks: Type.Boolean({ default: false }),
      isLater: Type.Boolean({ default: false })
    }),
    detail: Type.Object({ outcome: Type.Unknown() }),
    examples: [{ title: 'Daily', input: { cron: '0 8 * * *' } }],
    errors: { needs_confirmation: 'A person has to confirm it.' },
    needs: { schedules: SCHEDULES, jobs: JOBS, clock: CLOCK },
    async run({ cron, asks, isLater }, { schedules, jobs, clock, confirmed }) {
      const schedule = { name: 'Daily', cron: '0 8 * * *' }
      if (asks && !confirmed) throw new ConfirmationRequired({ message: 'Daily?', steps: [{ ...call, schedule }] })
      if (isLater) await jobs.schedule({ id: 'later', at: clock.now(), action: 'repeat', input: { cron } })
      const outcome = isLater ? null : await schedules.create({ ...call, ...schedule, cron })
      return { summary: 'Repeats.', metrics: {}, detail: { outcome } }
    }
  })
  const repeater = defineProduct({
    slug: 'repeater',
    title: 'Repeater',
    description: 'Repeats.',
    version: '1.0.0',
    actions: { repeat }
  })
  const { run, runJobs, schedules } = testContext(repeater, { products: { effect: () => 'read' } })
  const { detail } = await run('repeat', { cron: '0 8 * * 1' })
  t.match(detail, { outcome: { ok: true, schedule: { name: 'Daily', timezone: 'UTC', next: { length: 5 } } } })
  t.match(schedules(), [{ ...call, cron: '0 8 * * 1' }])
  t.match((await run('repeat', { cron: 'x' })).detail, { outcome: { ok: false, error: { code: 'invalid_input' } } })
  await run('repeat', { cron: '0 8 * * *', isLater: true })
  t.match(await runJobs(), [{ answer: { detail: { outcome: { error: { code: 'not_attended' } } } } }])
  const asked = await run('repeat', { cron: '0 8 * * *', asks: true })
  const { steps = [] } = asked.detail.error?.details ?? {}
  t.match(steps, [{ ...call, effect: 'write', schedule: { name: 'Daily', cron: '0 8 * * *' } }])
  const other = await run('repeat', { cron: '* * * * *', asks: true }, { confirmed: steps })
  t.match(other.detail, { outcome: { error: { code: 'not_in_plan' } } })
  t.match((await run('repeat', { cron: '0 8 * * *', asks: true }, { confirmed: steps })).detail, {
    outcome: { ok: true }
  })
  t.equal(schedules().length, 2)
})

t.test('settings are checked by the schema and by the product', async t => {
  const { configure, run } = testContext(sender)
  t.match((await run('send', { text: 'a' })).summary, 'https://target.example')
  const refused = (settings: Record<string, string>, fault: object) =>
    t.throws(() => configure(settings), { name: 'InvalidInput', issues: [fault] })
  refused({ 'key.main': 'abc' }, { pointer: '#/settings/key.main', code: 'min_length' })
  refused({ 'target.url': 'http://x' }, { pointer: '#/settings/target.url' })
  configure({ 'target.url': 'https://other.example', unknown: 'kept' })
  t.match((await run('send', { text: 'a' })).summary, 'https://other.example')
})

t.test('a model answers, badly or not at all', async t => {
  const colour = async (options: Parameters<typeof testContext>[1]) =>
    (await testContext(sender, options).run('guess')).detail
  t.match(await colour({}), { engine: 'rules' })
  t.match(await colour({ model: { ask: () => ({ colour: 'red' }) } }), { engine: 'model', colour: 'red' })
  t.match(await colour({ model: { ask: () => ({ color: 'red' }) } }), { engine: 'rules' })
})

t.test('a model writes its answer in the parts that the test says, or in one', async t => {
  const parts: string[] = []
  const listen = defineAction({
    ...guess,
    async run(_input, { model }) {
      const schema = Type.Object({ colour: Type.String() })
      const onText = (part: string) => void parts.push(part)
      const { value } = await model.ask({ instructions: 'Name a colour.', data: {}, schema, onText })
      return { summary: 'Guessed.', metrics: {}, detail: { engine: 'model', colour: value.colour } }
    }
  })
  const listener = defineProduct({ ...sender, actions: { send, deliver, guess: listen } })
  await testContext(listener, { model: { ask: () => ({ colour: 'red' }) } }).run('guess')
  t.strictSame(parts.splice(0), ['{"colour":"red"}'])
  const ask = (_instructions: string, _data: object, write: (part: string) => void) => {
    for (const part of ['{"colour":', '"red"}']) write(part)
    return { colour: 'red' }
  }
  await testContext(listener, { model: { ask } }).run('guess')
  t.strictSame(parts, ['{"colour":', '"red"}'])
})
