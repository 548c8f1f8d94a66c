import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { resolveMx } from 'node:dns/promises'
import { symlink, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  type ActionDeclaration,
  CLOCK,
  type Clock,
  type Context,
  defineAction,
  defineProduct,
  EGRESS,
  type Egress,
  JOBS,
  type Jobs,
  PRODUCTS,
  type Product,
  type Products,
  SETTINGS,
  STORAGE,
  type Storage,
  Type,
  WEBHOOKS,
  type Webhooks
} from '@product-host/sdk'
import { conform } from '@product-host/sdk/testing'
import t, { type Test } from 'tap'
import { root } from '../fixtures/root.js'
import { emptyFolder } from '../fixtures/run-npm.js'

type Input = { readonly text: string }

/** What the actions of the mistakes need. */
type Given = Context & {
  readonly storage: Storage
  readonly jobs: Jobs
  readonly egress: Egress
  readonly clock: Clock
  readonly products: Products
  readonly settings: Readonly<Record<string, string>>
  readonly webhooks: Webhooks
}

const needs = { storage: STORAGE, jobs: JOBS, egress: EGRESS, clock: CLOCK, products: PRODUCTS }
const connected = { ...needs, settings: SETTINGS, webhooks: WEBHOOKS }
const settings = Type.Object({
  'alert.url': Type.Optional(Type.String({ format: 'uri', title: 'Address' })),
  'alert.secret': Type.Optional(
    Type.String({ writeOnly: true, minLength: 12, maxLength: 40, title: 'Secret', sentTo: 'alert.url' })
  )
})

/** A product that conforms but for what a mistake puts into it. */
function product(run: (input: Input, given: Given) => unknown, action: object = {}, members: object = {}): Product {
  return defineProduct({
    slug: 'measure',
    title: 'Measure',
    description: 'Measures.',
    version: '1.0.0',
    actions: {
      measure: defineAction({
        title: 'Measure',
        description: 'Measures a text.',
        effect: 'external',
        input: Type.Object({ text: Type.String({ title: 'Text' }) }),
        detail: Type.Object({ length: Type.Integer(), value: Type.Optional(Type.Unknown()) }),
        examples: [{ title: 'A word', input: { text: 'milk' } }],
        needs: 'settings' in members ? connected : needs,
        run,
        ...action
      } as unknown as ActionDeclaration)
    },
    ...members
  })
}

function answer(value?: unknown) {
  return { summary: 'Measured.', detail: { length: 4, ...(value !== undefined && { value }) } }
}

/** Where this file stands in a sentence. */
const here = String.raw`\(dist-test/sdk/conform-mistakes\.slow\.test\.js:\d+(:\d+|, in \w+)?\)`
const example = 'The example "A word" of measure'

const kept: Record<string, number> = {}
const seen: string[] = []

