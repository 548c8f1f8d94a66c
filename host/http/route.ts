import type { IRouter, Request } from 'express'
import type { RouteParameters } from 'express-serve-static-core'
import { Problem } from '../base/problems.js'
import { sendEmpty } from './reply.js'

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'

/** What answers the requests to an address, by method. */
type Handlers<Path extends string> = {
  readonly [Name in Method]?: (request: Request<RouteParameters<Path>>) => void | Promise<void>
}

interface RouteOptions {
  /** Whether HEAD is answered as GET; not so where GET does something. */
  readonly hasHead?: boolean
}

/** Adds an address. HEAD is answered as GET, OPTIONS with the methods that the address takes; every other method is refused with 405. */
export function addRoute<Path extends string>(
  router: IRouter,
  path: Path,
  handlers: Handlers<Path>,
  { hasHead = true }: RouteOptions = {}
): void {
  const route = router.route(path)
  const refuse = otherMethods(allowed(Object.keys(handlers), hasHead))
  for (const method of Object.keys(handlers) as readonly Method[]) {
    const handle = handlers[method]
    if (!handle) continue
    // Express passes HEAD to the handler of GET.
    route[method]((request, _response) => (request.method === 'HEAD' && !hasHead ? refuse(request) : handle(request)))
  }
  route.all(refuse)
}

function allowed(methods: readonly string[], hasHead: boolean): string {
  const names = methods.flatMap(method => (method === 'get' && hasHead ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  return [...names, 'OPTIONS'].join(', ')
}

function otherMethods(allow: string) {
  return ({ method, context }: Request): void => {
    if (method === 'OPTIONS') sendEmpty(context, 204, { Allow: allow })
    else throw new Problem('method_not_allowed', `This address takes ${allow}.`, { headers: { Allow: allow } })
  }
}
