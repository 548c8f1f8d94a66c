import type { Mounted } from '../registry.js'
import { headerComponents, parameters } from './components.js'
import { operationObject, type Paths } from './operations.js'
import { hostPaths, productPaths } from './paths.js'
import { refusalComponents } from './refusals.js'
import { productSchemas, sharedSchemas } from './schemas.js'
import { sentWebhooks } from './webhook-paths.js'

/** The version of the interface's description. */
const version = '1.0.0'

/** The interface of a deployment with these products, in OpenAPI 3.1: addresses, bodies by action, every refusal, headers. */
export function openApiDocument(products: readonly Mounted[], publicUrl: string): object {
  const paths = merged<Paths[string]>([...products.map(productPaths), hostPaths])
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  const responses = refusalComponents(new Set(operations.map(({ kind }) => kind)))
  const addresses = Object.entries(paths).map(([address, methods]) => [
    address,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, operationObject(operation)]))
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Product Host',
      version,
      description:
        'Runs named actions of hosted products through one route shape, describes the products, and stores their config.',
      contact: { name: 'The operator of this deployment', url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' }
    },
    servers: [{ url: publicUrl, description: 'This deployment.' }],
    security: [{ bearer: [] }],
    tags: [
      ...products.map(({ slug, mounted }) => ({ name: slug, description: mounted.product.description })),
      { name: 'catalogue', description: 'What products there are.' },
      { name: 'account', description: "The caller's own account." },
      { name: 'deployment', description: 'The host itself.' }
    ],
    paths: Object.fromEntries(addresses),
    webhooks: sentWebhooks,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A key, made in the dashboard; it begins with `phk_`.' },
        metrics: { type: 'http', scheme: 'bearer', description: "The operator's `METRICS_TOKEN`." }
      },
      parameters,
      headers: headerComponents({ addresses, responses }),
      responses,
      schemas: merged([sharedSchemas, ...products.map(productSchemas)])
    }
  }
}

function merged<Value>(records: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(records.flatMap(record => Object.entries(record)))
}
