import 'reflect-metadata'
import {
  CLOCK,
  type Clock,
  defineAction,
  defineProduct,
  inject,
  injectable,
  JOBS,
  type Jobs,
  LOGGER,
  type Logger,
  OPTIONS,
  type Options,
  type Product,
  SETTINGS,
  STORAGE,
  type Storage,
  Type,
  WEBHOOKS
} from '@product-host/sdk'
import { MountedProduct } from '@product-host/sdk/runtime'
import t from 'tap'
import { singleton } from 'tsyringe'

type Need = NonNullable<Product['actions'][string]['needs']>[string]
type Seen = Readonly<Record<string, unknown>>

/** A product whose action hands its context to the test. */
function product(
  needs: Readonly<Record<string, unknown>>,
  more: object = {},
  run: (context: Seen) => unknown = () => 0
) {
  const act = defineAction({
    title: 'Act',
    description: 'Acts.',
    effect: 'read',
    input: Type.Object({}),
    detail: Type.Object({}),
    examples: [{ title: 'One', input: {} }],
    needs: needs as Readonly<Record<string, Need>>,
    async run(_input, context) {
      await run(context)
      return { summary: 'Acted.', detail: {} }
    }
  })
  const about = { slug: 'acting', title: 'Acting', description: 'Acts.', version: '1.0.0' }
  return defineProduct({ ...about, actions: { act }, ...more })
}

const tokens = [STORAGE, CLOCK, LOGGER, JOBS, SETTINGS, WEBHOOKS]
const services = new Map<unknown, unknown>([
  [CLOCK, { now: () => 1 }],
  [LOGGER, { info: () => undefined }]
])
const provide = (given = services) => ((token: unknown) => given.get(token)) as never
const mount = (mounted: Product, options: { readonly options?: Options; readonly known?: typeof tokens } = {}) =>
  new MountedProduct(mounted, {
    tokens: options.known ?? tokens,
    provide: provide(),
    ...(options.options && { options: options.options })
  })

/** What an action gets, with services of the call. */
async function seen(
  needs: Readonly<Record<string, unknown>>,
  {
    more = {},
    given = new Map(),
    options = {}
  }: { more?: object; given?: ReadonlyMap<unknown, unknown>; options?: Options } = {}
) {
  let context: Seen = {}
  const mounted = product(needs, more, received => {
    context = { ...received }
  })
  await mount(mounted, { options }).run('act', {}, {} as never, provide(new Map([...services, ...given])))
  return context
}

