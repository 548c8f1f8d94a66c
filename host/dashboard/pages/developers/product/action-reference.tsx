import { Link, useParams } from 'wouter'
import { hasCode } from '../../../api/problem.js'
import {
  type ActionDescription,
  isSafeToRepeat,
  type JsonSchema,
  type ProductDescription,
  useProduct
} from '../../../api/products.js'
import { type SampleAnswer as Sample, useDocuments } from '../../../api/reference.js'
import { CallExamples, Code } from '../../../parts/code.js'
import { Loaded } from '../../../parts/loaded.js'
import { nameInWords } from '../../../views/words.js'
import { NotFound } from '../../not-found.js'
import { Anchored } from '../anchored.js'
import { DefinitionTable } from '../definition-table.js'
import { Folded } from '../folded.js'
import { actionPath, fieldId, linksOf, productPath } from '../fragments.js'
import { ProductText } from '../product-text.js'
import { LeadToCome, ReferencePage } from '../reference-page.js'
import { responseRows, rowsOf } from '../schema-rows.js'
import { FieldTable } from './field-table.js'
import { TryIt } from './try-it.js'

const effects = { read: 'only reads', write: 'writes', external: 'calls other services' } as const

/** `/developers/products/{slug}/{action}`: what an action does, its request, its responses, and a form to try it. */
export function ActionReference() {
  const { slug = '', action: name = '' } = useParams()
  const product = useProduct(slug)
  const documents = useDocuments(slug)
  const { data } = product
  const action = data?.actions.find(each => each.name === name)
  if (hasCode(product.error, 'unknown_product') || (data && !action)) return <NotFound />
  return (
    <ReferencePage
      title={action?.title ?? nameInWords(name)}
      back={<Link to={productPath(slug)}>{data?.title ?? nameInWords(slug)}</Link>}
      lead={action?.description ?? <LeadToCome />}
      parent={productPath(slug)}
      sections={data ? linksOf(data, documents.data) : []}
    >
      <Loaded query={product} lines={40}>
        {described => (
          <Loaded query={documents} lines={40}>
            {({ samples }) =>
              action && (
                <>
                  <Request product={described} action={action} sample={samples?.answers[name]} />
                  <Responses
                    product={described}
                    action={action}
                    sample={samples?.answers[name]}
                    sampleVersion={samples?.version ?? described.version}
                  />
                  <section className="card" aria-labelledby="try">
                    <Anchored id="try" level={2} name="Try it" />
                    <p className="quiet">This sends a request from your browser, which counts like any other.</p>
                    <TryIt slug={slug} action={action} />
                  </section>
                  <Neighbours product={described} name={name} />
                </>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </ReferencePage>
  )
}

interface ActionProps {
  readonly product: ProductDescription
  readonly action: ActionDescription
  /** The recorded answer; undefined if there is none. */
  readonly sample: Sample | undefined
}

function Request({ product, action, sample }: ActionProps) {
  const { name, effect, inputSchema, examples, limits } = action
  const input = sample?.input ?? examples[0]?.input
  return (
    <section className="card" aria-labelledby="request">
      <Anchored id="request" level={2} name="Request" />
      <p className="quiet">
        The action <code>{name}</code> {effects[effect]}, and has a time limit of {limits.timeoutMs / 1000} seconds.{' '}
        <Link to={`/products/${product.slug}?action=${name}`}>Run it in the dashboard</Link>
      </p>
      {input && <CallExamples slug={product.slug} input={input} label={name} isSafe={isSafeToRepeat(action)} />}
      <FieldTable
        rows={rowsOf(inputSchema)}
        label={`Fields of ${name}`}
        idOf={path => fieldId('request', path)}
        product={product}
      />
    </section>
  )
}

interface ResponsesProps extends ActionProps {
  /** The version of the product that gave the recorded answer. */
  readonly sampleVersion: string
}

/** The responses of an action, one kind after the other; the successful one is open. */
function Responses({ product, action, sample, sampleVersion }: ResponsesProps) {
  const { name, outputSchema, errors } = action
  return (
    <section className="card" aria-labelledby="responses">
      <Anchored id="responses" level={2} name="Responses" />
      <Folded
        isOpen
        summary={
          <>
            200, <code>ok</code> is <code>true</code>: the action has succeeded
          </>
        }
      >
        <SampleAnswer name={name} schema={outputSchema} sample={sample} version={sampleVersion} />
        <p id="response" tabIndex={-1} className="quiet">
          The fields that every response has are described under{' '}
          <Link to="/developers/guides/requests#responses">Requests and responses</Link>. A field marked “always” is
          there whenever <code>ok</code> is <code>true</code>. Inside an object, it is there whenever the object is.
        </p>
        <FieldTable
          rows={responseRows(outputSchema)}
          label={`Response of ${name}`}
          idOf={path => fieldId('response', path)}
          product={product}
          isFolded
        />
      </Folded>
      {errors.length > 0 && (
        <Folded
          id="failures"
          summary={
            <>
              200, <code>ok</code> is <code>false</code>: {errors.length}{' '}
              {errors.length === 1 ? 'expected failure' : 'expected failures'}
            </>
          }
        >
          <p className="quiet">
            <code>detail.error.code</code> is one of these. Other fields of <code>detail</code> may be missing then. If{' '}
            <code>detail.error.retryable</code> is <code>true</code>, you can send the request again later, with a new{' '}
            <code>Idempotency-Key</code>. The guide <Link to="/developers/guides/errors#expected-failures">Errors</Link>{' '}
            shows such a response.
          </p>
          <DefinitionTable
            label={`Expected failures of ${name}`}
            columns={['Code', 'Meaning']}
            rows={errors.map(error => [
              error.code,
              <ProductText key={error.code} product={product} text={error.description} />
            ])}
          />
        </Folded>
      )}
      <p className="quiet">
        Every other status is an error that all actions have in common:{' '}
        <Link to={`${productPath(product.slug)}#errors`}>Errors</Link>.
      </p>
    </section>
  )
}

/** Links to the actions before and after this one, in the order of the product. */
function Neighbours({
  product: { slug, actions },
  name
}: {
  readonly product: ProductDescription
  readonly name: string
}) {
  const index = actions.findIndex(each => each.name === name)
  const links = [
    ['Previous', actions[index - 1]],
    ['Next', actions[index + 1]]
  ] as const
  return (
    <nav className="neighbours" aria-label="Previous and next action">
      {links.map(
        ([label, action]) =>
          action && (
            <Link key={label} to={actionPath(slug, action.name)}>
              <span className="quiet">{label}</span> {action.title}
            </Link>
          )
      )}
    </nav>
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

/** A sample of more lines is folded. */
const mostOpenLines = 40

/** The recorded response of an action; without one, a response that is made up from the schema and says so. */
function SampleAnswer({ name, schema, sample, version }: SampleAnswerProps) {
  const text = JSON.stringify(sample?.answer ?? madeUp(schema), null, 2)
  const lines = text.split('\n').length
  return (
    <Folded id="answer" isOpen={lines <= mostOpenLines} summary={`Sample, ${lines} lines`}>
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
      <Code text={text} language="json" label={`A sample response of ${name}`} />
    </Folded>
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
