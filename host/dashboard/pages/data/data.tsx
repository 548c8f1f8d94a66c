import { useState } from 'react'
import { type Catalogue, useCatalogue } from '../../api/products.js'
import { Card } from '../../parts/card.js'
import { Loaded } from '../../parts/loaded.js'
import { Page } from '../../parts/page.js'
import { ExportLink } from './export-link.js'
import { Records } from './records.js'

/** What products keep for the account, record by record, and all of it as one file. */
export default function Data() {
  const catalogue = useCatalogue()
  return (
    <Page
      title="Data"
      lead="What is kept for you: yours to read, and to take out whole at any time."
      aside={<ExportLink />}
    >
      <Card title="By product">
        <Loaded resource={catalogue} lines={8}>
          {body => <Chosen catalogue={body} />}
        </Loaded>
      </Card>
    </Page>
  )
}

function Chosen({ catalogue: { products } }: { readonly catalogue: Catalogue }) {
  const [slug, setSlug] = useState(products[0]?.slug ?? '')
  const [prefix, setPrefix] = useState('')
  return (
    <>
      <div className="columns two">
        <div className="field">
          <label htmlFor="product">Product</label>
          <select id="product" value={slug} onChange={event => setSlug(event.target.value)}>
            {products.map(product => (
              <option key={product.slug} value={product.slug}>
                {product.title}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="prefix">Keys that begin with</label>
          <input id="prefix" autoComplete="off" value={prefix} onChange={event => setPrefix(event.target.value)} />
        </div>
      </div>
      <Records key={`${slug} ${prefix}`} slug={slug} prefix={prefix} />
    </>
  )
}