t.test('the operator’s options are checked and have their defaults; nobody changes them', async t => {
  const schema = Type.Object({ model: Type.Integer({ minimum: 1 }), name: Type.String({ default: 'usual' }) })
  const choosing = () => product({ options: OPTIONS }, { options: schema })
  t.throws(() => mount(choosing(), { options: { modell: 1 } }), { message: /^It has no option "modell"\.$/ })
  t.throws(() => mount(choosing(), { options: { model: 0 } }), { message: /^Its option #\/model / })
  t.throws(() => mount(choosing()), { message: /^Its option #\/model / })
  t.throws(() => mount(product({}), { options: { model: 1 } }), { message: /It has no option "model"/ })
  const options = { model: 2 }
  const { options: given } = await seen({ options: OPTIONS }, { more: { options: schema }, options })
  t.strictSame(given, { model: 2, name: 'usual' })
  t.strictSame(options, { model: 2 }, 'what the operator wrote stays as it is')
  t.ok(Object.isFrozen(given))
})

t.test('an action needs what its host provides, and settings only where it declares some', async t => {
  t.throws(
    () => mount(product({ jobs: JOBS }), { known: [STORAGE] }),
    /The action "act" needs JOBS, which this host does not/
  )
  for (const token of [SETTINGS, WEBHOOKS]) {
    t.throws(() => mount(product({ token })), `It needs ${token.name} but declares no settings.`)
    t.doesNotThrow(() => mount(product({ token }, { settings: Type.Object({ url: Type.String() }) })))
  }
  t.throws(() => mount(product({ odd: 'a text' })), {
    message: /The need "odd" of "act" is "a text", which is neither a token nor a class/
  })
  class Undecorated {
    constructor(readonly storage: Storage) {}
  }
  t.throws(() => mount(product({ odd: Undecorated })), {
    message: /The class Undecorated asks for services but is not @injectable/
  })
})

@injectable()
class Lifelong {
  ended = 0
  constructor(
    @inject(CLOCK) readonly clock: Clock,
    @inject(LOGGER) readonly logger: Logger,
    @inject(OPTIONS) readonly options: Options
  ) {}

  dispose() {
    this.ended++
  }
}

@injectable()
class OfCall {
  constructor(@inject(STORAGE) readonly storage: Storage) {}
}

@injectable()
class AroundCall {
  constructor(readonly inner: OfCall) {}
}

t.test('a service of the product gets the clock, the logger and the options, and nothing of a call', async t => {
  const context = await seen({ lifelong: Lifelong }, { more: { services: [Lifelong] } })
  t.match(context.lifelong, { clock: services.get(CLOCK), logger: services.get(LOGGER), options: {} })
  for (const service of [OfCall, AroundCall])
    t.throws(
      () => mount(product({}, { services: [service] })),
      new RegExp(`The service ${service.name} lives as long as the product and cannot ask for STORAGE`)
    )
})

t.test('the services of a product end with it, once', async t => {
  const standing: Lifelong[] = []
  const opened = mount(
    product({ lifelong: Lifelong }, { services: [Lifelong] }, ({ lifelong }) => standing.push(lifelong as Lifelong))
  )
  await opened.run('act', {}, {} as never, provide())
  t.equal(standing[0]?.ended, 0)
  await opened.close()
  t.equal(standing[0]?.ended, 1)
})

@singleton()
class Alone {}

@injectable()
class HasAlone {
  constructor(readonly alone: Alone) {}
}

t.test('a class is built of what its constructor asks for, or as tsyringe is told', async t => {
  const storage = {}
  const needs = { around: AroundCall, alone: Alone, has: HasAlone }
  const context = await seen(needs, { given: new Map<unknown, unknown>([[STORAGE, storage]]) })
  t.ok(context.around instanceof AroundCall)
  t.ok(context.around instanceof AroundCall && context.around.inner instanceof OfCall)
  t.ok(context.has instanceof HasAlone && context.has.alone === context.alone)
})

t.test('an action schedules actions that its product has, by storage or by jobs, and cancels by jobs', async t => {
  const asked: unknown[] = []
  const jobs: Jobs = {
    schedule: async job => void asked.push(['schedule', job.action]),
    every: async job => void asked.push(['every', job.action]),
    cancel: async id => {
      asked.push(['cancel', id])
      return true
    }
  }
  const { jobs: given } = (await seen({ jobs: JOBS }, { given: new Map<unknown, unknown>([[JOBS, jobs]]) })) as {
    jobs: Jobs
  }
  await given.schedule({ id: 'one', at: 1, action: 'act', input: {} })
  await t.rejects(given.schedule({ id: 'two', at: 1, action: 'none', input: {} }), /schedules the action "none"/)
  await given.every({ id: 'three', seconds: 60, action: 'act', input: {} })
  await t.rejects(given.every({ id: 'four', seconds: 60, action: 'none', input: {} }), /schedules the action "none"/)
  t.equal(await given.cancel('one'), true)
  t.strictSame(asked, [
    ['schedule', 'act'],
    ['every', 'act'],
    ['cancel', 'one']
  ])
})

t.test('records are stored in the version of the product', async t => {
  const written: unknown[] = []
  const storage = { set: async (_key: string, value: unknown) => void written.push(value) }
  const migrate = { from: 1, to: 2, change: (value: unknown) => value }
  const context = await seen(
    { storage: STORAGE },
    { more: { migrate }, given: new Map<unknown, unknown>([[STORAGE, storage]]) }
  )
  await (context.storage as Storage).set('a', { text: 'x' })
  t.strictSame(written, [{ '@record': 2, value: { text: 'x' } }])
})

t.test('the data of an event are checked by its schema, and hold no member that it does not declare', async t => {
  const data = Type.Object({ id: Type.String() })
  const { webhookData } = mount(product({}, { webhookEvents: { sent: { description: 'It was sent.', data } } }))
  const check = webhookData.get('sent')
  t.strictSame([...webhookData.keys()], ['sent'])
  t.strictSame(check?.({ id: 'one' }), [])
  t.match(check?.({ id: 1 }), [{ pointer: '#/id' }])
  t.match(check?.({ id: 'one', more: 1 }), [{ pointer: '#/more', detail: 'is not declared' }])
})

t.test('an action that is not there is a bug of who runs it', async t => {
  await t.rejects(mount(product({})).run('none', {}, {} as never, provide()), /There is no action "none"/)
})

t.test('a prototype that was changed is named where a declaration is refused, and only there', async t => {
  const refused = () => mount(product({}, { title: '' }))
  t.throws(refused, { message: /^It lacks a title/ })
  const added = Array.prototype as unknown as Record<string, unknown>
  const { trim } = String.prototype
  added.extra = () => 0
  String.prototype.trim = function () {
    return trim.call(this)
  }
  try {
    t.throws(refused, {
      message:
        /Array\.prototype has the added member "extra".* String\.prototype\.trim is no longer the function .* It lacks a title/,
      cause: { message: /^It lacks a title/ }
    })
    t.doesNotThrow(() => mount(product({})))
  } finally {
    delete added.extra
    String.prototype.trim = trim
  }
})
