import type { Product } from '../../product.js'
import { type TestOptions, testContext } from '../context.js'

/** Bound before any test replaces them: the bound holds in real time. */
const { setTimeout, clearTimeout } = globalThis

/** How long a run goes on before its signal aborts, in milliseconds. */
const headStartMs = 20

const never = () => new Promise<never>(() => undefined)
const silence: Pick<TestOptions, 'egress' | 'model' | 'products'> = {
  egress: { request: never, resolve: never },
  model: { ask: never, converse: never },
  products: { execute: never }
}

/** Whether the examples of an action end once their signal aborts, while nobody answers them. */
export async function abortFaults(
  product: Product,
  name: string,
  options: TestOptions,
  abortMs: number
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const { title, input } of product.actions[name]?.examples ?? []) {
    const abort = new AbortController()
    const run = testContext(product, { ...options, ...silence }).run(name, input, { signal: abort.signal })
    const ended = run.then(
      () => true,
      () => true
    )
    if (await within(ended, headStartMs)) continue
    abort.abort(new DOMException('The deadline has passed.', 'TimeoutError'))
    if (!(await within(ended, abortMs)))
      faults.push(`The example "${title}" of ${name} goes on for more than ${abortMs} ms after its signal aborted.`)
  }
  return faults
}

async function within(ended: Promise<boolean>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  const isOver = await Promise.race([ended, late.promise])
  clearTimeout(timer)
  return isOver
}
