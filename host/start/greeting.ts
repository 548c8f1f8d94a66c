import { publicActions } from '../products/describe.js'
import type { LoadedPlugin } from '../products/load.js'
import type { Mounted } from '../products/registry.js'

/** The text that a demo prints at its start: where it listens, its key, two calls to try, and the products. */
export function greeting(
  url: string,
  key: string,
  products: readonly Mounted[],
  report: readonly LoadedPlugin[]
): string {
  return [
    '',
    `  Product Host listens on ${url}, in demo mode: for this machine alone.`,
    '',
    `  Dashboard  ${url}/, and for developers ${url}/developers`,
    `  Demo key   ${key}`,
    ...products.slice(0, 1).flatMap(product => calls(url, key, product)),
    '',
    '  Products',
    ...report.map(line),
    '',
    ''
  ].join('\n')
}

/** The first example of the first two actions of a product, as a person would send it. */
function calls(url: string, key: string, product: Mounted): readonly string[] {
  return publicActions(product)
    .slice(0, 2)
    .flatMap(([name, { title, examples }]) => [
      '',
      `  ${title}`,
      `    curl ${url}/api/v1/products/${product.slug}/execute \\`,
      `      -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
      `      -d '${JSON.stringify({ action: name, ...examples[0]?.input })}'`
    ])
}

function line({ plugin, slug, version, ms, phase, error, waitsFor }: LoadedPlugin): string {
  const name = `    ${(slug ?? plugin).padEnd(16)} ${(version ?? '').padEnd(8)}`
  if (waitsFor) return `${name} waits for ${waitsFor.join(' and ') || 'the store'}`
  if (error === undefined && phase !== 'served') return `${name} still loading`
  return error === undefined ? `${name} ready in ${ms} ms` : `${name} not served: ${error}`
}
