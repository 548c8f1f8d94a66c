import { isRecord, listed, named, type Schema } from './schema.js'

/** What of a product a caller depends on. */
export interface ContractDocument {
  readonly slug: string
  readonly version: string
  readonly actions: Readonly<Record<string, ContractAction>>
  /** Only of a connection product. */
  readonly settings: Schema | undefined
}

/** What of an action a caller depends on. */
export interface ContractAction {
  readonly title: unknown
  readonly description: unknown
  readonly effect: string
  readonly isIdempotent: boolean
  readonly isDeprecated: boolean
  readonly input: Schema
  readonly detail: Schema
  readonly metrics: Schema
  readonly errors: readonly string[]
}

/** Reads a product as `GET …/execute` describes it. Throws, in a sentence, when it is none. */
export function readDocument(description: unknown, source: string): ContractDocument {
  if (!isRecord(description) || typeof description.slug !== 'string' || !Array.isArray(description.actions))
    throw new Error(`${source} holds no description of a product, as GET …/execute answers it.`)
  const { slug, version, actions, config } = description
  const settings = isRecord(config) && isRecord(config.settingsSchema) ? config.settingsSchema : undefined
  return {
    slug,
    version: String(version),
    actions: Object.fromEntries(actions.filter(isRecord).map(action => [String(action.name), readAction(action)])),
    settings
  }
}

function readAction(action: Schema): ContractAction {
  const { properties = {} } = succeeding(action.outputSchema)
  const { detail, metrics } = named(properties)
  return {
    title: action.title,
    description: action.description,
    effect: String(action.effect),
    isIdempotent: isRecord(action.annotations) && action.annotations.idempotentHint === true,
    isDeprecated: 'deprecated' in action,
    input: without(action.inputSchema, 'action'),
    detail: { ...without(detail, 'ignoredFields'), ...definitions(action.outputSchema) },
    metrics: named(metrics),
    errors: listed(action.errors).flatMap(error => (isRecord(error) ? [String(error.code)] : []))
  }
}

/** The branch of the answer that says that what was asked was done. */
function succeeding(output: unknown): Schema {
  const [branch] = isRecord(output) ? listed(output.oneOf) : []
  return isRecord(branch) ? branch : {}
}

/** What the schemas of an answer refer to, wherever it stands: at the root, or in the detail itself. */
function definitions(output: unknown): Schema {
  return isRecord(output) && '$defs' in output ? { $defs: output.$defs } : {}
}

/** A schema without the member that the host adds to what the product declares. */
function without(schema: unknown, name: string): Schema {
  if (!isRecord(schema)) return {}
  const { [name]: _, ...properties } = named(schema.properties)
  const required = listed(schema.required).filter(each => each !== name)
  return { ...schema, properties, required }
}
