import { Link } from 'wouter'
import { type ProductDescription, useCatalogue } from '../../api/products.js'
import { type ProductDocuments, useAllDocuments, useDescriptions } from '../../api/reference.js'
import { Loaded } from '../../parts/loaded.js'
import { Card } from '../../parts/page.js'
import { Anchored } from './anchored.js'
import { Note, ProductChanges, VersionDay } from './product-changes.js'
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
      lead="What changed in each product, newest first."
      sections={(products ?? []).map(({ slug, title }) => [slug, title])}
    >
      <Loaded query={documents} lines={60}>
        {all => (
          <>
            <LatestVersions products={products ?? []} documents={all} />
            {(products ?? []).map(({ slug, title }) => {
              const own = all.find(each => each.slug === slug)
              const actions = descriptions.find(each => each.slug === slug)?.actions ?? []
              return own && <ProductCard key={slug} slug={slug} title={title} documents={own} actions={actions} />
            })}
          </>
        )}
      </Loaded>
    </ReferencePage>
  )
}

interface LatestVersionsProps {
  readonly products: readonly Pick<ProductDescription, 'slug' | 'title'>[]
  readonly documents: readonly ProductDocuments[]
}

/** The newest version of each product, the latest first, with the first thing that changed in its last release that is no patch. */
function LatestVersions({ products, documents }: LatestVersionsProps) {
  const latest = products.flatMap(({ slug, title }) => {
    const versions = documents.find(each => each.slug === slug)?.changes ?? []
    const [newest] = versions
    const release = versions.find(({ version }) => version.endsWith('.0'))
    const note = release?.notes.find(({ isItem }) => isItem)?.text
    return newest ? [{ slug, title, ...newest, release: release?.version, note }] : []
  })
  const rows = latest.toSorted((one, other) => (other.madeOn ?? '').localeCompare(one.madeOn ?? ''))
  return (
    <Card title="Latest versions">
      <ul className="latest-versions">
        {rows.map(({ slug, title, version, madeOn, release, note }) => (
          <li key={slug}>
            <p className="row apart">
              <a href={`#${slug}-${version}`}>
                {title} {version}
              </a>
              {madeOn && <VersionDay day={madeOn} />}
            </p>
            {note && (
              <p className="quiet">
                New in {release?.replace(/\.0$/, '')}: <Note text={note} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
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
