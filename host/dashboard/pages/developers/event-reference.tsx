import type { JsonSchema, ProductDescription } from '../../api/products.js'
import type { ProductDocuments, SampleWebhook } from '../../api/reference.js'
import { Code } from '../../parts/code.js'
import { AnchoredNames } from './anchored.js'
import { Folded } from './folded.js'
import { eventFieldId, eventId } from './fragments.js'
import { FieldTable } from './product/field-table.js'
import { rowsOf } from './schema-rows.js'

interface EventReferenceProps {
  readonly product: ProductDescription
  readonly documents: ProductDocuments | undefined
}

/** The events of a product in the order of their table: what the fields of `data` mean, and the recorded samples. */
export function EventReference({ product, documents }: EventReferenceProps) {
  return partsOf(product, documents?.samples?.webhooks ?? []).map(({ names, dataSchema, webhooks }) => (
    <div key={names.join()} className="stack tight">
      <AnchoredNames level={3} items={names.map(name => ({ id: eventId(name), name }))} />
      {dataSchema && <DataFields product={product} names={names} schema={dataSchema} />}
      {webhooks.map(webhook => (
        <Folded key={webhook.event} summary={`A recorded request of ${webhook.event}`}>
          <WebhookSample webhook={webhook} />
        </Folded>
      ))}
    </div>
  ))
}

/** Events that have the same fields, and their samples. */
interface EventPart {
  readonly names: readonly string[]
  /** Undefined for an event that has a sample and is not declared. */
  readonly dataSchema: JsonSchema | undefined
  readonly webhooks: readonly SampleWebhook[]
}

function partsOf({ webhookEvents }: ProductDescription, webhooks: readonly SampleWebhook[]): readonly EventPart[] {
  const declared = Map.groupBy(webhookEvents, ({ dataSchema }) => JSON.stringify(dataSchema))
  const undeclared = webhooks.filter(({ event }) => !webhookEvents.some(({ name }) => name === event))
  return [
    ...[...declared.values()].map(events => ({
      names: events.map(({ name }) => name),
      dataSchema: events[0]?.dataSchema,
      webhooks: webhooks.filter(({ event }) => events.some(({ name }) => name === event))
    })),
    ...undeclared.map(webhook => ({ names: [webhook.event], dataSchema: undefined, webhooks: [webhook] }))
  ]
}

interface DataFieldsProps {
  readonly product: ProductDescription
  readonly names: readonly string[]
  readonly schema: JsonSchema
}

function DataFields({ product, names, schema }: DataFieldsProps) {
  const rows = rowsOf(schema, { prefix: 'data.', present: 'always' })
  if (rows.length === 0)
    return (
      <p>
        The member <code>data</code> is empty.
      </p>
    )
  const [first = ''] = names
  return (
    <FieldTable
      rows={rows}
      label={`Data of ${names.join(', ')}`}
      idOf={path => eventFieldId(first, path)}
      product={product}
    />
  )
}

/** A recorded webhook as its receiver gets it: its headers, and its body on several lines. */
export function WebhookSample({ webhook: { event, headers, body } }: { readonly webhook: SampleWebhook }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      <Code text={['POST / HTTP/1.1', ...lines].join('\n')} label={`The headers of ${event}`} />
      <Code text={JSON.stringify(body, null, 2)} language="json" label={`The body of ${event}`} />
    </>
  )
}
