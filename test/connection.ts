import { defineAction, defineProduct, JOBS, ProductError, SETTINGS, STORAGE, Type } from '@product-host/sdk'

const show = defineAction({
  title: 'Show',
  description: 'Shows which settings the product sees, and how long their values are.',
  effect: 'read',
  input: Type.Object({}),
  detail: Type.Object({ settings: Type.Record(Type.String(), Type.Integer()) }),
  metrics: Type.Object({}),
  examples: [{ title: 'All', input: {} }],
  needs: { settings: SETTINGS },

  run(_input, { settings }) {
    const lengths = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.length]))
    return { summary: 'Shown.', metrics: {}, detail: { settings: lengths } }
  }
})

const plan = defineAction({
  title: 'Plan',
  description: 'Writes a record and, in the same update, a job that counts it later.',
  effect: 'write',
  input: Type.Object({
    id: Type.String(),
    at: Type.Number(),
    fails: Type.Integer({ default: 0 }),
    code: Type.String({ default: 'busy' }),
    delaysMs: Type.Array(Type.Integer(), { default: [] })
  }),
  detail: Type.Object({}),
  metrics: Type.Object({}),
  examples: [{ title: 'One', input: { id: 'one', at: 0 } }],
  needs: { storage: STORAGE },

  async run({ id, at, fails, code, delaysMs }, { storage }) {
    const job = { id, at, action: 'count', input: { id, fails, code }, retry: { delaysMs, jitter: 0 } }
    await storage.update([`runs:${id}`], () => ({
      writes: [{ key: `runs:${id}`, value: [] }],
      jobs: [{ schedule: job }],
      result: undefined
    }))
    return { summary: 'Planned.', metrics: {}, detail: {} }
  }
})

const count = defineAction({
  title: 'Count',
  description: 'Notes the try, and fails as often as it is told.',
  effect: 'write',
  internal: true,
  input: Type.Object({ id: Type.String(), fails: Type.Integer(), code: Type.String() }),
  detail: Type.Object({}),
  metrics: Type.Object({}),
  examples: [{ title: 'One', input: { id: 'one', fails: 0, code: 'busy' } }],
  errors: { busy: 'Try again.', broken: 'Never try again.' },
  needs: { storage: STORAGE },

  async run({ id, fails, code }, { storage, job }) {
    const attempt = job?.attempt ?? 0
    await storage.update([`runs:${id}`], read => ({
      writes: [{ key: `runs:${id}`, value: [...(read<number[]>(`runs:${id}`) ?? []), attempt] }],
      result: undefined
    }))
    if (attempt <= fails && code === 'bug') throw new Error('a bug')
    if (attempt <= fails) throw new ProductError(code, 'Not yet.', { retryable: code === 'busy' })
    return { summary: 'Counted.', metrics: {}, detail: {} }
  }
})

const runs = defineAction({
  title: 'Runs',
  description: 'The tries that were noted.',
  effect: 'read',
  input: Type.Object({ id: Type.String() }),
  detail: Type.Object({ attempts: Type.Array(Type.Integer()) }),
  metrics: Type.Object({}),
  examples: [{ title: 'One', input: { id: 'one' } }],
  needs: { storage: STORAGE },

  async run({ id }, { storage }) {
    return { summary: 'Listed.', metrics: {}, detail: { attempts: (await storage.get<number[]>(`runs:${id}`)) ?? [] } }
  }
})

const cancel = defineAction({
  title: 'Cancel',
  description: 'Cancels a job.',
  effect: 'write',
  input: Type.Object({ id: Type.String() }),
  detail: Type.Object({ existed: Type.Boolean() }),
  metrics: Type.Object({}),
  examples: [{ title: 'One', input: { id: 'one' } }],
  needs: { jobs: JOBS },

  async run({ id }, { jobs }) {
    return { summary: 'Cancelled.', metrics: {}, detail: { existed: await jobs.cancel(id) } }
  }
})

/** A connection product that the host's tests configure and that plans jobs. */
export const connection = defineProduct({
  slug: 'connection',
  title: 'Connection',
  description: 'Shows its settings and runs jobs.',
  version: '1.0.0',
  contract: 1,
  actions: { show, plan, count, runs, cancel },
  settings: Type.Object(
    {
      colour: Type.String({ default: 'grey', maxLength: 10 }),
      'alert.url': Type.Optional(Type.String({ format: 'uri' })),
      'alert.key': Type.Optional(Type.String({ writeOnly: true, minLength: 8, sentTo: 'alert.url' }))
    },
    {
      patternProperties: {
        '^to\\.[a-z]+\\.url$': Type.String({ format: 'uri' }),
        '^to\\.[a-z]+\\.pass$': Type.String({ writeOnly: true, sentTo: 'to.*.url' })
      }
    }
  ),
  checkSettings: ({ colour }) =>
    colour === 'plaid' ? [{ pointer: '#/settings/colour', detail: 'is no colour', fix: 'Send a colour.' }] : []
})
