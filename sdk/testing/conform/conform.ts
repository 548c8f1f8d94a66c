import type { Action } from '../../action.js'
import type { Product, ProductDeclaration } from '../../product.js'
import { type TestContext, type TestOptions, testContext } from '../context.js'
import { abortFaults } from './abort.js'
import { exampleFaults } from './examples.js'
import { fuzzFaults } from './fuzz.js'
import { withGeneratedSecrets } from './secrets.js'

/** What a plugin may choose for its own proof. */
export interface ConformOptions extends TestOptions {
  /** Inputs tried for each action, half of them near misses; 200 when left out. */
  readonly runs?: number
  /** The seed of the inputs; the same seed tries the same inputs. 1 when left out. */
  readonly seed?: number
  /** Milliseconds in which a run has to end once its signal aborted; 1,000 when left out. */
  readonly abortMs?: number
}

/**
 * Proves that a product keeps its contract with the host. Its declaration and its schemas are sound; its examples work, give the
 * same answers twice on a fresh store, do no more than their effect says and leave nothing running; no input, well formed or nearly so, brings out a bug, an answer
 * that breaks its schemas, an error code that is not declared, or a value that is not JSON; what waits ends when its signal
 * aborts; and no secret of the settings is in an answer or in the log. Rejects with everything it found.
 */
export async function conform<Actions extends Readonly<Record<string, Action>>>(
  product: ProductDeclaration<Actions>,
  { runs = 200, seed = 1, abortMs = 1_000, ...options }: ConformOptions = {}
): Promise<void> {
  const faults = await faultsOf(product, { runs, seed, abortMs, ...options })
  if (faults.length > 0)
    throw new Error(`${product.slug} does not conform:\n${faults.map(fault => `- ${fault}`).join('\n')}`)
}

/** A product in a test, whatever its actions. */
export type AnyContext = TestContext<Product['actions']>

type Chosen = TestOptions & Required<Pick<ConformOptions, 'runs' | 'seed' | 'abortMs'>>

async function faultsOf(product: Product, { runs, seed, abortMs, ...options }: Chosen): Promise<readonly string[]> {
  const fresh = (): AnyContext => testContext(product, options)
  try {
    fresh()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  const faults = [...(await exampleFaults(product, fresh))]
  const secretive = options.settings ? undefined : withGeneratedSecrets(product, options, seed)
  if (secretive) faults.push(...(await exampleFaults(product, () => testContext(product, secretive), 'secrets')))
  for (const name of Object.keys(product.actions)) {
    faults.push(...(await fuzzFaults(product, name, fresh(), { runs, seed })))
    faults.push(...(await abortFaults(product, name, options, abortMs)))
  }
  return faults
}
