import { useEffect } from 'react'
import { useCatalogue } from '../../api/products.js'
import type { ProductSummary } from '../../api/shapes.js'
import { Card } from '../../parts/card.js'
import { Loaded } from '../../parts/loaded.js'
import { Page } from '../../parts/page.js'
import { Calls } from './calls.js'
import { Errors } from './errors.js'
import { Limits } from './limits.js'
import { Quickstart } from './quickstart.js'
import { ProductReference } from './reference/product-reference.js'
import { Webhooks } from './webhooks.js'

/** Everything that somebody has to know who calls this host from a program. */
export default function Developers() {
  const catalogue = useCatalogue()
  return (
    <Page
      title="For developers"
      lead="Every product runs its actions behind the same route, answers in the same envelope, and refuses in the same form."
      aside={
        <a className="button" href="/openapi.json">
          OpenAPI 3.1
        </a>
      }
    >
      <Loaded resource={catalogue} lines={30}>
        {({ products }) => (
          <div className="columns with-list">
            <Contents products={products} />
            <div className="stack wide">
              <Card title="Quickstart" id="quickstart">
                <Quickstart products={products} />
              </Card>
              <Card title="Calls and answers" id="calls">
                <Calls />
              </Card>
              {products.map(({ slug }) => (
                <ProductReference key={slug} slug={slug} />
              ))}
              <Card title="Errors" id="errors">
                <Errors />
              </Card>
              <Card title="Limits" id="limits">
                <Limits />
              </Card>
              <Card title="Webhooks" id="webhooks">
                <Webhooks products={products} />
              </Card>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Contents({ products }: { readonly products: readonly ProductSummary[] }) {
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  const parts = [
    ['quickstart', 'Quickstart'],
    ['calls', 'Calls and answers'],
    ...products.map(({ slug, title }) => [`product-${slug}`, title] as const),
    ['errors', 'Errors'],
    ['limits', 'Limits'],
    ['webhooks', 'Webhooks']
  ] as const
  return (
    <nav aria-label="On this page" className="toc choices">
      {parts.map(([id, name]) => (
        <a key={id} href={`#${id}`}>
          {name}
        </a>
      ))}
    </nav>
  )
}