const mistakes: Readonly<Record<string, { readonly product: Product; readonly finds: string }>> = {
  'an infinite loop': {
    product: product(function loops() {
      for (;;) kept.turns = (kept.turns ?? 0) + 1
    }),
    finds: `${example} blocks its thread for more than 300 ms ${here}\\. Input: {"text":"milk"}`
  },
  'an infinite loop for some inputs': {
    product: product(({ text }) => {
      while (text.length > 12) kept.turns = (kept.turns ?? 0) + 1
      return answer()
    }),
    finds: `measure blocks its thread for more than 300 ms ${here}\\. Input: {"text":`
  },
  'a pattern that backtracks': {
    product: product(() => answer(/^(a+)+$/.test(`${'a'.repeat(40)}!`))),
    finds: `${example} blocks its thread for more than 300 ms`
  },
  'a wait that never ends': {
    product: product(() => new Promise(() => undefined)),
    finds: `${example} runs for more than 300 ms\\. Input: {"text":"milk"}`
  },
  'a request by the global fetch': {
    product: product(() =>
      fetch('http://127.0.0.1:1').then(
        () => answer(),
        () => answer()
      )
    ),
    finds: `${example} sends a request by the global fetch ${here}, past the guard of the host; use EGRESS`
  },
  'a request by node:http': {
    product: product(() => {
      get('http://127.0.0.1:1').on('error', () => undefined)
      return answer()
    }),
    finds: `${example} opens a connection of its own ${here}, past the guard`
  },
  'a request by node:http whose failure nobody handles': {
    product: product(() => {
      get('http://127.0.0.1:1')
      return answer()
    }),
    finds: `${example} opens a connection of its own ${here}, past the guard`
  },
  'a connection by node:net': {
    product: product(() => {
      connect(1, '127.0.0.1').on('error', () => undefined)
      return answer()
    }),
    finds: `${example} opens a connection of its own ${here}, past the guard`
  },
  'a global WebSocket': {
    product: product(async () => {
      const socket = new WebSocket('ws://127.0.0.1:49151')
      await new Promise(resolve => socket.addEventListener('error', resolve))
      return answer()
    }),
    finds: `${example} opens a connection of its own`
  },
  'a datagram': {
    product: product(() => {
      const socket = createSocket('udp4').on('error', () => undefined)
      socket.send('x', 1, '127.0.0.1')
      socket.close()
      return answer()
    }),
    finds: `${example} sends a datagram ${here}`
  },
  'a question to the DNS by node:dns': {
    product: product(async () => {
      await resolveMx('example.com').catch(() => undefined)
      return answer()
    }),
    finds: `${example} asks the DNS by node:dns \\(resolveMx\\) ${here}, past the guard of the host; use EGRESS`
  },
  'another folder of the process': {
    product: product(() => {
      process.chdir('/')
      return answer()
    }),
    finds: `${example} changes the folder of the process ${here}`
  },
  'a signal to the process': {
    product: product(() => {
      process.kill(process.pid, 'SIGTERM')
      return answer()
    }),
    finds: `${example} ends the process by process\\.kill ${here}`
  },
  'another environment': {
    product: product(() => {
      process.env.MEASURE_MODE = 'fast'
      return answer()
    }),
    finds: 'It changes the environment variable "MEASURE_MODE"'
  },
  'a setting that it does not declare': {
    product: product((_, { settings: held }) => answer(held['alert.urll'] ?? ''), {}, { settings }),
    finds: `${example} reads the setting "alert\\.urll", which the settings do not declare\\.`
  },
  'a webhook by a setting that it does not declare': {
    product: product(
      async (_, { webhooks }) => {
        const members = { id: 'msg_1', event: 'a', timestamp: '2026-01-01T12:00:00Z', payload: {} }
        await webhooks.send({ ...members, url: { setting: 'alert.address' } })
        return answer()
      },
      {},
      { settings }
    ),
    finds: `${example} sends a webhook by the setting "alert\\.address", which the settings do not declare\\.`
  },
  'a call of a product that it does not need': {
    product: product(
      async (_, { products }) => answer((await products.execute('note', 'add', {})).ok),
      {},
      {
        neededProducts: { notes: {} }
      }
    ),
    finds: `${example} calls the product "note", which its neededProducts do not name\\.`
  },
  'a job that is due in seconds': {
    product: product(async (_, { jobs, clock }) => {
      const at = Math.floor(clock.now() / 1000) + 60
      await jobs.schedule({ id: 'later', at, action: 'measure', input: { text: 'x' } })
      return answer()
    }),
    finds: 'Its job "later" is due at \\d+, which is in 1970: times are milliseconds\\.'
  },
  'a timer for some inputs': {
    product: product(({ text }) => {
      if (text.length > 12) setInterval(() => text, 60_000)
      return answer()
    }),
    finds: `measure leaves a timer running ${here}, for some of its inputs\\.`
  },
  'a recursion without an end': {
    product: product(() => {
      const again = (): number => again() + 1
      return answer(again())
    }),
    finds: `${example} throws RangeError: Maximum call stack size exceeded ${here}`
  },
  'an end of the process': {
    product: product(() => process.exit(3)),
    finds: `${example} ends the process by process\\.exit ${here}`
  },
  'Date.now() in a key': {
    product: product(async (_, { storage }) => {
      await storage.set(`word:${Date.now()}`, 1)
      return answer()
    }),
    finds: `${example} stores something else on a second fresh store, at #/records/word:\\d+\\. It uses Date\\.now ${here}: use CLOCK\\.`
  },
  'the day of the machine in a key': {
    product: product(async (_, { storage }) => {
      await storage.set(`day:${new Date().toISOString().slice(0, 10)}`, 1)
      return answer()
    }),
    finds: `${example} stores something else .* It uses new Date ${here}: use CLOCK\\.`
  },
  'the time of the machine in a record': {
    product: product(async (_, { storage }) => {
      await storage.set('last', { at: Date.now() })
      return answer()
    }),
    finds: `${example} stores something else on a second fresh store, at #/records/last/at\\. It uses Date\\.now ${here}`
  },
  'the time of the machine in a job': {
    product: product(async (_, { jobs }) => {
      await jobs.schedule({ id: 'later', at: Date.now() + 1000, action: 'measure', input: { text: 'x' } })
      return answer()
    }),
    finds: `${example} stores something else on a second fresh store, at #/jobs/later/at\\. It uses Date\\.now ${here}`
  },
  'a random UUID in a key': {
    product: product(async (_, { storage }) => {
      await storage.set(`word:${randomUUID()}`, 1)
      return answer()
    }),
    finds: `${example} stores something else on a second fresh store, at #/records/word:`
  },
  'a random number in an answer': {
    product: product(() => answer(Math.random())),
    finds: `${example} gives two answers on two fresh stores, at #/detail/value\\. It uses Math\\.random ${here}: use CLOCK\\.`
  },
  'data of an account in a module variable': {
    product: product(({ text }) => answer(seen.push(text))),
    finds: `${example} gives two answers on two fresh stores, at #/detail/value\\.`
  },
  'a job with an action that there is not': {
    product: product(async (_, { jobs }) => {
      await jobs.schedule({ id: 'later', at: 0, action: 'messure', input: {} })
      return answer()
    }),
    finds: `${example} throws Error: It schedules the action "messure", which it does not have\\.`
  },
  'a recurring job with an action that there is not': {
    product: product(async (_, { jobs }) => {
      await jobs.every({ id: 'daily', cron: '0 9 * * *', action: 'messure', input: {} })
      return answer()
    }),
    finds: `${example} throws Error: It schedules the action "messure", which it does not have\\.`
  },
  'a job with an input that its action refuses': {
    product: product(async (_, { jobs }) => {
      await jobs.schedule({ id: 'later', at: 0, action: 'measure', input: { txt: 'milk' } })
      return answer()
    }),
    finds: 'It schedules "measure" with an input that its schema refuses: #/text is missing\\.'
  },
  'a write that is not awaited': {
    product: product((_, { storage }) => {
      void storage.set('last', 1)
      return answer()
    }),
    finds: `${example} returns before STORAGE\\.set has ended: await it`
  },
  'a promise that rejects, and nobody handles it': {
    product: product(() => {
      void Promise.reject(new Error('lost'))
      return answer()
    }),
    finds: `${example} leaves a promise that rejects, and nobody handles it: Error: lost ${here}\\.`
  },
  'an error in a timer': {
    product: product(async () => {
      setTimeout(() => {
        throw new Error('late')
      }, 1)
      await delay(10)
      return answer()
    }),
    finds: `${example} throws outside its run, in a timer or a listener: Error: late ${here}\\.`
  },
  'a write of an action that only reads, for some inputs': {
    product: product(
      async ({ text }, { storage }) => {
        if (text.length > 12) await storage.set('long', text.length)
        return answer()
      },
      { effect: 'read' }
    ),
    finds: 'measure says that it only reads, and changes what the account keeps\\. Input: {"text":'
  },
  'a request of an action that only writes, for some inputs': {
    product: product(
      async ({ text }, { egress }) => {
        if (text.length > 12) await egress.request('https://example.com').catch(() => undefined)
        return answer()
      },
      { effect: 'write' }
    ),
    finds: 'measure says that it does no more than write, and leaves the machine\\. Input: {"text":'
  },
  'an effectOf that throws': {
    product: product(() => answer(), {
      effectOf: ({ list }: { list: string[] }) => (list.length > 0 ? 'read' : 'write')
    }),
    finds: `${example} has an effectOf or an idempotentOf that throws TypeError: .* ${here}\\.`
  },
  'an effectOf that says more than the effect': {
    product: product(() => answer(), { effect: 'write', effectOf: () => 'external' }),
    finds: `${example} has an effectOf that returns "external", which is more than its effect, "write"\\.`
  },
  'an action that is not idempotent as it says': {
    product: product(
      async (_, { storage, clock }) => {
        await storage.set(`word:${clock.ulid()}`, 1)
        return answer()
      },
      { effect: 'write', idempotent: true }
    ),
    finds: `${example} says that it is idempotent, and a second run with the same input adds the record "word:`
  },
  'a secret in a record': {
    product: product(
      async (_, { storage, settings: { 'alert.secret': secret = '' } }) => {
        await storage.set('secret', { secret })
        return answer()
      },
      {},
      { settings }
    ),
    finds: `${example} stores a secret of its settings in a record or a job`
  },
  'a secret on the console': {
    product: product(
      (_, { settings: { 'alert.secret': secret } }) => {
        if (secret) console.debug('%s', secret)
        return answer()
      },
      {},
      { settings }
    ),
    finds: `${example} prints a secret of its settings by console\\.`
  },
  'a secret in a header that a redirect hands on': {
    product: product(
      async (_, { egress, settings: { 'alert.secret': secret } }) => {
        if (secret)
          await egress.request('https://example.com', { headers: { authorization: secret } }).catch(() => undefined)
        return answer()
      },
      {},
      { settings }
    ),
    finds: `${example} sends a secret of its settings in "headers"`
  },
  'a check of settings that throws': {
    product: product(
      () => answer(),
      {},
      { settings, checkSettings: ({ 'alert.url': url = '' }: Record<string, string>) => [new URL(url).origin].slice(1) }
    ),
    finds: `Its checkSettings throws TypeError: Invalid URL ${here}\\. Settings: {`
  },
  'a check of settings with pointers of its own': {
    product: product(
      () => answer(),
      {},
      { settings, checkSettings: () => [{ pointer: '#/alert.url', detail: 'is wrong', fix: 'Send another.' }] }
    ),
    finds: 'Its checkSettings returns an issue whose pointer does not begin with "#/settings/"\\.'
  },
  'a bug for some inputs': {
    product: product(({ text }) => answer(text.length > 12 ? JSON.parse(text.slice(0, 1)) : 1)),
    finds: `measure throws SyntaxError: .* ${here}\\. Input: {"text":`
  },
  'a global variable': {
    product: product(() => {
      Object.assign(globalThis, { cacheOfMeasure: 1 })
      return answer()
    }),
    finds: 'It adds the global variable "cacheOfMeasure"'
  },
  'a changed prototype of dates': {
    product: product(() => {
      Object.assign(Date.prototype, { toJSON: () => 'x' })
      return answer()
    }),
    finds: 'Date\\.prototype\\.toJSON is no longer the function of JavaScript'
  }
}

