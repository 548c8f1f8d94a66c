import { createServer } from 'node:net'
import { mock } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type ActionDeclaration,
  defineAction,
  defineProduct,
  EGRESS,
  type Egress,
  JOBS,
  type Jobs,
  LOGGER,
  type Product,
  ProductError,
  SETTINGS,
  STORAGE,
  type Storage,
  Type
} from '@product-host/sdk'
import { conform, testContext } from '@product-host/sdk/testing'
import t from 'tap'
import { notes } from '../fixtures/products/notes.js'

const input = Type.Object({ text: Type.String() })
const detail = Type.Object({ length: Type.Integer(), text: Type.Optional(Type.Unknown()) })
const sound = {
  title: 'Measure',
  description: 'Measures a text.',
  effect: 'read',
  input,
  detail,
  metrics: Type.Object({ seconds: Type.Optional(Type.Number()) }),
  examples: [{ title: 'A word', input: { text: 'milk' } }],
  run: ({ text }: { text: string }) => answer(text)
} as const

function answer(text: string, members: object = {}) {
  return { summary: 'Measured.', metrics: {}, detail: { length: text.length, ...members } }
}

/** A sound product but for what the test gives it. */
function product(action: object, members: object = {}): Product {
  return defineProduct({
    slug: 'measure',
    title: 'Measure',
    description: 'Measures.',
    version: '1.0.0',
    actions: { measure: defineAction({ ...sound, ...action } as unknown as ActionDeclaration) },
    ...members
  })
}

const settings = Type.Object({
  colour: Type.String({ default: 'grey' }),
  'alert.secret': Type.Optional(Type.String({ writeOnly: true, minLength: 12, maxLength: 40 }))
})

t.test('a sound product conforms', async () => {
  await conform(notes)
  await conform(product({}))
  await conform(product({}, { settings }))
})

t.test('a field of a form without a title is asked for, and fails where titles are required', async t => {
  const emitted = mock.method(process, 'emitWarning', () => undefined)
  t.teardown(() => emitted.mock.restore())
  const warned = () => {
    const calls = emitted.mock.calls.map(call => call.arguments)
    emitted.mock.resetCalls()
    return calls
  }
  const Person = Type.Object({ name: Type.String({ title: 'Name' }), age: Type.Optional(Type.Integer()) })
  const untitled = product(
    {
      input: Type.Object({ text: Type.String({ title: 'Text' }), people: Type.Array(Person, { default: [] }) })
    },
    {
      settings: Type.Object(
        { colour: Type.String({ default: 'grey' }), size: Type.String({ title: 'Size', default: '1' }) },
        {
          patternProperties: {
            '^probe\\.[a-z]+\\.origin$': Type.String(),
            '^job\\.[a-z]+\\.(cron|timezone)$': Type.String()
          },
          'x-families': { probe: { title: 'Probes', description: 'Targets that are probed.' } }
        }
      )
    }
  )
  const findings = [
    'The field #/people of "measure" has no title.',
    'The field #/people/age of "measure" has no title.',
    'The setting colour has no title.',
    'The settings ^probe\\.[a-z]+\\.origin$ have no title.',
    'The family of settings "job" has no title in "x-families".'
  ]
  await conform(untitled, { runs: 5 })
  t.match(warned(), [[`measure: ${findings.join(' ')}`, { code: 'MISSING_TITLES' }]])
  await t.rejects(conform(untitled, { runs: 5, requireTitles: true }), {
    message: `measure does not conform:\n${findings.map(each => `- ${each}`).join('\n')}`
  })
  const titled = product({ input: Type.Object({ text: Type.String({ title: 'Text' }) }) })
  await conform(titled, { runs: 5, requireTitles: true })
  t.strictSame(warned(), [])
})

interface Failing {
  readonly product: Product
  readonly fault: RegExp
  readonly settings?: Record<string, string>
  readonly runMs?: number
  readonly runs?: number
}

