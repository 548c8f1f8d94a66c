import { type ListResourcesResult, type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { agentGuide } from '../products/agent-guide.js'
import { describeProduct } from '../products/describe.js'
import type { Mounted } from '../products/registry.js'

/** The address of the guide for agents, as a resource. */
export const guideUri = 'product-host://agent.md'

/** The resources of the server: the guide for agents, and the description of each product. */
export function listResources(products: readonly Mounted[]): ListResourcesResult['resources'] {
  const guide = {
    uri: guideUri,
    name: 'agent.md',
    title: 'Guide for agents',
    description: 'How to use this deployment: the rules, the products, and every action.',
    mimeType: 'text/markdown'
  }
  const descriptions = products.map(product => {
    const { title } = product.mounted.product
    return {
      uri: productUri(product),
      name: product.slug,
      title,
      description: `The description of ${title}: its actions with their schemas, examples and errors.`,
      mimeType: 'application/json'
    }
  })
  return [guide, ...descriptions]
}

/** One of these resources. Throws the protocol's error when there is no such resource. */
export function readResource(uri: string, products: readonly Mounted[], publicUrl: string): ReadResourceResult {
  if (uri === guideUri) return contents(uri, 'text/markdown', agentGuide(products, publicUrl))
  const product = products.find(each => productUri(each) === uri)
  if (!product) throw new ResourceNotFoundError(uri)
  const isServed = (slug: string) => products.some(each => each.slug === slug)
  return contents(uri, 'application/json', JSON.stringify(describeProduct(product, isServed)))
}

function productUri({ slug }: Mounted): string {
  return `product-host://products/${slug}`
}

function contents(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] }
}