const toJSON = Object.getOwnPropertyDescriptor(Date.prototype, 'toJSON') ?? {}
t.afterEach(() => {
  Object.defineProperty(Date.prototype, 'toJSON', toJSON)
  Reflect.deleteProperty(globalThis, 'cacheOfMeasure')
  Reflect.deleteProperty(process.env, 'MEASURE_MODE')
})

for (const [what, { product: made, finds }] of Object.entries(mistakes))
  t.test(`conform stops ${what}, with the place`, t =>
    t.rejects(conform(made, { runs: 60, runMs: 300, abortMs: 50 }), { message: new RegExp(`- ${finds}`) })
  )
/** Mistakes that nothing in the thread can end. */
const fatal: Readonly<Record<string, { readonly run: string; readonly says: RegExp }>> = {
  'a loop of awaits': {
    run: 'async () => { for (;;) await null }',
    says: /measure: The example "A word" of measure blocks the thread for more than 200 ms at \S*product\.mjs:\d+, in run\. Nothing can/
  },
  'memory without an end': {
    run: 'async () => { await null; const all = []; for (;;) all.push({ count: all.length }) }',
    says: /The example "A word" of measure (takes up more than 1 GiB of memory|blocks the thread) .*product\.mjs:\d+, in run\. Nothing can/
  },
  'a loop of effectOf': {
    run: 'async () => ({ summary: "x", detail: {} }); texts.effectOf = () => { for (;;); }',
    says: /The example "A word" of measure blocks the thread for more than 200 ms at \S*product\.mjs:\d+, in .*effectOf/
  },
  'a read that blocks': {
    run: '() => ({ summary: readFileSync("fifo", "utf8"), detail: {} })',
    says: /The example "A word" of measure blocks the thread for more than 200 ms, not in JavaScript of the plugin: perhaps in a synchronous read of a file\./
  }
}