const failing: Readonly<Record<string, Failing>> = {
  'members that the schemas do not declare': {
    product: product({
      run: ({ text }: { text: string }) => ({ ...answer(text, { secret: 1 }), metrics: { seconds: 1, more: 2 } })
    }),
    fault: /of measure answers with members that its schema does not declare: #\/metrics\/more, #\/detail\/secret\./
  },
  'a manifest that no host takes': {
    product: product({}, { slug: 'usage' }),
    fault: /^usage does not conform:\n- The slug "usage" is reserved by the host\.$/
  },
  'a family of settings that there is not': {
    product: product(
      {},
      {
        settings: Type.Object(
          {},
          {
            patternProperties: { '^hook\\.[a-z]+\\.url$': Type.String({ title: 'URL' }) },
            'x-families': { hooks: { title: 'Hooks', text: 'Where news is sent.' } }
          }
        )
      }
    ),
    fault: new RegExp(
      '^measure does not conform:\\n- "x-families" names "hooks", but no pattern of the settings begins ' +
        'with it\\. "x-families" gives "hooks" no description\\. "text" of "hooks" in "x-families" is not one ' +
        'of title, description, one, nameTitle with a text\\.$'
    )
  },
  'a schema that does not compile': {
    product: product({ detail: Type.Object({ length: { type: 'intege' } }) }),
    fault: /^measure does not conform:\n- The detail schema of "measure" does not compile: .+$/
  },
  'an example that its own schema refuses': {
    product: product({ examples: [{ title: 'No text', input: {} }] }),
    fault:
      /^measure does not conform:\n- The example "No text" of "measure" is refused by its own schema: #\/text is missing\.$/
  },
  'an example that the product refuses': {
    product: product({
      errors: { no_milk: 'There is none.' },
      run: ({ text }: { text: string }) => {
        if (text === 'milk') throw new ProductError('no_bread', 'There is none.')
        return answer(text)
      }
    }),
    fault:
      /^measure does not conform:\n- The example "A word" of measure fails with the code "no_bread", which its errors do not declare\.$/
  },
  'a bug that an input brings out': {
    product: product({
      run: ({ text }: { text: string }) => {
        if (text.length > 20) throw new TypeError('too long for me')
        return answer(text)
      }
    }),
    fault:
      /^measure does not conform:\n- measure throws TypeError: too long for me \(dist-test\/sdk\/conform\.test\.js:\d+:\d+\)\. Input: \{"text":".*$/
  },
  'an answer that breaks its schema': {
    product: product({ run: ({ text }: { text: string }) => answer(text, text.length > 20 ? { length: 0.5 } : {}) }),
    fault:
      /^measure does not conform:\n- measure throws Error: The outcome breaks its schemas: #\/detail\/length is not an integer\. Input: .*$/
  },
  'a value that is not JSON': {
    product: product({ run: ({ text }: { text: string }) => answer(text, { text: new Date(0) }) }),
    fault: new RegExp(
      '^measure does not conform:\\n- The example "A word" of measure answers with a value that is not ' +
        'JSON\\.\\n- measure answers with a value that is not JSON\\. .*$'
    )
  },
  'a value that refers to itself': {
    product: product({
      run: ({ text }: { text: string }) => {
        const circle: { self?: unknown } = {}
        circle.self = circle
        return answer(text, text.length > 20 ? { text: circle } : {})
      }
    }),
    fault: /^measure does not conform:\n- measure answers with a value that is not JSON\. .*$/
  },
  'another answer on another fresh store': {
    product: product({ run: ({ text }: { text: string }) => answer(text, { text: Math.random() }) }),
    fault:
      /^measure does not conform:\n- The example "A word" of measure gives two answers on two fresh stores, at #\/detail\/text\. It uses Math.*$/
  },
  'a wait that does not end with its signal': {
    product: product({
      effect: 'external',
      needs: { egress: EGRESS },
      run: async ({ text }: { text: string }, { egress }: { egress: Egress }) => {
        const reply = egress.request('https://example.com')
        await reply.catch(() => ({}))
        const { promise, resolve } = Promise.withResolvers<void>()
        if (!(await isRefused(reply))) return promise.then(() => answer(text))
        resolve()
        return answer(text)
      }
    }),
    fault:
      /^measure does not conform:\n- The example "A word" of measure goes on for more than 50 ms after its signal aborted\.$/
  },
  'a call that writes where it says that it reads': {
    product: product({
      needs: { storage: STORAGE },
      run: async ({ text }: { text: string }, { storage }: { storage: Storage }) => {
        await storage.set('last', text.slice(0, 10))
        return answer(text)
      }
    }),
    fault:
      /^measure does not conform:\n- The example "A word" of measure says that it only reads, and changes what the account keeps\.$/
  },
  'a call that leaves the machine where it says that it writes': {
    product: product({
      effect: 'external',
      effectOf: () => 'write',
      needs: { egress: EGRESS },
      run: async ({ text }: { text: string }, { egress }: { egress: Egress }) => {
        await egress.request('https://example.com').catch(() => undefined)
        return answer(text)
      }
    }),
    fault:
      /^measure does not conform:\n- The example "A word" of measure says that it does no more than write, and leaves the machine\.$/
  },
  'a timer that goes on': {
    product: product({
      run: ({ text }: { text: string }) => {
        if (text === 'milk') timers.push(setInterval(() => undefined, 60_000).unref())
        return answer(text)
      }
    }),
    fault: /^measure does not conform:\n- The example "A word" of measure leaves something running: a timer\.$/
  },
  'a server that goes on': {
    product: product({
      run: async ({ text }: { text: string }) => {
        if (text === 'milk')
          await new Promise<void>(resolve => void servers.push(createServer().listen(0, '127.0.0.1', resolve)))
        return answer(text)
      }
    }),
    fault: /^measure does not conform:\n- The example "A word" of measure leaves something running: a server\.$/
  },
  'a secret in an answer': {
    product: product(
      {
        needs: { settings: SETTINGS },
        run: ({ text }: { text: string }, { settings: held }: { settings: Record<string, string> }) =>
          answer(text, { text: text === 'milk' ? { of: [`Bearer ${held['alert.secret']}`] } : '' })
      },
      { settings }
    ),
    settings: { 'alert.secret': 'a "quoted" secret' },
    fault: /^measure does not conform:\n- The example "A word" of measure answers with a secret of its settings\.$/
  },
  'a secret in the log, of settings that no test names': {
    product: product(
      {
        needs: { settings: SETTINGS, logger: LOGGER },
        run: (
          { text }: { text: string },
          { settings: held, logger }: { settings: Record<string, string>; logger: { info(text: string): void } }
        ) => {
          logger.info(`The secret is ${held['alert.secret']}.`)
          return answer(text)
        }
      },
      { settings }
    ),
    fault: /^measure does not conform:\n- The example "A word" of measure logs a secret of its settings\.$/
  }
}

const late = 'The example "A word" of measure runs for more than 100 ms'

Object.assign(failing, {
  'a run that does not end': {
    product: product({ run: () => new Promise(() => undefined) }),
    runMs: 100,
    fault: new RegExp(`^measure does not conform:\\n- ${late}\\. Input: \\{"text":"milk"\\}$`)
  },
  'a request by the global fetch': {
    product: product({
      run: ({ text }: { text: string }) =>
        fetch('http://127.0.0.1:1/').then(
          () => answer(text),
          () => answer(text)
        )
    }),
    runs: 3,
    fault: new RegExp(
      '^measure does not conform:\\n- The example "A word" of measure sends a request by the global fetch \\(.*\\), ' +
        'past the guard of the host; use EGRESS\\.\\n- measure sends'
    )
  },
  'a key that the clock of the machine makes': {
    product: product({
      effect: 'write',
      needs: { storage: STORAGE },
      async run({ text }: { text: string }, { storage }: { storage: Storage }) {
        await storage.set(`word:${Date.now()}`, text)
        return answer(text)
      }
    }),
    fault: new RegExp(
      '^measure does not conform:\\n- The example "A word" of measure stores something else on a second fresh ' +
        'store, at #/records/word:\\d+\\. It uses Date\\.now \\(.*\\): use CLOCK\\.$'
    )
  },
  'a job with an action that the product does not have': {
    product: product({
      effect: 'write',
      needs: { jobs: JOBS },
      async run({ text }: { text: string }, { jobs }: { jobs: Jobs }) {
        await jobs.schedule({ id: 'later', at: 0, action: 'messure', input: {} })
        return answer(text)
      }
    }),
    fault:
      /^measure does not conform:\n- The example "A word" of measure throws Error: It schedules the action "messure", which it does not have\./
  },
  'a job of an update with an action that the product does not have': {
    product: product({
      effect: 'write',
      needs: { storage: STORAGE },
      async run({ text }: { text: string }, { storage }: { storage: Storage }) {
        const schedule = { id: 'later', at: 0, action: 'messure', input: {} }
        await storage.update([], () => ({ jobs: [{ schedule }], result: undefined }))
        return answer(text)
      }
    }),
    fault: /It schedules the action "messure", which it does not have\./
  }
})

t.test('a changed global prototype is named, by conform and where a product is refused', async t => {
  const last = { value: () => 1, enumerable: true, configurable: true }
  Object.defineProperty(Array.prototype, 'last', last)
  t.teardown(() => Reflect.deleteProperty(Array.prototype, 'last'))
  await t.rejects(conform(product({})), {
    message: /^measure does not conform:\n- Array\.prototype has the added member "last"; [^\n]*$/
  })
  t.throws(() => testContext(product({ title: '' })), /^Array\.prototype has the added member "last"; .* lacks a title/)
  Reflect.deleteProperty(Array.prototype, 'last')
  const { trim } = String.prototype
  t.teardown(() => Object.defineProperty(String.prototype, 'trim', { value: trim }))
  const trims = () => {
    Object.defineProperty(String.prototype, 'trim', { value: () => 'x' })
    return answer('milk')
  }
  await t.rejects(conform(product({ run: trims }), { runs: 3 }), {
    message: /- String\.prototype\.trim is no longer the function of JavaScript/
  })
})

t.test('a proof that takes long says what it tries', async t => {
  const written: string[] = []
  const { write } = process.stderr
  t.teardown(() => Object.assign(process.stderr, { write }))
  process.stderr.write = text => written.push(String(text)) > 0
  const slow = product({ run: ({ text }: { text: string }) => delay(5).then(() => answer(text)) })
  await conform(slow, { runs: 20, progressMs: 10 })
  process.stderr.write = write
  t.match(written.join(''), /^conform measure: measure, input \d+ of 20 \(0 s\)$/m)
})

const timers: NodeJS.Timeout[] = []
const servers: { close(): void }[] = []
t.teardown(() => {
  for (const timer of timers) clearInterval(timer)
  for (const server of servers) server.close()
})

/** Whether the way out said that nothing listens, rather than that the call was given up. */
async function isRefused(reply: Promise<unknown>): Promise<boolean> {
  try {
    await reply
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'connect_refused'
  }
}

for (const [what, { product: made, fault, ...options }] of Object.entries(failing))
  t.test(`conform names ${what}, and nothing else`, t =>
    t.rejects(conform(made, { abortMs: 50, ...options }), { message: fault })
  )

t.test('what ends by itself, or is tidied up, is not left running', async () => {
  const run = async ({ text }: { text: string }, { signal }: { signal: AbortSignal }) => {
    const timer = setTimeout(() => undefined, 60_000)
    await delay(1, undefined, { signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]) })
    clearTimeout(timer)
    return answer(text)
  }
  await conform(product({ run }), { runs: 5 })
})

