import { AsyncLocalStorage } from 'node:async_hooks'
import type { MountedProduct } from '../runtime/mounted-product.js'
import { JOBS, PRODUCTS, SCHEDULES, SETTINGS, STORAGE, WEBHOOKS } from '../tokens.js'

/** What `conform` watches of a call. */
export interface CallWatch {
  /** The writes that have begun and not ended, and what was called. */
  readonly open: Map<Promise<unknown>, string>
  /** What had not ended when `run` returned. */
  unawaited?: string | undefined
  /** A name that the product uses and does not declare: a sentence without its subject. */
  undeclared?: string | undefined
}

/** The watch of the call that runs, if `conform` has begun it. */
export const callWatches = new AsyncLocalStorage<CallWatch>()

const writing = ['set', 'delete', 'update', 'schedule', 'every', 'cancel', 'create']

/** A service whose writes, and whose use of names that the product does not declare, are noted in `watch`. */
export function watched(
  token: string,
  service: unknown,
  watch: CallWatch,
  { product, settings }: MountedProduct
): unknown {
  const note = (sentence: string) => {
    watch.undeclared ??= sentence
  }
  const knowsSetting = (name: unknown) => typeof name !== 'string' || settings?.isKnown(name) !== false
  switch (token) {
    case SETTINGS.name:
      return new Proxy(Object(service), {
        get(target, name) {
          if (!knowsSetting(name) && !(String(name) in Object.prototype) && name !== 'toJSON' && name !== 'then')
            note(`reads the setting "${String(name)}", which the settings do not declare.`)
          return Reflect.get(target, name)
        }
      })
    case WEBHOOKS.name:
      return noticing(service, (_name, [webhook]) => {
        if (typeof webhook !== 'object' || webhook === null) return
        for (const member of ['url', 'secret', 'authorization'])
          for (const name of Object.values(Object(Reflect.get(webhook, member))))
            if (!knowsSetting(name))
              note(`sends a webhook by the setting "${name}", which the settings do not declare.`)
      })
    case PRODUCTS.name:
      return noticing(service, (method, [slug]) => {
        const needed = product.neededProducts
        if (method === 'execute' && needed && slug !== product.slug && !Object.hasOwn(needed, String(slug)))
          note(`calls the product "${slug}", which its neededProducts do not name.`)
      })
    case STORAGE.name:
    case JOBS.name:
    case SCHEDULES.name:
      return noticing(service, (method, _parameters, result) => {
        if (!(result instanceof Promise && writing.includes(method))) return
        watch.open.set(result, `${token}.${method}`)
        const ended = () => void watch.open.delete(result)
        result.then(ended, ended)
      })
    default:
      return service
  }
}

/** A service whose calls are noticed when they have begun. */
function noticing(
  service: unknown,
  notice: (method: string, parameters: readonly unknown[], result: unknown) => void
): unknown {
  return new Proxy(Object(service), {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...parameters: unknown[]) => {
        const result: unknown = Reflect.apply(method, target, parameters)
        notice(String(name), parameters, result)
        return result
      }
    }
  })
}
