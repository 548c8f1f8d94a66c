import type { Action } from '../action.js'
import { InvalidInput } from '../errors.js'
import type { Product } from '../product.js'
import type { Answer, ProductDescription, Products } from '../products.js'
import { compileInput } from '../runtime/compile-schema.js'
import { effectsOf, soundInput } from '../runtime/effects.js'
import { wireSchema } from '../runtime/wire-schema.js'
import { type AnyContext, type TestOptions, testContext } from './context.js'

/** How the samples of a product are made: the export `scenario` of a module `samples.js` beside the product's own module. */
export interface SampleScenario extends Pick<TestOptions, 'settings' | 'egress' | 'model' | 'now'> {
  /** Calls after the examples, such as those that make the product send webhooks. */
  readonly calls?: readonly { readonly action: string; readonly input: Readonly<Record<string, unknown>> }[]
}

/** The answer to one example of an action. */
export interface SampleAnswer {
  /** The title of the example. */
  readonly example: string
  /** The body of the request, with the name of the action. */
  readonly input: Readonly<Record<string, unknown>>
  /** The members of the response that do not differ between two calls. */
  readonly answer: {
    readonly ok: boolean
    readonly productId: string
    readonly action: string
    readonly summary: string
    readonly metrics: Readonly<Record<string, unknown>>
    readonly detail: Readonly<Record<string, unknown>>
  }
}

/** One webhook as its receiver gets it. */
export interface SampleWebhook {
  readonly event: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** What a product really answers and sends, for its documentation. */
export interface ProductSamples {
  /** The version of the product that answered. */
  readonly version: string
  /** One answer for each action that has an example, by the action's name: a successful one if there is any. */
  readonly answers: Readonly<Record<string, SampleAnswer>>
  /** One webhook for each event that was sent. */
  readonly webhooks: readonly SampleWebhook[]
}

/**
 * Runs the examples of products on stores in memory, with the clock of the test kit, and returns their answers by slug. Examples that
 * only read are run last, so that they find what the others stored. The products can run each other's actions.
 */
export async function makeSamples(
  products: readonly { readonly product: Product; readonly scenario?: SampleScenario }[]
): Promise<ReadonlyMap<string, ProductSamples>> {
  const samples = new Map<string, ProductSamples>()
  for (const { product, scenario = {} } of products) {
    const { calls = [], ...options } = scenario
    const context = sideBySide(
      product,
      products.map(each => each.product),
      options
    )
    const answers = await answersOf(product, context)
    for (const { action, input } of calls) await context.run(action, input)
    await context.runJobs()
    const sorted = Object.keys(product.actions).flatMap(name => {
      const answer = answers.get(name)
      return answer ? [[name, answer] as const] : []
    })
    const webhooks = webhooksOf(context)
    samples.set(product.slug, { version: product.version, answers: Object.fromEntries(sorted), webhooks })
  }
  return samples
}

/** The answer of each action to its first example that succeeds; examples with values come before those that are empty. */
async function answersOf(product: Product, context: AnyContext): Promise<ReadonlyMap<string, SampleAnswer>> {
  const answers = new Map<string, SampleAnswer>()
  const named = Object.entries<Action>(product.actions).filter(([, action]) => !action.internal)
  const reads = named.filter(([, { effect }]) => effect === 'read')
  for (const [name, { examples }] of [...named.filter(each => !reads.includes(each)), ...reads])
    for (const { title, input } of [...examples.filter(hasValues), ...examples.filter(each => !hasValues(each))]) {
      const { ok, summary, metrics, detail } = await run(context, name, input)
      const answer = { ok, productId: product.slug, action: name, summary, metrics, detail }
      const known = answers.get(name)
      if (!known || (ok && !known.answer.ok))
        answers.set(name, { example: title, input: { action: name, ...input }, answer })
    }
  return answers
}

function hasValues({ input }: Action['examples'][number]): boolean {
  return Object.keys(input).length > 0
}

async function run(context: AnyContext, name: string, input: Readonly<Record<string, unknown>>): Promise<Answer> {
  const { ok, summary, metrics, detail } = await context.run(name, input)
  return { ok, summary, metrics: Object(metrics), detail }
}

/** The first webhook of each event, as it was requested. */
function webhooksOf({ requests, webhooks }: AnyContext): readonly SampleWebhook[] {
  const firsts = webhooks.sent.filter(({ event }, index, all) => all.findIndex(each => each.event === event) === index)
  return firsts.flatMap(({ event, id }) => {
    const request = requests.find(({ headers = {} }) => headers['webhook-id'] === id)
    return request ? [{ event, headers: request.headers ?? {}, body: JSON.parse(String(request.body)) }] : []
  })
}

/** A product beside the others of its deployment: they can run each other's actions, each on a store of its own. */
function sideBySide(product: Product, served: readonly Product[], options: TestOptions): AnyContext {
  const contexts = new Map<string, AnyContext>()
  const products: Products = {
    describe: () => served.map(described),
    effect(slug, name, input) {
      const action = served.find(product => product.slug === slug)?.actions[name]
      return action && effectsOf(action, soundInput(compileInput(action.input), input)).effect
    },
    async execute(slug, action, input) {
      const context = contexts.get(slug)
      if (!context) return refusal('unknown_product', `There is no product "${slug}".`)
      try {
        return await run(context, action, input)
      } catch (error) {
        if (error instanceof InvalidInput) return refusal('invalid_input', error.message)
        throw error
      }
    }
  }
  for (const other of served) contexts.set(other.slug, testContext(other, { products }))
  const context = testContext(product, { ...options, products })
  contexts.set(product.slug, context)
  return context
}

function described({ slug, title, description, actions, overview }: Product): ProductDescription {
  const named = Object.entries<Action>(actions).filter(([, action]) => !action.internal)
  return {
    slug,
    title,
    description,
    actions: named.map(([name, action]) => ({
      name,
      title: action.title,
      description: action.description,
      effect: action.effect,
      intents: { phrases: [], keywords: [], ...action.intents },
      inputSchema: wireSchema(action.input)
    })),
    ...(overview && { overview })
  }
}

function refusal(code: string, message: string): Answer {
  return { ok: false, summary: message, metrics: {}, detail: { error: { code, message, retryable: false } } }
}
