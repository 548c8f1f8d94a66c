import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type ActionDeclaration,
  defineAction,
  defineProduct,
  EGRESS,
  type Egress,
  LOGGER,
  type Product,
  ProductError,
  SETTINGS,
  STORAGE,
  type Storage,
  Type
} from '@product-host/sdk'
import { conform } from '@product-host/sdk/testing'
import t from 'tap'
import { notes } from '../notes.js'

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
    contract: 1,
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

interface Failing {
  readonly product: Product
  readonly fault: RegExp
  readonly settings?: Record<string, string>
}

const failing: Readonly<Record<string, Failing>> = {
  'a manifest that no host takes': {
    product: product({}, { slug: 'usage' }),
    fault: /^usage does not conform:\n- The slug "usage" is reserved by the host\.$/
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
    fault: /^measure does not conform:\n- measure throws TypeError: too long for me\. Input: \{"text":".*$/
  },
  'an answer that breaks its schema': {
    product: product({ run: ({ text }: { text: string }) => answer(text, text.length > 20 ? { length: 0.5 } : {}) }),
    fault:
      /^measure does not conform:\n- measure throws Error: The outcome breaks its schemas: #\/detail\/length is not an integer\. Input: .*$/
  },
  'a value that is not JSON': {
    product: product({ run: ({ text }: { text: string }) => answer(text, { text: new Date(0) }) }),
    fault:
      /^measure does not conform:\n- The example "A word" of measure answers with a value that is not JSON\.\n- measure answers with a value that is not JSON\. .*$/
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
    fault: /^measure does not conform:\n- The example "A word" of measure gives two answers on two fresh stores\.$/
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

t.test('a briefing that does more than read is refused when the product is mounted', async t => {
  const briefing = { action: 'measure', input: { text: 'milk' } }
  await t.rejects(conform(product({ effect: 'write', needs: { storage: STORAGE } }, { briefing })), {
    message: /Its briefing runs "measure", which does more than read\./
  })
  await conform(product({ effect: 'write', effectOf: () => 'read' }, { briefing }))
  await t.rejects(conform(product({ internal: true }, { briefing })), { message: /which is not on the wire/ })
})
