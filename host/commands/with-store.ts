import { readSettings } from '../settings.js'
import { openShared } from '../shared.js'
import type { Store } from '../storage/store.js'

/** Does something with the deployment's store, and closes it. */
export async function withStore<Result>(
  environment: NodeJS.ProcessEnv,
  work: (store: Store) => Promise<Result>
): Promise<Result> {
  const settings = readSettings(environment)
  const { store } = await openShared(settings, error => process.stderr.write(`${error.message}\n`))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
