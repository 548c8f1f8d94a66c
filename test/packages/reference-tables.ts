import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Product } from '@product-host/sdk'
import type { Command } from 'commander'
import { secretVariables } from '../../host/dist/base/environment.js'
import { problems } from '../../host/dist/base/problems.js'
import { retentionRows, usualRetention } from '../../host/dist/base/retention.js'
import { variables } from '../../host/dist/base/variables.js'
import { program } from '../../host/dist/cli/program.js'
import { listedTool } from '../../host/dist/mcp/tools.js'
import { toolName } from '../../host/dist/products/tool-names.js'
import { attempts } from '../fixtures/attempts.js'
import { root } from '../fixtures/root.js'
import { interfaceRows, typeRows } from './interface-rows.js'

/** A table of the documents that is generated from the code. */
export interface ReferenceTable {
  /** The name in its markers: `<!-- table: name -->` before the table, `<!-- end of table -->` after it. */
  readonly name: string
  /** The document, from the root. */
  readonly file: string
  rows(): readonly Row[] | Promise<readonly Row[]>
}

type Row = readonly string[]

/** The interfaces of the sdk that pages of its manual show, by page and source. */
const interfaces: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'sdk/docs/egress.md': {
    'sdk/egress.ts': ['EgressRequest', 'EgressResponse', 'EgressConnectOptions', 'EgressConnection']
  },
  'sdk/docs/services.md': { 'sdk/tokens.ts': ['Logger'] },
  'sdk/docs/testing.md': {
    'sdk/testing/conform/conform.ts': ['ConformOptions'],
    'sdk/testing/context.ts': ['TestOptions', 'TestContext'],
    'sdk/testing/account.ts': ['RunOptions'],
    'sdk/testing/egress.ts': ['TestEgress']
  },
  'sdk/docs/declarations.md': {
    'sdk/product.ts': ['Product', 'RecordKind', 'WebhookEvent', 'NeededProduct', 'Migration'],
    'sdk/action.ts': ['ActionDeclaration', 'Context', 'Failing', 'Progress', 'Intents'],
    'sdk/errors.ts': ['Issue', 'ProductErrorOptions', 'ConfirmationPlan', 'ConfirmationStep'],
    'sdk/hook.ts': ['Hook', 'HookInput']
  },
  'sdk/docs/tokens.md': {
    'sdk/storage.ts': ['Storage', 'SetOptions', 'ListOptions', 'Change'],
    'sdk/tokens.ts': ['Clock'],
    'sdk/jobs.ts': ['Jobs', 'Job', 'Retry'],
    'sdk/schedules.ts': ['Schedules', 'NewSchedule', 'ScheduleTiming', 'MadeSchedule'],
    'sdk/products.ts': ['Products', 'Answer', 'ProductDescription', 'ActionDescription'],
    'sdk/model.ts': ['Model', 'ModelQuestion', 'ModelAnswer', 'ModelTool', 'ModelToolCall'],
    'sdk/webhooks.ts': ['Webhooks', 'Webhook', 'WebhookAttemptOptions']
  }
}

/** The types with a name that the reference shows. */
const types = {
  'sdk/action.ts': ['Effect', 'Need', 'Needs', 'Outcome', 'ErrorMeanings'],
  'sdk/product.ts': ['Settings', 'Options', 'RecordDeletion', 'SettingFamilies'],
  'sdk/storage.ts': ['Write', 'Read'],
  'sdk/jobs.ts': ['Recurrence', 'RecurringJob', 'JobChange'],
  'sdk/schedules.ts': ['ScheduleOutcome'],
  'sdk/egress.ts': ['EgressCode'],
  'sdk/model.ts': ['ModelMessage', 'OnModelText'],
  'sdk/webhooks.ts': ['WebhookResult', 'WebhookEndpoint']
}

/** The products whose README says what an agent sees of them. */
const products = ['b2b-engine', 'core', 'creator-os', 'leadconnect', 'sentinel-lite', 'wealthnode']

/** The tables that are generated, each with the document that shows it. */
export const referenceTables: readonly ReferenceTable[] = [
  { name: 'problem codes', file: 'host/docs/http.md', rows: problemRows },
  { name: 'settings', file: 'host/docs/operations.md', rows: settingRows },
  { name: 'commands', file: 'host/docs/commands.md', rows: commandRows },
  { name: 'attempts', file: 'host/docs/isolation.md', rows: attemptRows },
  { name: 'retention', file: 'host/docs/storage.md', rows: storedRows },
  { name: 'types', file: 'sdk/docs/tokens.md', rows: () => typeRows(types) },
  ...products.map(slug => ({ name: 'tools', file: `plugins/${slug}/README.md`, rows: () => toolRows(slug) })),
  ...Object.entries(interfaces).flatMap(([file, sources]) =>
    Object.entries(sources).flatMap(([source, names]) =>
      names.map(name => ({ name, file, rows: () => interfaceRows(source, name) }))
    )
  )
]

