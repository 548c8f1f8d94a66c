import type { Tool } from '@modelcontextprotocol/server'
import type { Action } from '@product-host/sdk'
import { type JsonSchema, wireSchema } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import { jsonObjectOf } from '../base/json.js'
import { allScopes, covers } from '../base/scopes.js'
import { annotationsOf, fieldNotes, noMetrics, publicActions } from '../products/describe.js'
import type { ActionPlan, Mounted, Registry } from '../products/registry.js'
import { withoutKeywords } from '../products/schema-keywords.js'
import { toolName } from '../products/tool-names.js'
import { type ParamHeader, paramHeaders } from './param-headers.js'

/** An action as a tool: what clients see of it, and what runs it. */
export interface ActionTool {
  readonly plan: ActionPlan
  readonly listed: Tool
  /** Its arguments that clients repeat in headers. */
  readonly paramHeaders: readonly ParamHeader[]
}

/** The tools behind one address, by name, in the order of the registry. */
export type ToolSet = ReadonlyMap<string, ActionTool>

/** The actions of all products as tools, made again when other products are served. */
export class ToolCatalogue {
  #all: { readonly tools: ToolSet; readonly generation: number } | undefined
  readonly #ofProduct = new WeakMap<Mounted, ToolSet>()

  constructor(
    private readonly registry: Registry,
    private readonly logger: Logger
  ) {}

  /** The tools of every product, named `slug_action`. */
  all(): ToolSet {
    const { generation } = this.registry
    if (this.#all?.generation !== generation)
      this.#all = { tools: this.#make(this.registry.all(), toolName), generation }
    return this.#all.tools
  }

  /** The tools of one product, under the plain names of its actions. */
  of(product: Mounted): ToolSet {
    const known = this.#ofProduct.get(product)
    if (known) return known
    const made = this.#make([product], (_slug, action) => action)
    this.#ofProduct.set(product, made)
    return made
  }

  /** An action that cannot be shown as a tool is left out and logged; the others are listed. */
  #make(products: readonly Mounted[], nameOf: (slug: string, action: string) => string): ToolSet {
    const tools = new Map<string, ActionTool>()
    for (const product of products)
      for (const [action] of publicActions(product)) {
        const plan = product.plans.get(action)
        if (!plan) continue
        try {
          const name = nameOf(product.slug, action)
          const listed = listedTool(name, plan)
          tools.set(name, { plan, listed, paramHeaders: paramHeaders(listed.inputSchema) })
        } catch (err) {
          this.logger.error({ product: product.slug, action, err }, 'an action cannot be listed as a tool')
        }
      }
    return tools
  }
}

/** A tool as it is listed for a client that did not ask for the schemas of answers: they are most of the bytes of a list. */
export function withoutOutputSchema({ outputSchema: _schema, ...tool }: Tool): Tool {
  return tool
}

/** Whether a key with these scopes may run a tool; the account's plan and config are checked when the tool is called. */
export function mayRun(scopes: readonly string[] | undefined, { plan }: ActionTool): boolean {
  return covers(scopes ?? allScopes, `${plan.product.slug}:execute`)
}

/** An action as clients see it. */
export function listedTool(name: string, { action }: Pick<ActionPlan, 'action'>): Tool {
  const { title, description } = action
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema(action), type: 'object' },
    outputSchema: outputSchema(action),
    annotations: annotationsOf(action)
  }
}

/** The input without what says how forms show its fields, their labels included, and without the fields by which a person agrees. */
function inputSchema({ input, confirmationFields = [] }: Action): JsonSchema {
  const hidden: readonly string[] = confirmationFields
  const { properties, ...rest } = wireSchema(input)
  const open = Object.entries(jsonObjectOf(properties)).filter(([name]) => !hidden.includes(name))
  const schema = { ...rest, properties: Object.fromEntries(open) }
  return withoutKeywords(schema, keyword => keyword === 'x-record' || keyword === 'title')
}

/**
 * The answer without what the protocol says in another way and without the views, which are for people; what the detail defines
 * for its references stands at the root.
 */
function outputSchema(action: Action): NonNullable<Tool['outputSchema']> {
  const { $defs, 'x-view': _views, ...detail } = action.detail
  return JSON.parse(
    JSON.stringify({
      type: 'object',
      ...($defs && { $defs }),
      properties: {
        summary: { type: 'string' },
        metrics: action.metrics ?? noMetrics,
        detail: { ...detail, properties: { ...detail.properties, ...fieldNotes } },
        requestId: { type: 'string' }
      },
      required: ['summary', 'metrics', 'detail', 'requestId']
    })
  )
}
