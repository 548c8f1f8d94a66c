import fc from 'fast-check'
import type { Product } from '../../product.js'
import { changedPrototypes } from '../../runtime/changed-prototypes.js'
import { nearMissesOf, valuesOf } from '../arbitrary.js'
import { type AnyContext, type TestOptions, testContext } from '../context.js'
import { attempt, watchingFetch } from './attempt.js'
import { exampleFailures } from './examples.js'
import { withGeneratedSecrets } from './secrets.js'

type Chosen = TestOptions & {
  readonly runs: number
  readonly seed: number
  readonly abortMs: number
  readonly runMs?: number
  /** Called with what is tried next. */
  readonly progress: (next: string) => void
}

/** Everything in which a product breaks its contract with the host, in sentences; none if it conforms. */
export async function failuresOf(product: Product, chosen: Chosen): Promise<readonly string[]> {
  const changedBefore = changedPrototypes()
  if (changedBefore.length > 0) return changedBefore
  const faults = await watchingFetch(() => runFailures(product, chosen))
  const changed = changedPrototypes()
  return changed.length > 0 ? changed : faults
}

async function runFailures(
  product: Product,
  { runs, seed, abortMs, runMs, progress, ...options }: Chosen
): Promise<readonly string[]> {
  const contexts: AnyContext[] = []
  const started = (chosen: TestOptions): AnyContext => {
    const context = testContext(product, chosen)
    contexts.push(context)
    return context
  }
  const fresh = () => started(options)
  try {
    fresh()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  const deadline = (name: string) => runMs ?? product.actions[name]?.timeoutMs ?? defaultDeadlineMs
  progress('examples')
  const faults = [...(await exampleFailures(product, fresh, deadline))]
  const secretive = options.settings ? undefined : withGeneratedSecrets(product, options, seed)
  if (secretive) faults.push(...(await exampleFailures(product, () => started(secretive), deadline, 'secrets')))
  const generated = new Set<AnyContext>()
  for (const [name, { internal }] of Object.entries(product.actions)) {
    const context = fresh()
    if (internal) generated.add(context)
    faults.push(...(await fuzzFailures(product, name, context, { runs, seed, runMs: deadline(name), progress })))
    progress(`${name}, aborts`)
    faults.push(...(await abortFailures(product, name, options, abortMs)))
  }
  faults.push(...undeclaredEvents(product, contexts))
  // Only the product itself calls its internal actions: what they send of a generated input is nothing that it sends.
  faults.push(...unfitData(contexts.filter(context => !generated.has(context))))
  return faults
}

/** The deadline of an action that declares none, in milliseconds, as a host has it. */
const defaultDeadlineMs = 10_000

/** Most kinds of faults that are reported for one action, most events that are not declared, and most in which data does not fit. */
const mostFailures = 5

/** The events that were sent and are not declared, of a product with `webhookEvents`. */
function undeclaredEvents({ webhookEvents }: Product, contexts: readonly AnyContext[]): readonly string[] {
  if (!webhookEvents) return []
  const sent = new Set(contexts.flatMap(({ webhooks }) => webhooks.sent.map(({ event }) => event)))
  return [...sent]
    .filter(event => !Object.hasOwn(webhookEvents, event))
    .slice(0, mostFailures)
    .map(event => `It sends the event "${event}", which its webhookEvents do not declare.`)
}

/** In what the data of sent webhooks does not fit the declared schemas. */
function unfitData(contexts: readonly AnyContext[]): readonly string[] {
  const sentences = contexts.flatMap(({ webhooks }) =>
    webhooks.sent.flatMap(({ event, issues }) =>
      issues.map(
        ({ pointer, detail }) => `The data of the event "${event}" does not fit its schema: ${pointer} ${detail}.`
      )
    )
  )
  return [...new Set(sentences)].slice(0, mostFailures)
}

/** What inputs, well formed or nearly so, bring out of an action. */
async function fuzzFailures(
  product: Product,
  name: string,
  context: AnyContext,
  { runs, seed, runMs, progress }: Pick<Required<Chosen>, 'runs' | 'seed' | 'runMs' | 'progress'>
): Promise<readonly string[]> {
  const schema: unknown = product.actions[name]?.input
  const inputs = fc.oneof(valuesOf(schema), nearMissesOf(schema))
  const faults = new Map<string, string>()
  let [count, isStopped] = [0, false]
  await fc.assert(
    fc.asyncProperty(inputs, async input => {
      // A run that did not end may change what the next one finds, and each of them would take as long.
      if (isStopped) return
      progress(`${name}, input ${++count} of ${runs}`)
      const { fault, isLate } = await attempt(context, product, name, input as Record<string, unknown>, runMs)
      isStopped = isLate === true
      if (fault && !faults.has(fault))
        faults.set(fault, `${name} ${fault} Input: ${JSON.stringify(input)?.slice(0, 300)}`)
    }),
    { numRuns: runs, seed }
  )
  return [...faults.values()].slice(0, mostFailures)
}

/** Bound before any test replaces them: the bound holds in real time. */
const { setTimeout, clearTimeout } = globalThis

/** How long a run lasts before its signal aborts, in milliseconds. */
const headStartMs = 20

const never = () => new Promise<never>(() => undefined)

const silence: Pick<TestOptions, 'egress' | 'model' | 'products'> = {
  egress: { request: never, connect: never, resolve: never },
  model: { ask: never, converse: never },
  products: { execute: never }
}

/** Whether the examples of an action end once their signal aborts, while no service answers them. */
async function abortFailures(
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
