import type { Example } from '../api/shapes.js'

/** A call as curl sends it; what stands in the body is quoted for a shell. */
export function curlCall(slug: string, input: Example['input'], key: string): string {
  const body = JSON.stringify(input).replaceAll("'", "'\\''")
  return [
    `curl ${location.origin}/api/v1/products/${slug}/execute \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body}'`
  ].join('\n')
}

/** A call as TypeScript sends it, in Node or in a browser. */
export function typescriptCall(slug: string, input: Example['input']): string {
  const authorization = '`Bearer ${' + 'process.env.PRODUCT_HOST_KEY}`'
  return [
    `const response = await fetch('${location.origin}/api/v1/products/${slug}/execute', {`,
    "  method: 'POST',",
    `  headers: { Authorization: ${authorization}, 'Content-Type': 'application/json' },`,
    `  body: JSON.stringify(${JSON.stringify(input, null, 2).replaceAll('\n', '\n  ')})`,
    '})',
    'const { ok, summary, metrics, detail } = await response.json()'
  ].join('\n')
}

/** What stands for a key where the key itself is not known. */
export const keyPlace = '$PRODUCT_HOST_KEY'
