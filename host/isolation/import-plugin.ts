import { registerHooks } from 'node:module'
import {
  CLOCK,
  EGRESS,
  JOBS,
  LOGGER,
  MODEL,
  PRODUCTS,
  type Product,
  SETTINGS,
  STORAGE,
  type Token,
  WEBHOOKS
} from '@product-host/sdk'
import { isForeignProduct, isProduct } from '@product-host/sdk/runtime'

const scheme = 'product-host-plugin:'

/**
 * Imports a package as if the import were in the module `parentUrl`: by the package's own `exports`, from the folder of the
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

/** The product that a plugin exports. Throws, in a sentence, if it is not a product of this copy of the sdk. */
export function requireProduct(exported: unknown): Product {
  if (isForeignProduct(exported)) throw new Error('It was declared with another copy of @product-host/sdk.')
  if (!isProduct(exported)) throw new Error('Its default export is not what defineProduct returns.')
  return exported
}

/** The tokens that this host provides to products. */
export const providedTokens: readonly Token<unknown>[] = [
  STORAGE,
  LOGGER,
  CLOCK,
  PRODUCTS,
  SETTINGS,
  JOBS,
  EGRESS,
  WEBHOOKS,
  MODEL
]
