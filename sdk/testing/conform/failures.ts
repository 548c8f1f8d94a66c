import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import type { Issue } from '../../errors.js'
import type { Product, Settings } from '../../product.js'
import { changedPrototypes } from '../../runtime/changed-prototypes.js'
import { compileInput } from '../../runtime/compile-schema.js'
import { nearMissesOf, valuesOf } from '../arbitrary.js'
import { type AnyContext, type TestOptions, testContext } from '../context.js'
import { attempt } from './attempt.js'
import { BlockedWatch, watchedProduct } from './blocked.js'
import { bracketed } from './code-location.js'
import { exampleFailures, watchEffect } from './examples.js'
import { withGeneratedSecrets } from './secrets.js'
import { noticing, releasedTimer, told, Uses, watchingGlobals } from './watched-globals.js'

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
  const watch = new BlockedWatch()
  try {
    testContext(product, chosen)
  } catch (error) {
    const [fault = error instanceof Error ? error.message : String(error), ...more] = settingsFailures(
      product,
      chosen.seed
    )
    void watch.end()
    return [fault, ...more]
  }
  const globals = new Set(Object.keys(globalThis))
  const environment = { ...process.env }
  const faults = await watchingGlobals(() => runFailures(product, chosen, watch)).finally(() => watch.end())
  const changed = changedPrototypes()
  if (changed.length > 0) return changed
  const added = Object.keys(globalThis).filter(name => !globals.has(name))
  const names = new Set([...Object.keys(environment), ...Object.keys(process.env)])
  const set = [...names].filter(name => process.env[name] !== environment[name])
  return [
    ...faults,
    ...set.map(name => `It changes the environment variable "${name}", which is that of the host.`),
    ...added.map(
      name => `It adds the global variable "${name}", which all plugins of the thread share; use a class of "services".`
    )
  ]
}

