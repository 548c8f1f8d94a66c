import { hash } from 'node:crypto'
import type { Product } from '@product-host/sdk'
import { canonical } from '../canonical.js'

/** The SHA-256 of a product's schemas in canonical form: it changes exactly when what callers send or get may change. */
export function contractDigest({ actions, settings }: Product): string {
  const schemas = Object.entries(actions)
    .filter(([, { internal }]) => !internal)
    .map(([name, { input, detail, metrics }]) => ({ name, input, detail, metrics }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  return `sha256-${hash('sha256', canonical({ actions: schemas, settings: settings ?? null }))}`
}
