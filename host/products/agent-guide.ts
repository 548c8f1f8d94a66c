import { publicActions } from './describe.js'
import type { Mounted } from './registry.js'
import { toolName } from './tool-names.js'

/** What an agent needs to know of a deployment, in Markdown. */
export function agentGuide(products: readonly Mounted[], publicUrl: string): string {
  return `# Product Host

This deployment runs named actions of ${products.length === 1 ? 'one product' : `${products.length} products`}. Every call needs a key.

## Connect

- Model Context Protocol: \`${publicUrl}/mcp\` has a tool for each action of each product; \`${publicUrl}/mcp/{slug}\` has those \
of one product. The transport is Streamable HTTP.
- HTTP: \`POST ${publicUrl}/api/v1/products/{slug}/execute\` with the action's name in \`action\` and the action's own fields beside it.
- Send the key with every request: \`Authorization: Bearer phk_…\`. The account's owner creates keys at ${publicUrl}/keys.
- The interface in OpenAPI 3.1: ${publicUrl}/openapi.json. A product with all its schemas: \`GET ${publicUrl}/api/v1/products/{slug}/execute\`.

## Rules

- A tool is named \`slug_action\`. The tool \`find_tool\` returns the tools that suit a task, with their schemas.
- An action may take longer than your client waits for a tool. The tool \`runs_start\` runs it in the background; \`runs_status\` \
with \`wait\` returns its result, and \`runs_cancel\` cancels it. Over HTTP, send \`Prefer: respond-async\`.
- The effect says what an action does: \`read\` changes nothing, \`write\` changes records of the account, \
\`external\` leaves the machine. Ask a person before you run a destructive action.
- A failed tool call has \`isError\`; its second text is JSON with \`code\`, \`fix\`, \`retryable\` and \`requestId\`. \
Follow \`fix\`. Repeat a call only if \`retryable\` is true.
- HTTP 429 and 503 have \`Retry-After\`: wait that many seconds.
- An answer has \`summary\` (one sentence), \`metrics\` (numbers) and \`detail\` (the result).

${products.map(productSection).join('\n')}`
}

function productSection(product: Mounted): string {
  const { title, description } = product.mounted.product
  const actions = publicActions(product).map(([name, action]) => {
    const marks = [action.effect, ...(action.destructive ? ['destructive'] : [])].join(', ')
    return `- \`${toolName(product.slug, name)}\` (${marks}): ${oneLine(action.title)}. ${oneLine(action.description)}\n`
  })
  return `## ${oneLine(title)} (\`${product.slug}\`)\n\n${oneLine(description)}\n\n${actions.join('')}`
}

/** The same as an index for language models, see https://llmstxt.org. */
export function llmsIndex(products: readonly Mounted[], publicUrl: string): string {
  const descriptions = products.map(({ slug, mounted: { product } }) => {
    const address = `${publicUrl}/api/v1/products/${slug}/execute`
    return `- [${oneLine(product.title)}](${address}): ${oneLine(product.description)}\n`
  })
  return `# Product Host

> Runs named actions of hosted products over HTTP and the Model Context Protocol (${publicUrl}/mcp). Every call needs a key.

## Guides

- [Guide for agents](${publicUrl}/agent.md): how to connect, the rules, and every action
- [OpenAPI 3.1](${publicUrl}/openapi.json): addresses, bodies and refusals

## Products

${descriptions.join('')}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
