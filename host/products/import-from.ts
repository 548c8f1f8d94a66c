import { registerHooks } from 'node:module'

const scheme = 'product-host-plugin:'

/**
 * Imports a package as if the import stood in the module `parentUrl`: by the package's own `exports`, from the folder of the
 * deployment and not from the host's.
 */
export async function importFrom(name: string, parentUrl: string): Promise<Record<string, unknown>> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== scheme + name) return next(specifier, context)
      // The package's own modules, often a hundred, are resolved without the hook.
      hooks.deregister()
      return next(name, { ...context, parentURL: parentUrl })
    }
  })
  try {
    return await import(scheme + name)
  } finally {
    hooks.deregister()
  }
}
