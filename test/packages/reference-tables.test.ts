import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { retentionRows, usualRetention } from '../../host/dist/base/retention.js'
import { DeploymentFile } from '../../host/dist/deployment.js'
import { McpMember } from '../../host/dist/entries/mcp.js'
import { OpenapiMember } from '../../host/dist/entries/openapi.js'
import { mountedRoutes, operatorRoutes } from '../fixtures/mounted-routes.js'
import { root } from '../fixtures/root.js'
import { generatedTable, referenceTables, shownTable } from './reference-tables.js'

const read = (file: string) => readFile(join(root, file), 'utf8')

/** The cells of the rows below a heading of a document, without the head of the table. */
async function rowsBelow(file: string, heading: string): Promise<readonly (readonly string[])[]> {
  const [, section = ''] = (await read(file)).split(`\n${heading}\n`)
  const [, table = ''] = /((?:^\|.*\n)+)/m.exec(section) ?? []
  const lines = table.trimEnd().split('\n').slice(2)
  return lines.map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim())).map(cells => cells.slice(1, -1))
}

for (const table of referenceTables)
  t.test(`the table of ${table.name} in ${table.file} is the one that the code gives`, async t => {
    const message = 'write it with: npx node dist-test/packages/write-reference-tables.js'
    t.equal(await shownTable(table), await generatedTable(table), message)
  })

interface SchemaNode {
  readonly type?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly anyOf?: readonly object[]
}

/** The members of a schema that hold a value, by their path. */
function members(node: SchemaNode, path: string): readonly (readonly [path: string, node: SchemaNode])[] {
  // These have a table of their own.
  if (['retention', 'plugins[].mcp', 'plugins[].openapi'].includes(path)) return [[path, node]]
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, each]) => members(each, path ? `${path}.${name}` : name))
  if (node.items?.properties) return members(node.items, `${path}[]`)
  return [[path, node]]
}

t.test('the table of the deployment file has every member of its schema, with its default', async t => {
  const rows = await rowsBelow('host/docs/operations.md', '## The deployment file')
  const expected = members(DeploymentFile, '')
  t.ok(expected.length > 12)
  t.strictSame(rows.map(([name = '']) => name).sort(), expected.map(([path]) => `\`${path}\``).sort())
  for (const [path, node] of expected) {
    const [, , usual] = rows.find(([name]) => name === `\`${path}\``) ?? []
    if (node.default !== undefined) t.equal(usual, `\`${JSON.stringify(node.default)}\``, path)
  }
})

t.test('the table of servers as products has every member of its schema, with its default', async t => {
  const rows = await rowsBelow('host/docs/sources.md', '## The entry')
  const shown = new Map(rows.flatMap(([names = '', , usual]) => namesIn(names).map(name => [name, usual] as const)))
  for (const [path, node] of [...members(McpMember, 'mcp'), ...members(OpenapiMember, 'openapi')]) {
    // A table would not be easier to read with each member of an access token.
    if (/clientCredentials\.(clientId|clientSecret|scope)$/.test(path)) continue
    t.ok(shown.has(path), path)
    if (node.default !== undefined) t.equal(shown.get(path), `\`${JSON.stringify(node.default)}\``, path)
  }
})

/** The paths in a cell such as `` `a.b.c`, `.d` ``, where the second has the beginning of the first. */
function namesIn(cell: string): readonly string[] {
  const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return [first, ...others.map(name => (name.startsWith('.') ? first.replace(/\.[^.]*$/, name) : name))]
}

/** The value of a constant such as `90 * 24 * 60 * 60 * 1000` or `dayMs * 400`, of which a file declares all names. */
function constant(source: string, name: string): number {
  const [, text] = new RegExp(`const ${name} = ([\\w* ]+)\\n`).exec(source) ?? []
  if (text === undefined) throw new Error(`${name} is not declared as a product of numbers.`)
  return text
    .split('*')
    .map(factor => factor.trim())
    .reduce(
      (result, factor) => result * (/^\d/.test(factor) ? Number(factor.replaceAll('_', '')) : constant(source, factor)),
      1
    )
}

/** The constants behind the numbers in the table of retention that are no settings. */
const storedNumbers = {
  callLogDays: ['mostCalls', 'host/usage/call-log.ts'],
  callBodyDays: ['mostBodies', 'host/usage/call-log.ts'],
  knownDeviceDays: ['mostDevices', 'host/accounts/known-devices.ts'],
  endedKeyDays: ['mostEndedKeys', 'host/accounts/keys/key-records.ts'],
  connectedAppDays: ['mostConnectedApps', 'host/oauth/grants.ts'],
  unusedClientDays: ['mostUnusedClients', 'host/oauth/clients.ts'],
  securityEventDays: ['mostEvents', 'host/audit/security-events.ts'],
  operatorLogDays: ['mostEntries', 'host/audit/operator-log.ts'],
  confirmationMinutes: ['mostPlans', 'host/execution/confirmations.ts'],
  webhookAttemptDays: ['mostAttempts', 'sdk/runtime/webhooks/webhook-sender.ts']
} as const

t.test('the table of retention has the numbers of the code', async t => {
  const limits = retentionRows(usualRetention).flatMap(({ setting, storedFor }) => {
    const number = setting === 'configRevisions' ? undefined : /, .*?(\d[\d,]*)/.exec(storedFor)?.[1]
    return number === undefined ? [] : [[setting, Number(number.replaceAll(',', ''))] as const]
  })
  const expected = Object.entries(storedNumbers).map(
    async ([setting, [name, file]]) => [setting, constant(await read(file), name)] as const
  )
  t.strictSame(new Map(limits), new Map(await Promise.all(expected)))
})

/** Every route but those of pages and of their files, and the dashboard's copies of the routes of products. */
const isDocumented = /^\/(api\/|operator\/api\/|dashboard\/api\/(?!products)|(livez|readyz|metrics|openapi\.json)$)/

t.test('the tables of routes have every route that the host mounts', async t => {
  const documents = ['http', 'accounts', 'operations', 'webhooks'].map(name => `host/docs/${name}.md`)
  const text = (await Promise.all(documents.map(read))).join('\n')
  const shown = text.split('\n').filter(line => line.startsWith('| `'))
  const routes = [...(await mountedRoutes(t)), ...(await operatorRoutes(t))].filter(
    ({ method, path }) => isDocumented.test(path) && /^(GET|POST|PUT|PATCH|DELETE)$/.test(method)
  )
  t.ok(routes.length > 45, `${routes.length} routes`)
  for (const { method, path } of routes) {
    const wanted = path.replace('/dashboard/api', '').replace(/:(\w+)/g, '{$1}')
    t.ok(
      shown.some(line => line.includes(`\`${method} ${wanted}\``)),
      `${method} ${wanted}`
    )
  }
})
