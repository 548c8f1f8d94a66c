import { Link } from 'wouter'
import { type ProductDescription, useCatalogue } from '../../api/products.js'
import { type ProductDocuments, useAllDocuments, useDescriptions, type VersionNotes } from '../../api/reference.js'
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
      lead="What changed in each product, each with its newest version first."
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
    return newest ? [{ slug, title, newest, release }] : []
  })
  const rows = latest.toSorted((one, other) => (other.newest.madeOn ?? '').localeCompare(one.newest.madeOn ?? ''))
  return (
    <Card title="Latest versions">
      <p className="quiet">The newest version of each product, and what its last larger release brought.</p>
      <ul className="latest-versions">
        {rows.map(({ slug, title, newest, release }) => (
          <li key={slug}>
            <p className="row apart">
              <a href={`#${slug}-${newest.version}`}>
                {title} {newest.version}
              </a>
              {newest.madeOn && <VersionDay day={newest.madeOn} />}
            </p>
            {release && <MainChange slug={slug} release={release} isNewest={release === newest} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface MainChangeProps {
  readonly slug: string
  readonly release: VersionNotes
  /** Whether the version above it is this one. */
  readonly isNewest: boolean
}

/** The first thing that changed in a release, with the release and its day where a patch came after it. */
function MainChange({ slug, release: { version, madeOn, notes }, isNewest }: MainChangeProps) {
  const note = notes.find(({ isItem }) => isItem)?.text
  if (note === undefined) return null
  return (
    <p className="quiet">
      {!isNewest && (
        <>
          In <a href={`#${slug}-${version}`}>{version}</a>
          {madeOn && (
            <>
              , <VersionDay day={madeOn} />
            </>
          )}
          :{' '}
        </>
      )}
      <Note text={note} />
    </p>
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
