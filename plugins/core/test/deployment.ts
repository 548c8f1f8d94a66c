import { readFile } from 'node:fs/promises'
import { type Answer, InvalidInput, type Product, type Products } from '@product-host/sdk'
import { compileInput, isProduct, wireSchema } from '@product-host/sdk/runtime'
import { type TestContext, type TestOptions, testContext } from '@product-host/sdk/testing'
import core from '../dist/index.js'
import { modelOf, samplesOf, trainInThread } from '../dist/reading/classifier.js'
import { targetsOf } from '../dist/reading/fields.js'

type AnyContext = TestContext<Product['actions']>

/** Every product of this repository's deployment file, on stores in memory, each able to run the others. */
export interface TestDeployment {
  readonly core: TestContext<typeof core.actions>
  readonly products: Products
  /** Every call that one product made of another, in order. */
  readonly calls: { readonly product: string; readonly action: string; readonly input: unknown }[]
  /** From now on all calls are of another account, which has nothing yet, and none is recorded: what the products have learned stays. */
  renew(): void
}

/** Serves the products of the deployment file, and others beside them. */
export async function deployAll(
  others: readonly Product[] = [],
  options: Pick<TestOptions, 'model'> = {}
): Promise<TestDeployment> {
  return deploy([...(await shipped()), ...others], options)
}

/** Serves the product core and others beside it. */
export function deploy(others: readonly Product[] = [], options: Pick<TestOptions, 'model'> = {}): TestDeployment {
  const served: readonly Product[] = [core, ...others]
  const calls: TestDeployment['calls'] = []
  const contexts = new Map<string, AnyContext>()
  const descriptions = served.map(described)
  const products: Products = {
    describe: () => descriptions,
    effect(slug, name, input) {
      const action = served.find(product => product.slug === slug)?.actions[name]
      if (!action) return undefined
      const filled = structuredClone(input)
      const isSound = compileInput(action.input)(filled).length === 0
      return (isSound ? action.effectOf?.(filled) : undefined) ?? action.effect
    },
    async execute(product, action, input, choice) {
      calls.push({ product, action, input })
      const context = contexts.get(product)
      if (!context) return refused('unknown_product', `There is no product "${product}".`)
      try {
        const { metrics, ...answer } = await context.run(action, input, choice)
        return { ...answer, metrics: Object(metrics) }
      } catch (error) {
        if (error instanceof InvalidInput) return refused('invalid_input', error.message, { errors: error.issues })
        throw error
      }
    }
  }
  for (const product of served.slice(1)) contexts.set(product.slug, testContext(product, { products }))
  const context = testContext(core, { products, ...options })
  contexts.set(core.slug, context as unknown as AnyContext)
  let learning: Promise<unknown> | undefined
  let [current, accounts] = [context, 0]
  const run: typeof context.run = async (action, input, choice) => {
    // Only what is asked in words needs the model, and not a plan whose steps are given.
    const isInWords = 'intent' in Object(input) || ('goal' in Object(input) && !('steps' in Object(input)))
    if (isInWords) learning ??= learn(products)
    await learning
    return current.run(action, input, choice)
  }
  const renew = () => {
    const account = `account-${++accounts}`
    current = context.as(account)
    for (const [slug, each] of contexts) contexts.set(slug, each.as(account))
    calls.splice(0)
  }
  return { core: { ...context, run, schedules: () => current.schedules() }, products, calls, renew }
}

/** Trains the model of these products, where none is there yet: what is routed is the same from the first request on. */
export async function learn(products: Products): Promise<void> {
  const samples = samplesOf(targetsOf(products))
  if (!(await modelOf(samples))) await trainInThread(samples)
}

async function shipped(): Promise<readonly Product[]> {
  const file = await readFile(new URL('../../product-host.json', import.meta.url), 'utf8')
  const { plugins } = JSON.parse(file) as { plugins: { package: string }[] }
  const modules = await Promise.all(plugins.map(plugin => import(plugin.package)))
  const products = modules.map(module => module.default).filter(isProduct)
  return products.filter(({ slug }) => slug !== core.slug)
}

function described({ slug, title, description, actions, overview }: Product) {
  return {
    slug,
    title,
    description,
    actions: Object.entries(actions)
      .filter(([, action]) => !action.internal)
      .map(([name, action]) => ({
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

function refused(code: string, message: string, details: Readonly<Record<string, unknown>> = {}): Answer {
  return {
    ok: false,
    summary: message,
    metrics: {},
    detail: { ...details, error: { code, message, retryable: false } }
  }
}