t.test('a number that a caller can send as -0 is JSON', async () => {
  const number = Type.Number({ title: 'Number' })
  const run = ({ text }: { text: string }) => answer(text, { text: { deep: [-0] } })
  await conform(product({ input: Type.Object({ text: Type.String(), number: Type.Optional(number) }), run }), {
    runs: 5
  })
})

t.test('an action that only reads cannot be destructive', async t => {
  await t.rejects(conform(product({ destructive: true })), {
    message: /The action "measure" only reads, so that it cannot be destructive\./
  })
  await conform(product({ destructive: true, effect: 'write' }))
})

t.test('a product as contract 1 declared it is refused with the names of today', async t => {
  await t.rejects(conform(product({}, { contract: 1 })), { message: /written for contract 1.* briefing to overview/ })
})

t.test('record kinds that no page can use are refused when the product is mounted', async t => {
  const by = (action: string, member: string) => ({ action, input: {}, member })
  const declared = (recordKinds: Product['recordKinds'], internal = false) =>
    conform(product({ internal }, { recordKinds }))
  await declared({ 'a:': { title: 'A', deletion: by('measure', 'text') }, 'b:': { title: 'B', deletion: 'alone' } })
  for (const [refused, message] of [
    [declared({ '': { title: 'All' } }), /The record kind "" lacks a start of its keys or a title\./],
    [
      declared({ 'a:': { title: 'A', time: 'at' } }),
      /The time of the record kind "a:" is "at", which is no JSON Pointer\./
    ],
    [declared({ a: { title: 'A' }, 'a:': { title: 'B' } }), /The record kind "a:" starts as another kind does\./],
    [declared({ 'a:': { title: 'A', deletion: by('none', 'text') } }), /"none", which is no action that people run\./],
    [declared({ 'a:': { title: 'A', deletion: by('measure', 'key') } }), /"key" of "measure", which its input lacks\./],
    [declared({ 'a:': { title: 'A', deletion: by('measure', 'text') } }, true), /no action that people run/]
  ] as const)
    await t.rejects(refused, { message })
})

