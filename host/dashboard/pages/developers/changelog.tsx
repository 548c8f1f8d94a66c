import { Link } from 'wouter'
import { type ProductDescription, useCatalogue } from '../../api/products.js'
import { type ProductDocuments, useAllDocuments, useDescriptions } from '../../api/reference.js'
import { Loaded } from '../../parts/loaded.js'
import { Anchored } from './anchored.js'
import { ProductChanges } from './product-changes.js'
import { ReferencePage } from './reference-page.js'

/** `/developers/changelog`: what changed in each product, by the change logs of their packages and by their contracts. */
export function Changelog() {
  const products = useCatalogue().data?.products
  const slugs = products?.map(({ slug }) => slug)
  const documents = useAllDocuments(slugs)
  const { known: descriptions } = useDescriptions(slugs)
  return (
    <ReferencePage
      title="Changelog"
      lead="What is new, by product, with the newest version of each first."
      sections={(products ?? []).map(({ slug, title }) => [slug, title])}
    >
      <Loaded query={documents} lines={60}>
        {all =>
          (products ?? []).map(({ slug, title }) => {
            const own = all.find(each => each.slug === slug)
            const actions = descriptions.find(each => each.slug === slug)?.actions ?? []
            return own && <ProductCard key={slug} slug={slug} title={title} documents={own} actions={actions} />
          })
        }
      </Loaded>
    </ReferencePage>
  )
}

interface ProductCardProps extends Pick<ProductDescription, 'slug' | 'title' | 'actions'> {
  readonly documents: ProductDocuments
}

function ProductCard({ slug, title, actions, documents }: ProductCardProps) {
  return (
    <section className="card" aria-labelledby={slug}>
      <div className="card-head">
        <Anchored id={slug} level={2} name={title} />
        <Link to={`/developers/products/${slug}`}>{title} reference</Link>
      </div>
      <ProductChanges
        documents={documents}
        actions={actions}
        idOf={(version, part) => (part ? `${slug}-${part}-${version}` : `${slug}-${version}`)}
      />
    </section>
  )
}