/** Proves a product in a process of its own. */
async function proof(t: Test, run: string) {
  const folder = await emptyFolder(t)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await promisify(execFile)('mkfifo', [join(folder, 'fifo')])
  await writeFile(
    join(folder, 'product.mjs'),
    `import { readFileSync } from 'node:fs'
    import { defineAction, defineProduct, Type } from '@product-host/sdk'
    import { conform } from '@product-host/sdk/testing'
    const texts = { title: 'Measure', description: 'Measures.', effect: 'read' }
    const schemas = { input: Type.Object({}), detail: Type.Object({}) }
    const run = ${run}
    const examples = [{ title: 'A word', input: {} }]
    const measure = defineAction({ ...texts, ...schemas, examples, run })
    const product = defineProduct({ slug: 'measure', ...texts, version: '1.0.0', actions: { measure } })
    await conform(product, { runMs: 200 }).catch(error => console.log(error.message))`
  )
  return promisify(execFile)(process.execPath, ['product.mjs'], { cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, signal: null, stdout, stderr }),
    (error: { code: number; signal: string; stdout: string; stderr: string }) => error
  )
}

for (const [what, { run, says }] of Object.entries(fatal))
  t.test(`conform names ${what} and kills its process`, { timeout: 60_000 }, async t => {
    const { signal, stderr } = await proof(t, run)
    t.equal(signal, 'SIGKILL')
    t.match(stderr, says)
  })

t.test('a run that goes on keeps no process alive', { timeout: 60_000 }, async t => {
  const { code, stdout } = await proof(t, 'async () => { for (;;) await new Promise(end => setTimeout(end, 5)) }')
  t.equal(code, 0)
  t.match(stdout, /The example "A word" of measure runs for more than 200 ms\. Input: \{\}/)
})
