import type { Action } from '../../action.js'
import { isProduct, type Product, type ProductDeclaration } from '../../product.js'
import type { TestOptions } from '../context.js'
import { imported } from './imported.js'

/** What a plugin may choose for its own proof. */
export interface ConformOptions extends TestOptions {
  /** Inputs tried for each action, half of them near misses; 200 when left out. */
  readonly runs?: number
  /** The seed of the inputs; the same seed tries the same inputs. 1 when left out. */
  readonly seed?: number
  /** Milliseconds in which a run has to end once its signal aborted; 1,000 when left out. */
  readonly abortMs?: number
  /** Milliseconds in which a run has to end; when left out, the deadline of its action: `timeoutMs`, or 10,000. */
  readonly runMs?: number
  /** After how many milliseconds, again and again, standard error says what is tried; 2,000 when left out. */
  readonly progressMs?: number
  /** Milliseconds in which the import of a module that is given by its URL has to end; 10,000 when left out, as on a host. */
  readonly importMs?: number
  /** True: a field of a form without a `title` fails the proof; a warning when left out. */
  readonly requireTitles?: boolean
}

/**
 * Proves that a product keeps its contract with the host. Its declaration and its schemas are sound; its examples work, give the
 * same answers twice on a fresh store, do no more than their effect says and leave nothing running; no input, well
 * formed or nearly so, brings out a bug, an answer
 * that breaks its schemas, an error code that is not declared, or a value that is not JSON; what waits ends when its signal
 * aborts; no secret of the settings is in an answer or in the log; and a product with
 * `webhookEvents` sends no other event, and no data that does not fit the schema of its event. Rejects with everything it found.
 * Warns of fields of inputs and settings that lack a `title` (`MISSING_TITLES`): forms show their names instead.
 * It makes its inputs with `fast-check`, which the plugin installs beside the sdk.
 * A product may be given as the URL of its module, whose import is then a part of the proof: it has to end, and to end nothing else.
 */
export async function conform<Actions extends Readonly<Record<string, Action>>>(
  given: ProductDeclaration<Actions> | URL,
  {
    runs = 200,
    seed = 1,
    abortMs = 1_000,
    runMs,
    progressMs = 2_000,
    importMs = 10_000,
    requireTitles = false,
    ...options
  }: ConformOptions = {}
): Promise<void> {
  const product = given instanceof URL ? await imported(given, importMs) : given
  if (!isProduct(product))
    throw new Error('What conform was given is not what defineProduct returns. Is it imported by its default export?')
  const { failuresOf } = await import('./failures.js').catch(explainMissing)
  const report = reportProgress(product.slug, progressMs)
  const chosen = { runs, seed, abortMs, ...(runMs !== undefined && { runMs }), progress: report.next, ...options }
  const found = await failuresOf(product, chosen).finally(report.end)
  const untitled = found.length > 0 ? [] : missingTitles(product)
  const faults = requireTitles ? [...found, ...untitled] : found
  if (faults.length > 0)
    throw new Error(`${product.slug} does not conform:\n${faults.map(fault => `- ${fault}`).join('\n')}`)
  if (untitled.length > 0)
    process.emitWarning(`${product.slug}: ${untitled.join(' ')}`, { type: 'ConformWarning', code: 'MISSING_TITLES' })
}

/** Bound before any test replaces them. */
const { setInterval, clearInterval } = globalThis

/** Says on standard error what is tried, of a proof that takes long. */
function reportProgress(slug: string, everyMs: number): { next(what: string): void; end(): void } {
  let current = 'the declaration'
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    process.stderr.write(`conform ${slug}: ${current} (${seconds} s)\n`)
  }, everyMs)
  return {
    next(what) {
      current = what
    },
    end: () => clearInterval(timer)
  }
}

/** The sdk runs without `fast-check`: only this proof needs it, so it is an optional peer dependency. */
function explainMissing(error: unknown): never {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  if (isMissing && error.message.includes("'fast-check'"))
    throw new Error('conform() needs the package fast-check: run "npm install --save-dev fast-check".', {
      cause: error
    })
  throw error
}

/**
 * The fields of forms that lack a `title`, a sentence each: members of inputs at any depth, settings, and families of settings.
 * Internal actions have no form. A pattern that several settings share, such as `\.(cron|timezone)$`, needs none: their names are
 * shown.
 */
export function missingTitles({ actions, settings }: Product): readonly string[] {
  const inputs = Object.entries(actions).flatMap(([name, { internal, input }]) =>
    internal ? [] : untitledMembers(input, '#').map(pointer => `The field ${pointer} of "${name}" has no title.`)
  )
  const own = untitledMembers(settings, '#').map(pointer => `The setting ${pointer.slice(2)} has no title.`)
  const { patternProperties, 'x-families': families } = asFields(settings)
  const patterns = Object.entries(asFields(patternProperties))
  const members = patterns.flatMap(([pattern, schema]) =>
    hasTitle(schema) || isShared(pattern) ? [] : [`The settings ${pattern} have no title.`]
  )
  const kinds = new Set(patterns.flatMap(([pattern]) => /^\^([\w-]+)\\\./.exec(pattern)?.[1] ?? []))
  const untitledKinds = [...kinds]
    .filter(kind => !hasTitle(asFields(families)[kind]))
    .map(kind => `The family of settings "${kind}" has no title in "x-families".`)
  return [...inputs, ...own, ...members, ...untitledKinds]
}

type Fields = Readonly<Record<string, unknown>>

function untitledMembers(schema: unknown, pointer: string): readonly string[] {
  const { properties, items, anyOf, oneOf } = asFields(schema)
  const members = Object.entries(asFields(properties)).flatMap(([name, member]) => {
    const at = `${pointer}/${name}`
    return [...(hasTitle(member) ? [] : [at]), ...untitledMembers(member, at)]
  })
  const branches = [anyOf, oneOf].flatMap(each => (Array.isArray(each) ? each : []))
  const inner = items === undefined ? branches : [items, ...branches]
  return [...members, ...inner.flatMap(each => untitledMembers(each, pointer))]
}

function hasTitle(schema: unknown): boolean {
  const { title } = asFields(schema)
  return typeof title === 'string' && title.trim() !== ''
}

/** Whether the last part of a pattern lists several names. */
function isShared(pattern: string): boolean {
  return /\.\((?:\?:)?[^)]*\|[^)]*\)\$$/.test(pattern)
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
