import { useProduct } from '../../../api/products.js'
import type { Product } from '../../../api/shapes.js'
import { Badge } from '../../../parts/badge.js'
import { Card } from '../../../parts/card.js'
import { Loaded } from '../../../parts/loaded.js'
import { ActionReference } from './action-reference.js'
import { FieldTable } from './field-table.js'
import { settingRows } from './setting-rows.js'

/** A product as it describes itself: its actions with every field, and its settings. */
export function ProductReference({ slug }: { readonly slug: string }) {
  const product = useProduct(slug)
  const title = product.state === 'ready' ? product.body.title : slug
  return (
    <Card title={title} id={`product-${slug}`} aside={<code>{slug}</code>}>
      <Loaded resource={product} lines={6}>
        {body => <Described product={body} />}
      </Loaded>
    </Card>
  )
}

function Described({ product }: { readonly product: Product }) {
  const { slug, description, version, availability, actions, config } = product
  return (
    <>
      <p>{description}</p>
      <p className="row">
        <Badge>version {version}</Badge>
        {availability.waitlist && (
          <Badge tone="warning">waitlist: needs {availability.requires.join(', ').replaceAll('_', ' ')}</Badge>
        )}
      </p>
      {actions.map(action => (
        <ActionReference key={action.name} slug={slug} action={action} />
      ))}
      {config.settingsSchema && (
        <details className="reference">
          <summary>Settings</summary>
          <FieldTable rows={settingRows(config.settingsSchema)} label={`Settings of ${product.title}`} />
        </details>
      )}
    </>
  )
}
