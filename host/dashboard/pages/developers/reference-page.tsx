import type { ProductSummary } from '@product-host/sdk/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { useCatalogue } from '../../api/products.js'
import { Page } from '../../parts/page.js'
import { NotFound } from '../not-found.js'
import { Anchored } from './anchored.js'
import { currentFragment, productPath, type ReferenceLink } from './fragments.js'
import { guides } from './guides/guides.js'
import { useMovedFragments } from './moved-fragments.js'
import { Search } from './search/search.js'
import '../../style/developers.css'
// With the page, so that its code is coloured when it is first seen.
import '../../parts/highlighted.js'

interface ReferencePageProps {
  readonly title: string
  readonly back?: ReactNode
  readonly glyph?: ReactNode
  readonly lead?: ReactNode
  readonly aside?: ReactNode
  /** The listed page that this one belongs to; undefined for one that is listed itself. */
  readonly parent?: string
  /** What the list shows below the page: its sections, and pages that belong to it. */
  readonly sections: readonly ReferenceLink[]
  readonly children: ReactNode
}

/** A page of the developer reference, with the search and the list of all pages. */
export function ReferencePage({ title, glyph, back, lead, aside, parent, sections, children }: ReferencePageProps) {
  const products = useCatalogue().data?.products ?? []
  useMovedFragments()
  useFragment()
  return (
    <Page title={title} glyph={glyph} back={back} lead={lead} aside={aside}>
      <div className="columns with-list">
        <div className="reference-side">
          <Search products={products} />
          <Contents products={products} parent={parent} sections={sections} />
        </div>
        <div className="stack wide reference-content">{children}</div>
      </div>
    </Page>
  )
}

/** Keeps the place of a lead that is still read, so that what is below it does not move when it comes. */
export function LeadToCome() {
  return <span className="lead-to-come" />
}

/** `/developers/guides/{guide}` */
export function Guide() {
  const { guide: slug } = useParams()
  const guide = guides.find(each => each.slug === slug)
  if (!guide) return <NotFound />
  const { title, about, sections } = guide
  return (
    <ReferencePage
      title={title}
      lead={about}
      sections={sections.map(({ id, title }) => ({ to: `#${id}`, name: title }))}
    >
      {sections.map(section => (
        <section key={section.id} className="card" aria-labelledby={section.id}>
          <Anchored id={section.id} level={2} name={section.title} />
          {section.text}
        </section>
      ))}
    </ReferencePage>
  )
}

interface ContentsProps extends Pick<ReferencePageProps, 'sections'> {
  readonly products: readonly ProductSummary[]
  readonly parent: string | undefined
}

function Contents({ products, parent, sections }: ContentsProps) {
  const groups = [
    [
      'Start',
      [
        { path: '/developers', name: 'Developers' },
        { path: '/developers/changelog', name: 'Changelog' }
      ]
    ],
    ['Guides', guides.map(({ slug, title }) => ({ path: `/developers/guides/${slug}`, name: title }))],
    ['Products', products.map(({ slug, title }) => ({ path: productPath(slug), name: title }))]
  ] as const
  const [current] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLElement>(null)
  // The list scrolls by itself: where it is long, its current link would be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the products and the sections come later
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && link) list.current.scrollTop = link.offsetTop - list.current.clientHeight / 2
  }, [current, products.length, sections.length])
  return (
    <nav ref={list} aria-label="Developer reference" className={`toc reference-list ${isOpen ? 'open' : ''}`}>
      <button type="button" className="reference-menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        All pages
      </button>
      {groups.map(([name, links]) => (
        <div key={name}>
          <p className="quiet">{name}</p>
          <ul className="plain">
            {links.map(link => (
              <li key={link.path}>
                <Link to={link.path} aria-current={link.path === current ? 'page' : undefined}>
                  {link.name}
                </Link>
                {link.path === (parent ?? current) && <Sections sections={sections} current={current} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface SectionsProps extends Pick<ReferencePageProps, 'sections'> {
  readonly current: string
}

function Sections({ sections, current }: SectionsProps) {
  if (sections.length === 0) return null
  return (
    <ul className="plain sections">
      {sections.map(({ to, name }) => (
        <li key={to}>
          {to.startsWith('#') ? (
            <a href={to}>{name}</a>
          ) : (
            <Link to={to} aria-current={to === current ? 'page' : undefined}>
              {name}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What a person does who wants to see something else. */
const interactions = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** What changes the fragment: the browser itself, and the router, which dispatches events for its own changes. */
const navigations = ['hashchange', 'pushState', 'replaceState'] as const

/**
 * Shows and focuses what the fragment of the address names, as soon as it is there, and keeps it in view while what is above it is
 * loaded, until the person scrolls, clicks or types.
 */
function useFragment(): void {
  useEffect(() => {
    let isFollowing = true
    let shown = ''
    const show = () => {
      const fragment = currentFragment()
      const target = isFollowing && fragment ? document.getElementById(fragment) : null
      if (!target) return
      unfold(target)
      target.scrollIntoView()
      if (shown !== fragment) target.focus({ preventScroll: true })
      shown = fragment
    }
    const follow = () => {
      isFollowing = true
      shown = ''
      show()
    }
    const stop = () => {
      isFollowing = false
    }
    const observer = new ResizeObserver(show)
    // After the page has moved the focus to its title.
    const frame = requestAnimationFrame(() => observer.observe(document.body))
    for (const name of navigations) addEventListener(name, follow)
    for (const name of interactions) addEventListener(name, stop, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      for (const name of navigations) removeEventListener(name, follow)
      for (const name of interactions) removeEventListener(name, stop)
    }
  }, [])
}

/** Opens what hides an element. */
function unfold(target: Element): void {
  const folded = target.closest('details:not([open])')
  if (!folded) return
  folded.setAttribute('open', '')
  unfold(folded)
}
