import { registerHooks } from 'node:module'
import {
  CLOCK,
  EGRESS,
  JOBS,
  LOGGER,
  MODEL,
  PRODUCTS,
  type Product,
  SCHEDULES,
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

/** The product that a plugin's module exports. Throws, in a sentence, if it is not a product of this copy of the sdk. */
export function requireProduct(module: Readonly<Record<string, unknown>>): Product {
  const exported = defaultExport(module)
  if (isForeignProduct(exported)) throw new Error('It was declared with another copy of @product-host/sdk.')
  if (!isProduct(exported)) throw new Error('Its default export is not what defineProduct returns.')
  return exported
}

/** The default export of a module that was compiled to CommonJS is a member of what Node takes for its default export. */
export function defaultExport({ default: exported }: Readonly<Record<string, unknown>>): unknown {
  const isCompiled =
    typeof exported === 'object' && exported !== null && '__esModule' in exported && 'default' in exported
  return isCompiled ? exported.default : exported
}

/** The tokens that this host provides to products. */
export const providedTokens: readonly Token<unknown>[] = [
  STORAGE,
  LOGGER,
  CLOCK,
  PRODUCTS,
  SCHEDULES,
  SETTINGS,
  JOBS,
  EGRESS,
  WEBHOOKS,
  MODEL
]
