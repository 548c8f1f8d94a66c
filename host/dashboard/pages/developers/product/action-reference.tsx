import { Link } from 'wouter'
import {
  type ActionDescription,
  isSafeToRepeat,
  type JsonSchema,
  type ProductDescription
} from '../../../api/products.js'
import type { SampleAnswer as Sample } from '../../../api/reference.js'
import { CallExamples, Code } from '../../../parts/code.js'
import { Anchored } from '../anchored.js'
import { DefinitionTable } from '../definition-table.js'
import { actionId, fieldId } from '../fragments.js'
import { ProductText } from '../product-text.js'
import { responseRows, rowsOf } from '../schema-rows.js'
import { FieldTable } from './field-table.js'
import { TryIt } from './try-it.js'

const effects = { read: 'only reads', write: 'writes', external: 'calls other services' } as const

interface ActionReferenceProps {
  readonly product: ProductDescription
  readonly action: ActionDescription
  /** The recorded answer; undefined if there is none, null while that is not known. */
  readonly sample: Sample | undefined | null
  /** The version of the product that gave it. */
  readonly sampleVersion: string
}

/** One action: what it does, its request, a sample answer, its response, its failures, and a form to try it. */
export function ActionReference({ product, action, sample, sampleVersion }: ActionReferenceProps) {
  const { slug } = product
  const { name, title, description, effect, inputSchema, outputSchema, examples, limits, errors } = action
  const input = sample?.input ?? examples[0]?.input
  return (
    <section className="card" aria-labelledby={actionId(name)}>
      <Anchored id={actionId(name)} level={2} name={title} />
      <p>{description}</p>
      <p className="quiet">
        The action <code>{name}</code> {effects[effect]}, and has a time limit of {limits.timeoutMs / 1000} seconds.{' '}
        <Link to={`/products/${slug}?action=${name}`}>Run it in the dashboard</Link>
      </p>
      <Anchored id={actionId(name, 'request')} level={3} name={`Request of ${name}`}>
        Request
      </Anchored>
      {input && <CallExamples slug={slug} input={input} label={name} isSafe={isSafeToRepeat(action)} />}
      <FieldTable
        rows={rowsOf(inputSchema)}
        label={`Fields of ${name}`}
        idOf={path => fieldId(name, 'request', path)}
        product={product}
      />
      <Anchored id={actionId(name, 'answer')} level={3} name={`Sample response of ${name}`}>
        Sample response
      </Anchored>
      {sample !== null && <SampleAnswer name={name} schema={outputSchema} sample={sample} version={sampleVersion} />}
      <Anchored id={actionId(name, 'response')} level={3} name={`Response of ${name}`}>
        Response
      </Anchored>
      <p className="quiet">
        The fields that every response has are described under{' '}
        <Link to="/developers/guides/requests#responses">Requests and responses</Link>. A field marked “always” is there
        whenever <code>ok</code> is <code>true</code>. Inside an object, it is there whenever the object is.
      </p>
      <FieldTable
        rows={responseRows(outputSchema)}
        label={`Response of ${name}`}
        idOf={path => fieldId(name, 'response', path)}
        product={product}
        isFolded
      />
      {errors.length > 0 && (
        <>
          <Anchored id={actionId(name, 'failures')} level={3} name={`Expected failures of ${name}`}>
            Expected failures
          </Anchored>
          <p className="quiet">
            The status is 200, <code>ok</code> is <code>false</code>, and <code>detail.error.code</code> is one of
            these. Other fields of <code>detail</code> may be missing then. If <code>detail.error.retryable</code> is{' '}
            <code>true</code>, you can send the request again later, with a new <code>Idempotency-Key</code>. The guide{' '}
            <Link to="/developers/guides/errors#expected-failures">Errors</Link> shows such a response.
          </p>
          <DefinitionTable
            label={`Expected failures of ${name}`}
            columns={['Code', 'Meaning']}
            rows={errors.map(error => [
              error.code,
              <ProductText key={error.code} product={product} text={error.description} />
            ])}
          />
        </>
      )}
      <Anchored id={actionId(name, 'try')} level={3} name={`Try ${name}`}>
        Try it
      </Anchored>
      <p className="quiet">This sends a request from your browser, which counts like any other.</p>
      <TryIt slug={slug} action={action} />
    </section>
  )
}

interface SampleAnswerProps {
  /** The name of the action. */
  readonly name: string
  /** The schema of its answers. */
  readonly schema: JsonSchema
  readonly sample: Sample | undefined
  readonly version: string
}

/** The recorded response of an action; without one, a response that is made up from the schema and says so. */
function SampleAnswer({ name, schema, sample, version }: SampleAnswerProps) {
  const answer = sample?.answer ?? madeUp(schema)
  return (
    <>
      <p className="quiet">
        {sample
          ? `The response to the request above, recorded in a test with version ${version} of the product. Other services are simulated.`
          : 'Made up from the schema: the package has no recorded response of this action. Names and types are right, values are not.'}{' '}
        {sample && (
          <>
            A response to you also has <code>latencyMs</code> and <code>requestId</code>.
          </>
        )}
      </p>
      <Code text={JSON.stringify(answer, null, 2)} language="json" label={`A sample response of ${name}`} />
    </>
  )
}

function madeUp(schema: JsonSchema): unknown {
  const success = schema.oneOf?.find(({ properties }) => properties?.ok?.const === true)
  return exampleOf(success ?? schema, schema.$defs ?? {})
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'jane@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000'
}

const deepest = 8

/** A value that a schema allows as far as its types go: required members, the first alternative, one item of a list. */
function exampleOf(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>, depth = 0): unknown {
  if (depth > deepest) return null
  const below = (inner: JsonSchema) => exampleOf(inner, definitions, depth + 1)
  const { $ref } = schema
  if ($ref !== undefined) return below(definitions[$ref.replace('#/$defs/', '')] ?? {})
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const [alternative] = schema.anyOf ?? schema.oneOf ?? []
  if (alternative) return below(alternative)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const required = schema.required ?? []
      const members = Object.entries(schema.properties ?? {}).filter(([name]) => required.includes(name))
      return Object.fromEntries(members.map(([name, member]) => [name, below(member)]))
    }
    case 'array':
      return schema.items && schema.maxItems !== 0 ? [below(schema.items)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return true
    case 'string':
      return formats[schema.format ?? ''] ?? 'text'
    default:
      return null
  }
}
