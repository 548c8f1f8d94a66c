import type { ProductSummary } from '@product-host/sdk/client'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useCatalogue } from '../../api/products.js'
import { type ProductDocuments, useAllDocuments, type VersionNotes } from '../../api/reference.js'
import { Marked } from '../../parts/code.js'
import { Loaded } from '../../parts/loaded.js'
import { Empty } from '../../parts/page.js'
import { withQuotes } from '../../parts/quotes.js'
import { Anchored } from './anchored.js'
import { Folded } from './folded.js'
import { currentFragment, productPath } from './fragments.js'
import { highlightOf, Notes, VersionDay } from './product-changes.js'
import { ReferencePage } from './reference-page.js'

/** `/developers/changelog`: the versions of all products by the change logs of their packages, or those of the product in the address. */
export function Changelog() {
  const products = useCatalogue().data?.products ?? []
  const documents = useAllDocuments(products.length > 0 ? products.map(({ slug }) => slug) : undefined)
  const [search] = useSearchParams()
  const chosen = search.get('product')
  useProductFragment(products)
  return (
    <ReferencePage title="Changelog" lead="What changed in the products, the latest first." sections={[]}>
      <ProductFilter products={products} chosen={chosen} />
      <Loaded query={documents} lines={60}>
        {all => <Days days={daysOf(products, all, chosen)} />}
      </Loaded>
    </ReferencePage>
  )
}

/** Links to a product on this page, such as `#core`, choose the product. */
function useProductFragment(products: readonly Pick<ProductSummary, 'slug'>[]): void {
  const [, setSearch] = useSearchParams()
  useEffect(() => {
    const fragment = currentFragment()
    if (products.some(({ slug }) => slug === fragment)) setSearch({ product: fragment }, { replace: true })
  }, [products, setSearch])
}

interface ProductFilterProps {
  readonly products: readonly Pick<ProductSummary, 'slug' | 'title'>[]
  readonly chosen: string | null
}

function ProductFilter({ products, chosen }: ProductFilterProps) {
  const links = [{ slug: null, title: 'All products' }, ...products]
  return (
    <nav className="chips" aria-label="Products in the changelog">
      {links.map(({ slug, title }) => (
        <Link
          key={title}
          to={slug === null ? '/developers/changelog' : `/developers/changelog?product=${slug}`}
          className="chip"
          aria-current={slug === chosen ? 'true' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** A version of a product. */
interface Release {
  readonly product: Pick<ProductSummary, 'slug' | 'title'>
  readonly notes: VersionNotes
  /** The version with which its contract is compared on the page of the product. */
  readonly contractSince: string | undefined
}

/** The releases of a day, given as `YYYY-MM-DD`; undefined for those without a date. */
type Day = readonly [day: string | undefined, releases: readonly Release[]]

/** The releases of the chosen product, or of all, by day: the latest first, those without a date last. */
function daysOf(
  products: readonly Pick<ProductSummary, 'slug' | 'title'>[],
  documents: readonly ProductDocuments[],
  chosen: string | null
): readonly Day[] {
  const releases = products
    .filter(({ slug }) => chosen === null || slug === chosen)
    .flatMap(product => {
      const own = documents.find(({ slug }) => slug === product.slug)
      return (own?.changes ?? []).map(notes => ({
        product,
        notes,
        contractSince: own?.contracts.find(({ to }) => to === notes.version)?.from
      }))
    })
  const days = [...Map.groupBy(releases, ({ notes }) => notes.madeOn)]
  return days.toSorted(([one = ''], [other = '']) => other.localeCompare(one))
}

function Days({ days }: { readonly days: readonly Day[] }) {
  if (days.length === 0)
    return (
      <div className="card">
        <Empty title="No version is listed here" />
      </div>
    )
  return days.map(([day, releases], index) => (
    <section key={day ?? ''} className="card" aria-labelledby={`on-${day ?? 'no-date'}`}>
      <h2 id={`on-${day ?? 'no-date'}`}>{day === undefined ? 'Earlier, without a date' : <VersionDay day={day} />}</h2>
      {index === 0 ? (
        <>
          <Highlights releases={releases} />
          <Releases releases={releases} />
        </>
      ) : (
        <Folded summary={releases.map(({ product: { title }, notes }) => `${title} ${notes.version}`).join(', ')}>
          <Releases releases={releases} />
        </Folded>
      )}
    </section>
  ))
}

interface ReleasesProps {
  readonly releases: readonly Release[]
}

/** What is new in each of several releases, in one sentence that leads to the rest. */
function Highlights({ releases }: ReleasesProps) {
  const highlights = releases.flatMap(({ product: { slug, title }, notes: { version, notes } }) => {
    const text = highlightOf(notes)
    return text === undefined ? [] : [{ id: `${slug}-${version}`, title, text }]
  })
  if (highlights.length === 0 || releases.length === 1) return null
  return (
    <ul className="bullets" aria-label="Highlights">
      {highlights.map(({ id, title, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>: <Marked text={withQuotes(text)} />
        </li>
      ))}
    </ul>
  )
}

function Releases({ releases }: ReleasesProps) {
  return releases.map(({ product: { slug, title }, notes, contractSince }) => (
    <div key={`${slug} ${notes.version}`} className="release">
      <Anchored id={`${slug}-${notes.version}`} level={3} name={`${title} ${notes.version}`} />
      <Notes notes={notes.notes} />
      {contractSince !== undefined && (
        <p id={`${slug}-contract-${notes.version}`} tabIndex={-1}>
          <Link to={`${productPath(slug)}#contract-${notes.version}`}>
            API changes of {title} since {contractSince}, field by field
          </Link>
        </p>
      )}
    </div>
  ))
}