t.test(
  'events need a name of a known form, a description that says when they are sent, and a schema of their data',
  async t => {
    const declared = (webhookEvents: unknown) => conform(product({}, { settings, webhookEvents }), { runs: 5 })
    const long = 'a'.repeat(64)
    const down = { description: 'A target is down.', data: Type.Object({ name: Type.String() }) }
    await declared({ down, 'probe.down': down, 'budget.threshold_reached2': down, [long]: down })
    for (const name of [
      '',
      'Probe.down',
      'probe-down',
      'probe..down',
      'probe.',
      '.down',
      'probe down',
      '2.down',
      `${long}a`
    ])
      await t.rejects(declared({ [name]: down }), {
        message: `The event "${name}" is not of the form lower-case words separated by dots or underscores, at most 64 characters.`
      })
    const noDescription =
      /The event "probe\.down" lacks a description of at most 300 characters that says when it is sent\./
    for (const description of ['', ' ', 7, 'a'.repeat(301)])
      await t.rejects(declared({ 'probe.down': { ...down, description } }), { message: noDescription })
    await t.rejects(declared({ 'probe.down': 'A target is down.' }), { message: noDescription })
    for (const data of [undefined, 'a', Type.String(), { type: 'object' }])
      await t.rejects(declared({ 'probe.down': { ...down, data } }), {
        message: /The data schema of the event "probe\.down" is not an object schema\./
      })
    await t.rejects(declared({ 'probe.down': { ...down, data: Type.Object({ constructor: Type.String() }) } }), {
      message: /The data schema of the event "probe\.down" declares the reserved property "constructor"\./
    })
    await t.rejects(declared({ 'probe.down': { ...down, data: Type.Object({ a: Type.Unsafe({ type: 'text' }) }) } }), {
      message: /The data schema of the event "probe\.down" does not compile: /
    })
    await t.rejects(declared(['probe.down']), {
      message: /Its webhookEvents are not an object with a description and a data schema for each event\./
    })
  }
)

t.test('an overview or a home that does more than read is refused when the product is mounted', async t => {
  const overview = { action: 'measure', input: { text: 'milk' } }
  await t.rejects(conform(product({ effect: 'write', needs: { storage: STORAGE } }, { overview })), {
    message: /Its overview runs "measure", which does more than read\./
  })
  await conform(product({ effect: 'write', effectOf: () => 'read' }, { overview }))
  await t.rejects(conform(product({ internal: true }, { overview })), { message: /which is not on the wire/ })
  const home = [overview]
  await t.rejects(conform(product({ effect: 'write', needs: { storage: STORAGE } }, { home })), {
    message: /Its home runs "measure", which does more than read\./
  })
  await t.rejects(conform(product({}, { home: [{ ...overview, input: { text: 1 } }] })), {
    message: /Its home is refused by the schema of "measure": #\/text/
  })
  await conform(product({ effect: 'write', effectOf: () => 'read' }, { home }))
})