async function runFailures(
  declared: Product,
  { runs, seed, abortMs, runMs, progress, ...options }: Chosen,
  watch: BlockedWatch
): Promise<readonly string[]> {
  const deadline = (name: string) => runMs ?? declared.actions[name]?.timeoutMs ?? defaultDeadlineMs
  const product = watchedProduct(declared, deadline)
  const contexts: AnyContext[] = []
  const started = (chosen: TestOptions): AnyContext => {
    const context = testContext(product, chosen)
    contexts.push(context)
    return context
  }
  const fresh = () => started(options)
  let trying = ''
  const next = (what: string, limitMs: number) => {
    trying = what
    watch.next({ what: `${product.slug}: ${what}`, limitMs })
  }
  const unhandled = new Map<string, string>()
  const noted = (what: string) => {
    if (!unhandled.has(what)) unhandled.set(what, `${trying} ${what}`)
  }
  const allUses: Uses[] = []
  const newUses = (aheadMs = 0) => {
    const made = new Uses({ aheadMs, unhandled: noted })
    allUses.push(made)
    return made
  }
  progress('examples')
  const late = new Set<string>()
  const examples = { deadline, watch, newUses, progress: next, late }
  const faults = [...(await exampleFailures(product, fresh, examples))]
  const secretive = options.settings ? undefined : withGeneratedSecrets(product, options, seed)
  if (secretive)
    faults.push(...(await exampleFailures(product, () => started(secretive), { ...examples, looksFor: 'secrets' })))
  const ofExamples = [...contexts]
  const generated = new Set<AnyContext>()
  for (const [name, { internal }] of Object.entries(product.actions)) {
    if (late.has(name)) continue
    const context = fresh()
    if (internal) generated.add(context)
    const inputs = { runs, seed, runMs: deadline(name), progress, next, watch, newUses }
    const isNews = (fault: string) => !faults.some(known => known.endsWith(` of ${name} ${fault}`))
    faults.push(...(await fuzzFailures(product, name, context, { ...inputs, isNews })))
    progress(`${name}, aborts`)
    next(`${name}, aborts`, deadline(name))
    faults.push(...(await abortFailures(product, name, options, { abortMs, newUses })))
  }
  faults.push(...settingsFailures(product, seed), ...unsoundJobs(product, ofExamples))
  faults.push(...undeclaredEvents(product, contexts))
  // Only the product itself calls its internal actions: what they send of a generated input is nothing that it sends.
  faults.push(...unfitData(contexts.filter(context => !generated.has(context))))
  for (const used of allUses) releasedTimer(used)
  // What rejects last is found to be unhandled after the turn in which it rejects.
  await turn()
  return [...faults, ...[...unhandled.values()].slice(0, mostFailures)]
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

/** The waiting jobs with an input that their action refuses: they would fail when they are due. */
function unsoundJobs({ actions }: Product, contexts: readonly AnyContext[]): readonly string[] {
  const sentences = contexts.flatMap(context =>
    context.jobs().flatMap(({ id, at, action, input }) => {
      if (at > 0 && at < earliestMs)
        return [`Its job "${id}" is due at ${at}, which is in 1970: times are milliseconds.`]
      const [issue] = compileInput(actions[action]?.input ?? {})(structuredClone({ ...input }))
      return issue
        ? [`It schedules "${action}" with an input that its schema refuses: ${issue.pointer} ${issue.detail}.`]
        : []
    })
  )
  return [...new Set(sentences)].slice(0, mostFailures)
}

/** An earlier time, in milliseconds, is meant to be seconds. */
const earliestMs = 100_000_000_000

/** What settings that fit their schema bring out of `checkSettings`. */
function settingsFailures({ settings, checkSettings }: Product, seed: number): readonly string[] {
  if (!settings || !checkSettings) return []
  const faults = new Map<string, string>()
  for (const sample of [{}, ...fc.sample(valuesOf(settings), { seed, numRuns: settingsTried })]) {
    const fault = settingsFault(() => checkSettings(sample as Settings))
    if (fault !== undefined && !faults.has(fault))
      faults.set(fault, `Its checkSettings ${fault} Settings: ${JSON.stringify(sample).slice(0, 300)}`)
  }
  return [...faults.values()].slice(0, mostFailures)
}

function settingsFault(check: () => readonly Issue[]): string | undefined {
  try {
    const issues: unknown = check()
    if (!Array.isArray(issues)) return 'does not return a list of issues.'
    return issues.every(({ pointer }: Issue) => pointer.startsWith('#/settings'))
      ? undefined
      : 'returns an issue whose pointer does not begin with "#/settings/".'
  } catch (error) {
    return `throws ${told(error)}.`
  }
}

/** How many settings are checked. */
const settingsTried = 50

/** What inputs, well formed or nearly so, bring out of an action. */
async function fuzzFailures(
  product: Product,
  name: string,
  context: AnyContext,
  { runs, seed, runMs, progress, next, watch, newUses, isNews }: FuzzOptions
): Promise<readonly string[]> {
  const action = product.actions[name]
  const schema: unknown = action?.input
  const inputs = fc.oneof(valuesOf(schema), nearMissesOf(schema))
  const faults = new Map<string, string>()
  let [count, isStopped] = [0, false]
  const all: Uses[] = []
  await fc.assert(
    fc.asyncProperty(inputs, async sent => {
      // A run that did not end may change what the next one finds, and each of them would take as long.
      if (isStopped) return
      const input = sent as Record<string, unknown>
      const text = `Input: ${JSON.stringify(input)?.slice(0, 300)}`
      progress(`${name}, input ${++count} of ${runs}`)
      next(`${name}, input ${count} of ${runs} (${text})`, runMs)
      const effect = await watchEffect(context, action, input)
      const uses = newUses()
      all.push(uses)
      const { fault, isLate } = await attempt(context, product, name, input, { runMs, watch, uses })
      isStopped = isLate === true
      const more = fault === undefined ? await effect.fault() : undefined
      if (more && isNews(more)) faults.set(more, `${name} ${more} ${text}`)
      if (fault && !faults.has(fault)) faults.set(fault, `${name} ${fault} ${text}`)
    }),
    { numRuns: runs, seed }
  )
  await turn()
  const [timer] = all.flatMap(uses => releasedTimer(uses) ?? [])
  const left = `${name} leaves a timer running${bracketed(timer?.location)}, for some of its inputs.`
  return [...[...faults.values()].slice(0, mostFailures), ...(timer && !isStopped ? [left] : [])]
}

interface FuzzOptions extends Pick<Required<Chosen>, 'runs' | 'seed' | 'runMs' | 'progress'> {
  readonly next: (what: string, limitMs: number) => void
  readonly watch: BlockedWatch
  readonly newUses: () => Uses
  /** Whether no example of the action has shown what it does too much. */
  readonly isNews: (fault: string) => boolean
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
  { abortMs, newUses }: { readonly abortMs: number; readonly newUses: () => Uses }
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const { title, input } of product.actions[name]?.examples ?? []) {
    const abort = new AbortController()
    const context = testContext(product, { ...options, ...silence })
    const run = noticing(newUses(), () => context.run(name, input, { signal: abort.signal }))
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
