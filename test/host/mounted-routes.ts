import { pino } from 'pino'
import { billingMode } from '../../host/dist/accounts/billing/mode.js'
import { realClock } from '../../host/dist/clock.js'
import { Cipher } from '../../host/dist/config/cipher.js'
import { compose } from '../../host/dist/container.js'
import { readDeployment } from '../../host/dist/deployment.js'
import { guardedEgress } from '../../host/dist/egress/egress.js'
import { App } from '../../host/dist/http/app.js'
import { memoryLimits } from '../../host/dist/limits/memory.js'
import { readSettings } from '../../host/dist/settings.js'
import { type Ending, root } from '../journeys/process.js'
import { memoryStore } from './start.js'

/** One route of the application. */
export interface MountedRoute {
  readonly method: string
  /** The pattern, such as `/api/v1/products/:slug/execute`. */
  readonly path: string
}

/** Every route that the application mounts, by its router; in the demo unless the environment says otherwise. */
export async function mountedRoutes(
  t: Ending,
  environment: Readonly<Record<string, string>> = { DEMO_MODE: 'local' }
): Promise<readonly MountedRoute[]> {
  const deployment = await readDeployment(`${root}/plugins/product-host.json`)
  const { rates, egress } = deployment
  const settings = readSettings(environment)
  const store = await memoryStore()
  const container = await compose({
    settings,
    rates,
    billing: billingMode(deployment, settings),
    store,
    limits: memoryLimits,
    cipher: new Cipher([Buffer.alloc(32, 1)]),
    egress: guardedEgress(egress),
    lines: pino({ level: 'silent' }),
    clock: realClock()
  })
  t.teardown(() => container.dispose())
  return container
    .resolve(App)
    .build()
    .router.stack.flatMap(({ route }) => {
      const methods = new Set(route?.stack.map(({ method }) => method).filter(method => method !== undefined))
      return [...methods].map(method => ({ method: method.toUpperCase(), path: String(route?.path) }))
    })
}
