import { useApps } from './apps.js'
import { useKeys } from './keys.js'
import { useHooks } from './webhooks/hooks.js'

/** Who calls for the account, and what people tell it from others by. */
export interface Caller {
  readonly id: string
  readonly name: string
}

/** The id of the calls of this dashboard. */
const session = 'session'

/** The ids of connected apps begin with it. */
const appPrefix = 'app_'

/** The ids of hooks begin with it. */
const hookPrefix = 'hook_'

/** The dashboard, the keys that are read so far, the connected apps and the hooks; where several have the same name, with what tells them apart. */
export function useCallers(): { readonly callers: readonly Caller[]; readonly nameOf: (id: string) => string } {
  const keys = useKeys().data?.pages.flatMap(page => page.keys) ?? []
  const apps = useApps().data ?? []
  const hooks = useHooks().data ?? []
  const named = [
    ...keys.map(({ id, name, lastFour }) => ({ id, name, mark: `…${lastFour}` })),
    ...apps.map(({ id, name, createdAt }) => ({ id, name, mark: `connected ${createdAt.slice(0, 10)}` })),
    ...hooks.map(({ id, name, tokens: [token] }) => ({ id, name, mark: `hook …${token?.lastFour}` }))
  ]
  const callers = [
    { id: session, name: 'Dashboard' },
    ...named.map(({ id, name, mark }) => {
      const isShared = named.some(other => other.id !== id && other.name === name)
      return { id, name: isShared ? `${name} (${mark})` : name }
    })
  ]
  const nameOf = (id: string) => callers.find(caller => caller.id === id)?.name ?? formerName(id)
  return { callers, nameOf }
}

/** What is called a caller that is in no list any more. */
function formerName(id: string): string {
  if (id.startsWith(hookPrefix)) return 'A deleted hook'
  return id.startsWith(appPrefix) ? 'A disconnected app' : 'Another key'
}
