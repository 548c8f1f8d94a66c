import type { Example } from '../api/shapes.js'

/** What stands for a key where the key itself is not known. */
export const keyPlace = '$PRODUCT_HOST_KEY'

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
export function typescriptCall(slug: string, { action, ...input }: Example['input']): string {
  return [
    "import { Client } from '@product-host/sdk/client'",
    '',
    `const client = new Client({ url: '${location.origin}', key: process.env.PRODUCT_HOST_KEY })`,
    `const answer = await client.execute('${slug}', '${String(action)}', ${JSON.stringify(input, null, 2)})`,
    'console.log(answer.ok, answer.summary)'
  ].join('\n')
}