function attemptRows(): readonly Row[] {
  const places = ['inline', 'thread', 'process', 'sandbox'] as const
  const cell = (seen = 'not withheld') => (/^[A-Z_]+$/.test(seen) ? `\`${seen}\`` : seen)
  return [
    ['a plugin tries to …', 'inline', 'thread', 'process without a sandbox', 'process in a sandbox'],
    ...attempts.map(({ what, withheld }) => [what, ...places.map(place => cell(withheld[place]))])
  ]
}

/** The table as it stands in its document. Throws when the markers are missing. */
export async function shownTable({ name, file }: ReferenceTable): Promise<string> {
  return parts(await readFile(join(root, file), 'utf8'), name).table
}

/** The table as the code has it. */
export async function generatedTable(table: ReferenceTable): Promise<string> {
  const [head = [], ...body] = await table.rows()
  return [head, head.map(() => '---'), ...body].map(cells => `| ${cells.map(escaped).join(' | ')} |`).join('\n')
}

/** Writes every generated table into its document. */
export async function writeReferenceTables(): Promise<void> {
  for (const table of referenceTables) {
    const path = join(root, table.file)
    const { before, after } = parts(await readFile(path, 'utf8'), table.name)
    await writeFile(path, `${before}${await generatedTable(table)}${after}`)
  }
}

function parts(
  text: string,
  name: string
): { readonly before: string; readonly table: string; readonly after: string } {
  const marker = `<!-- table: ${name} -->\n\n`
  const start = text.indexOf(marker)
  const end = text.indexOf('\n\n<!-- end of table -->', start)
  if (start < 0 || end < 0) throw new Error(`No document has markers for the table "${name}".`)
  const from = start + marker.length
  return { before: text.slice(0, from), table: text.slice(from, Math.max(from, end)), after: text.slice(end) }
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|')
}

function code(text: string): string {
  return `\`${text}\``
}

function problemRows(): readonly Row[] {
  const kinds = Object.entries<{ status: number; title: string; retryable?: true }>(problems)
  const sorted = kinds.toSorted(([, left], [, right]) => left.status - right.status)
  return [
    ['status', 'code', 'retryable', 'meaning'],
    ...sorted.map(([name, { status, title, retryable }]) => [String(status), code(name), retryable ? 'yes' : '', title])
  ]
}

function settingRows(): readonly Row[] {
  const isSecret = (name: string) => secretVariables.some(secret => secret === name)
  return [
    ['variable', 'meaning', 'default'],
    ...variables.map(([name, meaning, usual]) => [`${code(name)}${isSecret(name) ? ' (secret)' : ''}`, meaning, usual])
  ]
}

function storedRows(): readonly Row[] {
  const rows = retentionRows(usualRetention)
  return [
    ['data', 'stored by default', 'setting'],
    ...rows.map(({ data, storedFor, setting }) => [data, storedFor, code(`retention.${setting}`)])
  ]
}

async function commandRows(): Promise<readonly Row[]> {
  const all = await program({})
  const visible = all.createHelp().visibleCommands(all)
  const commands = visible.filter(command => command.name() !== 'help')
  return [['command', 'what it does'], ...commands.flatMap(command => rowsOf(command, ''))]
}

/** A command, or each of the commands below it. */
function rowsOf(command: Command, before: string): readonly Row[] {
  const name = `${before}${command.name()}`
  if (command.commands.length > 0) return command.commands.flatMap(each => rowsOf(each, `${name} `))
  const values = command.registeredArguments.map(each => (each.required ? ` <${each.name()}>` : ` [${each.name()}]`))
  return [[code(`${name}${values.join('')}`), command.description()]]
}

/** The tools of a product as clients of the Model Context Protocol list them. */
async function toolRows(slug: string): Promise<readonly Row[]> {
  const { default: product }: { default: Product } = await import(join(root, 'plugins', slug, 'dist/index.js'))
  const actions = Object.entries(product.actions).filter(([, { internal }]) => !internal)
  return [
    ['tool', 'what the agent reads', 'hints', 'arguments'],
    ...actions.map(([action, declared]) => {
      const {
        name,
        description = '',
        inputSchema,
        annotations
      } = listedTool(toolName(slug, action), { action: declared })
      const { properties = {}, required = [] } = inputSchema
      const hints = Object.entries(annotations ?? {}).flatMap(([hint, isSo]) => (isSo ? [code(hint)] : []))
      const shown = Object.keys(properties).map(each => code(required.includes(each) ? each : `${each}?`))
      return [code(name), description.replaceAll(/\s+/g, ' '), hints.join(', '), shown.join(', ')]
    })
  ]
}
