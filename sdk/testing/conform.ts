import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { Action } from '../action.js'
import { InvalidInput } from '../errors.js'
import type { Product, ProductDeclaration } from '../product.js'
import { nearMissesOf, valuesOf } from './arbitrary.js'
import { type TestContext, type TestOptions, testContext } from './context.js'

/** What a plugin may choose for its own proof. */
export interface ConformOptions extends TestOptions {
  /** Inputs tried for each action, half of them near misses; 200 when left out. */
  readonly runs?: number
  /** The seed of the inputs; the same seed tries the same inputs. 1 when left out. */
  readonly seed?: number
}

/**
 * Proves that a product keeps its contract with the host: its declaration and its schemas are sound, its examples work
 * and give the same answers twice on a fresh store, and no input, well formed or nearly so, brings out a bug, an answer that
 * breaks its schemas, an error code that is not declared, or a value that is not JSON. Rejects with everything it found.
 */
export async function conform<Actions extends Readonly<Record<string, Action>>>(
  product: ProductDeclaration<Actions>,
  { runs = 200, seed = 1, ...options }: ConformOptions = {}
): Promise<void> {
  const plain: Product = product
  const fresh = () => testContext(plain, options)
  const faults = [...(await exampleFaults(plain, fresh))]
  for (const name of Object.keys(plain.actions)) faults.push(...(await fuzzFaults(plain, name, fresh, runs, seed)))
  if (faults.length > 0)
    throw new Error(`${product.slug} does not conform:\n${faults.map(fault => `- ${fault}`).join('\n')}`)
}

type Context = TestContext<Product['actions']>

async function exampleFaults(product: Product, fresh: () => Context): Promise<readonly string[]> {
  const calls = Object.entries(product.actions).flatMap(([name, action]: [string, Action]) =>
    action.examples.map(({ title, input }) => ({ name, title, input }))
  )
  if (product.briefing) calls.push({ name: product.briefing.action, title: 'briefing', input: product.briefing.input })
  const [first, second] = [fresh(), fresh()]
  const faults: string[] = []
  for (const { name, title, input } of calls) {
    const answers = [await tried(first, product, name, input), await tried(second, product, name, input)] as const
    const where = `The example "${title}" of ${name}`
    if (answers[0].refused) faults.push(`${where} is refused: ${answers[0].refused}`)
    if (answers[0].fault) faults.push(`${where} ${answers[0].fault}`)
    if (!isDeepStrictEqual(answers[0].answer, answers[1].answer))
      faults.push(`${where} gives two answers on two fresh stores.`)
  }
  return faults
}

async function fuzzFaults(
  product: Product,
  name: string,
  fresh: () => Context,
  runs: number,
  seed: number
): Promise<readonly string[]> {
  const schema: unknown = product.actions[name]?.input
  const inputs = fc.oneof(valuesOf(schema), nearMissesOf(schema))
  const faults = new Map<string, string>()
  const context = fresh()
  await fc.assert(
    fc.asyncProperty(inputs, async input => {
      const { fault } = await tried(context, product, name, input as Record<string, unknown>)
      if (fault && !faults.has(fault))
        faults.set(fault, `${name} ${fault} Input: ${JSON.stringify(input)?.slice(0, 300)}`)
    }),
    { numRuns: runs, seed }
  )
  return [...faults.values()].slice(0, 5)
}

interface Tried {
  readonly answer?: unknown
  readonly refused?: string
  readonly fault?: string
}

async function tried(
  context: Context,
  product: Product,
  name: string,
  input: Readonly<Record<string, unknown>>
): Promise<Tried> {
  try {
    const answer = await context.run(name, input)
    const error = answer.detail.error
    if (!isDeepStrictEqual(answer, JSON.parse(JSON.stringify(answer))))
      return { answer, fault: 'answers with a value that is not JSON.' }
    if (!Object.values(answer.metrics as Record<string, number>).every(Number.isFinite))
      return { answer, fault: 'answers with a metric that is not finite.' }
    if (!answer.ok && !Object.hasOwn(product.actions[name]?.errors ?? {}, error?.code ?? ''))
      return { answer, fault: `fails with the code "${error?.code}", which its errors do not declare.` }
    return { answer }
  } catch (error) {
    if (error instanceof InvalidInput) return { refused: error.message }
    return { fault: `throws ${error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error)}.` }
  }
}
