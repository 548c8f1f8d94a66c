import type { Deployment, PluginList } from '../deployment.js'

/** The deployment that a host serves: what its file says by now, except for the members that need a restart. */
export interface LiveDeployment extends Deployment {
  /** Takes over what is followed, except for the plugins. */
  follow(next: Deployment): void
  /** Takes over which plugins are served. */
  serves(list: PluginList): void
}

/** Its `rates` and each `Rate` in them are the same objects for ever: services hold them, and read their members at each call. */
export function liveDeployment(first: Deployment): LiveDeployment {
  let followed = first
  let list: PluginList = first
  const rates = structuredClone(first.rates)
  return {
    ...first,
    rates,
    get plugins() {
      return list.plugins
    },
    get disabled() {
      return list.disabled
    },
    get egress() {
      return followed.egress
    },
    get retention() {
      return followed.retention
    },
    get backup() {
      return followed.backup
    },
    get logLevel() {
      return followed.logLevel
    },
    follow(next) {
      followed = next
      for (const [name, value] of Object.entries(next.rates))
        if (typeof value === 'number') Reflect.set(rates, name, value)
        else Object.assign(Reflect.get(rates, name), value)
    },
    serves(next) {
      list = next
    }
  }
}
